import Carousel
import CarouselServer
import DropboxAPI
import Photos
import Sync

/// The server that is shipped, as far as it decides: `ServerMachine` over rows
/// in memory. What is asked and answered goes through the messages of the
/// wire, by the client's own reading of them.
struct MachineServer: SimulatedServer {
    typealias Machine = ServerMachine<ServerRows, KnownBlobs>

    /// A photo of the feed, as the wire spells it.
    struct LivePhoto: Sendable {
        var photo: ServerPhoto
        /// The sequence since which it has been there with its content.
        var since: Int64
    }

    /// All that a backup holds.
    private struct Memory: Sendable {
        var machine: Machine
        var live = Table<Int64, LivePhoto>()
        /// The last change of the feed that `live` knows.
        var seen: Int64 = 0
    }

    static let account = AccountNumber(1)
    /// Virtual time begins in the summer of 2014.
    private static let birth: Int64 = 1_404_000_000

    private var memory: Memory
    private var backup: Memory
    private(set) var epoch: UInt64 = 1
    private var restorations: UInt32 = 0
    private var secret: UInt64 = 1
    private var requests = 0
    private var now = Timestamp(seconds: birth)
    /// Names what is drawn anew for each call: sessions, links, places.
    private var drawn: UInt64 = 0
    private(set) var shares: [CarriedOutShare] = []
    private(set) var wrong: String?
    private let pageSize: Int

    init(pageSize: Int) {
        self.pageSize = pageSize
        memory = Memory(machine: Machine(metadata: ServerRows(), blobs: KnownBlobs()))
        backup = memory
        change { machine throws(ServerError) in
            try machine.openAccount(Self.account, epoch: 1, cursorSecret: 1, quota: 1 << 40)
        }
        backup = memory
    }

    var sequence: Int64 { state?.photoSequence.rawValue ?? 0 }

    var livePhotos: [ServerPhoto] { memory.live.rows.map(\.photo) }

    private var state: AccountState? { memory.machine.metadata.state(of: Self.account) }

    /// Another program, which names no operations.
    var stranger: Caller {
        Caller(account: Self.account, displayName: "Ada", now: now)
    }

    func isLive(_ id: ServerPhotoID, since sequence: Int64) -> Bool {
        memory.live.rows.contains { $0.photo.id == id && $0.since <= sequence }
    }

    func holds(_ hash: ContentHash, since sequence: Int64) -> Bool {
        memory.live.rows.contains { $0.photo.hash == hash && $0.since <= sequence }
    }

    func isDeleted(_ hash: ContentHash) -> Bool {
        memory.machine.metadata.end(of: hash, of: Self.account) == .deleted
    }

    mutating func backUp() {
        backup = memory
    }

    mutating func restoreFromBackup() {
        memory = backup
        restorations += 1
        // As if drawn: in no order, far apart, and none twice.
        let drawn = restorations &* 0x9E37_79B9
        epoch = UInt64(drawn)
        change { machine throws(ServerError) in
            try machine.beginEpoch(drawn, of: Self.account)
        }
    }

    /// Cursors carry a secret of the account.
    mutating func expireCursors() {
        secret += 1
        let secret = secret
        change { machine throws(ServerError) in
            guard var state = machine.metadata.state(of: Self.account) else { return }
            state.cursorSecret = secret
            machine.metadata.put(state, of: Self.account)
        }
    }

    // MARK: Calls

    mutating func answer(
        _ request: Request, from device: Int, at milliseconds: Int64
    ) -> Answer {
        now = Timestamp(seconds: Self.birth + milliseconds / 1_000)
        requests += 1
        // Now and then the server comes to look into a photo.
        if requests.isMultiple(of: 6) { lookIntoPhoto() }
        do throws(ServerError) {
            return try decide(request, device)
        } catch {
            return refusal(error)
        }
    }

    private mutating func decide(
        _ request: Request, _ device: Int
    ) throws(ServerError) -> Answer {
        let view = memory.machine.view(of: Self.account)
        switch request {
        case .read(let cursor): return try read(cursor)
        case .longPoll: return .woken(changes: true, backoffMilliseconds: nil)
        case .have(let hashes):
            return Answer(try view.have(HaveArgument(contentHashes: hashes)), to: hashes)
        case .upload(let id, _, let upload): return try self.upload(upload, id, from: device)
        case .setFlag(let id, let flag, let value, let photos):
            guard let argument = SetFlagsArgument(id, flag, value, photos) else {
                return .refused(.other, reason: "an id is of another server")
            }
            return try act(Routes.setFlags.name, id, argument) {
                machine, caller throws(ServerError) in
                try machine.setFlags(argument, by: caller)
            }
        case .delete(let id, let deletion):
            let argument = DeletePhotosArgument(id, deletion)
            return try act(Routes.deletePhotos.name, id, argument) {
                machine, caller throws(ServerError) in
                try machine.deletePhotos(argument, by: caller)
            }
        case .restore(let id, let restoration):
            let argument = RestorePhotosArgument(id, restoration)
            return try act(Routes.restorePhotos.name, id, argument) {
                machine, caller throws(ServerError) in
                try machine.restorePhotos(argument, by: caller)
            }
        case .share(let id, let photos): return try share(photos, id)
        }
    }

