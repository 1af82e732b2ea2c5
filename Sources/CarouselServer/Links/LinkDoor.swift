import DropboxAPI
import HTTPServer
import Synchronization

/// Who may follow a shared link: it has to be there, and its password right.
final class LinkDoor: Sendable {
    /// What is behind a link's address.
    enum Finding: Sendable {
        case open(AccountNumber, StoredLink)
        case missing
        /// Too many addresses that lead nowhere came from there.
        case wait(Int64)
    }

    private let store: FileStore
    private let book: AccountBook
    private let passwords: PasswordDesk
    private let misses: MissLimiter
    /// Passwords that were right, by the hash of link and password, so that
    /// each picture of a folder is not another tenth of a second.
    private let known = Mutex<Set<[UInt8]>>([])

    init(
        store: FileStore, book: AccountBook, passwords: PasswordDesk, misses: MissLimiter
    ) {
        self.store = store
        self.book = book
        self.passwords = passwords
        self.misses = misses
    }

    /// Finds a link that leads somewhere.
    /// - Parameter id: nil for an address that is no link's, which counts as
    ///   one that leads nowhere.
    func find(_ id: String?, for request: HTTPRequest) throws(ServerError) -> Finding {
        if let wait = misses.wait(for: request) { return .wait(wait) }
        let now = store.surroundings.now()
        let found = try id.flatMap { id throws(ServerError) in
            try store.readers.read { metadata throws(ServerError) in try metadata.link(id) }
        }
        guard let (account, link) = found, !link.isExpired(at: now),
            try book.user(of: account) != nil
        else {
            misses.noteMiss(request)
            return .missing
        }
        return .open(account, link)
    }

    /// Whether a password opens a link that has one.
    func check(
        _ password: String, of link: StoredLink, _ hash: String, for request: HTTPRequest
    ) async throws(ServerError) -> PasswordDesk.Outcome<Bool> {
        let pair = Token.hash(of: link.id + "\0" + hash + "\0" + password)
        if known.withLock({ $0.contains(pair) }) { return .right(true) }
        let outcome = try await passwords.check(
            name: "link " + link.id, address: "\(request.client.network)"
        ) { () throws(ServerError) -> Bool? in
            try Password.verify(password, hash) ? true : nil
        }
        if case .right = outcome {
            known.withLock { known in
                if known.count > 10_000 { known = [] }
                known.insert(pair)
            }
        }
        return outcome
    }
}