    private func read(_ cursor: String?) throws(ServerError) -> Answer {
        let view = memory.machine.view(of: Self.account)
        let page: PhotoPage
        if let cursor {
            guard let cursor = ListCursor(cursor) else { return .reset }
            do throws(ServerError) {
                page = try view.continuePhotos(cursor)
            } catch {
                guard error.failure is ListPhotosError else { throw error }
                return .reset
            }
        } else {
            page = try view.listPhotos(ListPhotosArgument(limit: pageSize))
        }
        do throws(WireError) {
            return .page(
                Page(
                    try ListPhotosResult(
                        jsonBytes: page.spelt, strictness: .tolerant, limits: .answer)))
        } catch {
            throw .damaged("a page cannot be read: \(error)")
        }
    }

    private mutating func act(
        _ route: String, _ id: OperationID, _ argument: some WireEncodable,
        _ body: (inout Machine, Caller) throws(ServerError) -> PhotoResults
    ) throws(ServerError) -> Answer {
        let caller = named(id)
        let marked = try once(NamedCall(id, route, argument)) { machine throws(ServerError) in
            Result<PhotoResults, NoFailure>.success(try body(&machine, caller))
        }
        guard case .success(let marked) = marked else {
            return .failed(retryAfterMilliseconds: nil)
        }
        var results = marked.value
        if let mark = marked.mark { results.mark = mark }
        return Answer(results)
    }

    private mutating func share(
        _ photos: [Share.SharedPhoto], _ id: OperationID
    ) throws(ServerError) -> Answer {
        let argument = CreatePhotoLinkArgument(id, photos)
        let caller = named(id)
        let link = draw("link")
        var isNew = false
        let result = try once(NamedCall(id, Routes.createPhotoLink.name, argument)) {
            machine throws(ServerError) in
            let result = try machine.createPhotoLink(
                argument, id: link, passwordHash: nil, base: "https://photos", by: caller)
            if case .success = result { isNew = true }
            return result
        }
        if isNew { shares.append(CarriedOutShare(id: id, photos: photos)) }
        let marked: Marked<CreatePhotoLinkResult>
        switch result {
        case .success(let done): marked = done
        case .failure(let failure): throw .refused(failure)
        }
        var created = marked.value
        if let mark = marked.mark { created.mark = mark }
        return Answer(created)
    }

    /// What the client makes of a call that failed.
    private mutating func refusal(_ error: ServerError) -> Answer {
        switch error {
        case .refused(let failure):
            return .refused(.other, reason: failure.summary.joined(separator: "/"))
        case .badRequest(let words): return .refused(.other, reason: words)
        case .diskFull, .busy, .tooMany: return .failed(retryAfterMilliseconds: nil)
        case .damaged, .failed:
            wrong = "\(error)"
            return .failed(retryAfterMilliseconds: nil)
        }
    }

    mutating func note(wrong text: String) {
        wrong = wrong ?? text
    }

    // MARK: Transactions

    func named(_ id: OperationID) -> Caller {
        var caller = stranger
        caller.operation = id
        return caller
    }

    /// What was never drawn before.
    mutating func draw(_ word: String) -> String {
        drawn += 1
        return "\(word)-\(drawn)"
    }

    /// One transaction with its effect, or the first answer again.
    mutating func once<Value: WireValue, Failure>(
        _ call: NamedCall,
        _ body: (inout Machine) throws(ServerError) -> Result<Value, Failure>
    ) throws(ServerError) -> Result<Marked<Value>, Failure> {
        let caller = named(call.operation)
        return try commit { machine throws(ServerError) in
            try machine.once(call, by: caller, body)
        }
    }

    /// What throws leaves nothing.
    mutating func commit<Value>(
        _ body: (inout Machine) throws(ServerError) -> Value
    ) throws(ServerError) -> Value {
        var machine = memory.machine
        let value = try body(&machine)
        memory.machine = machine
        takeIn()
        return value
    }

    /// A change that nobody waits for.
    private mutating func change(_ body: (inout Machine) throws(ServerError) -> Void) {
        do throws(ServerError) {
            try commit(body)
        } catch {
            wrong = "\(error)"
        }
    }

    /// Notes what the feed says since it was last looked at.
    private mutating func takeIn() {
        var found: [(Int64, NodeNumber, [UInt8])] = []
        memory.machine.metadata.eachPhoto(
            after: Sequence(memory.seen), upTo: Sequence(.max), of: Self.account
        ) { row in
            found.append((row.sequence.rawValue, row.node, Array(row.shown)))
            return true
        }
        for (sequence, node, shown) in found {
            memory.seen = sequence
            guard !shown.isEmpty else {
                memory.live[node.rawValue] = nil
                continue
            }
            do throws(WireError) {
                let photo = ServerPhoto(try PhotoEntry(jsonBytes: shown, strictness: .tolerant))
                let former = memory.live[node.rawValue]
                let since = former?.photo.hash == photo.hash ? former?.since : nil
                memory.live[node.rawValue] = LivePhoto(photo: photo, since: since ?? sequence)
            } catch {
                wrong = "a photo of the feed cannot be read: \(error)"
            }
        }
    }

    private mutating func lookIntoPhoto() {
        guard let hash = memory.machine.metadata.unread.first else { return }
        let now = now
        change { machine throws(ServerError) in
            _ = try machine.keep(
                StoredFacts(message: [], thumbHash: .empty, problem: nil), of: hash, now: now)
        }
    }
}
