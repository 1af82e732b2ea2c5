import DropboxAPI
import Photos
import Synchronization

/// The bytes of all files in a folder: `blobs/ab/…` by content hash,
/// `incoming/` while they arrive, `sessions/` for uploads in several calls.
///
/// What is new lies in `blobs/recent/` for a while: making names durable costs
/// a wait for the disk for each folder that got some, so that those of many
/// uploads at once go into one folder. They are settled later.
final class BlobFolder: Sendable {
    let path: String
    let space: DiskSpace
    /// Bytes of a call from which the rest goes past the page cache. A photo
    /// stays below: it is read again at once, for its thumbnails.
    let cachedBytes: Int64
    /// Nil where nothing is written past the page cache.
    let writeBehind: WriteBehind?
    private let lastNumber = Atomic<UInt64>(0)

    init(
        path: String, space: DiskSpace, cachedBytes: Int64 = 32 << 20,
        writeBehind: WriteBehind? = nil
    ) {
        self.path = path
        self.space = space
        self.cachedBytes = cachedBytes
        self.writeBehind = writeBehind
    }

    /// Makes the folders, and clears away what arrived halfway before a crash.
    func prepare() throws(ServerError) {
        for name in ["blobs", "incoming", "sessions"] {
            try FileSystem.makeFolder("\(path)/\(name)")
        }
        for shelf in Self.shelves { try FileSystem.makeFolder(folder(shelf)) }
        for name in try FileSystem.names(in: "\(path)/incoming") {
            try FileSystem.remove("\(path)/incoming/\(name)")
        }
        try FileSystem.syncFolder("\(path)/blobs")
        try FileSystem.syncFolder(path)
    }

    /// The first two digits of hashes, which name the folders of blobs.
    static let prefixes: [String] = (0..<256).map { number in
        let digits = String(number, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }

    /// The folder of what was published lately.
    static let recent = "recent"

    /// All folders of blobs, in an order in which a blob that is being settled
    /// is met once at least.
    static let shelves = [recent] + prefixes

    func folder(_ shelf: String) -> String { "\(path)/blobs/\(shelf)" }

    /// Where a blob lies at first.
    func recent(_ hash: ContentHash) -> String { folder(Self.recent) + "/" + hash.hexadecimal }

    /// Where a blob lies in the end.
    func settled(_ hash: ContentHash) -> String {
        let text = hash.hexadecimal
        return folder(String(text.prefix(2))) + "/" + text
    }

    /// Where a blob is; nil when it is nowhere.
    func path(of hash: ContentHash) -> String? {
        // In this order, since a blob may be settled between the two looks, and
        // since what was uploaded last mends what a disk has damaged.
        [recent(hash), settled(hash)].first(where: FileSystem.exists)
    }

    /// Where bytes arrive under that number.
    func staged(_ number: UInt64) -> String { "\(path)/incoming/\(number)" }

    /// Where the bytes of a session are.
    func session(_ id: SessionID, of account: AccountNumber) -> String {
        "\(path)/sessions/\(Self.sessionName(id, of: account))"
    }

    /// Gives a session's file bytes of its own where they are a blob's too, so
    /// that what is written next is written to no blob.
    ///
    /// A finished session has no file any more. But the server may have died,
    /// or the disk been full, between giving the name and committing the row,
    /// and then the session goes on.
    func separate(session id: SessionID, of account: AccountNumber) throws(ServerError) {
        let shared = session(id, of: account)
        guard try FileSystem.isLinkedTwice(shared) else { return }
        let copy = staged(nextNumber())
        let file = try DurableFile(creating: copy, truncating: true)
        _ = try FileHash.hash(of: shared) { bytes, offset throws(ServerError) in
            try file.write(bytes, at: offset)
        }
        try file.sync()
        try FileSystem.rename(copy, to: shared)
        try syncSessions()
    }

    /// Opens the file of a session that has so many bytes; one without bytes
    /// need not have a file yet.
    /// - Throws: `SessionError.notFound` when bytes that were acknowledged are
    ///   no longer there: the client has to begin anew.
    func openSession(
        _ id: SessionID, of account: AccountNumber, length: Int64
    ) throws(ServerError) -> DurableFile {
        try separate(session: id, of: account)
        let path = session(id, of: account)
        guard length > 0 else { return try DurableFile(creating: path) }
        guard let file = try DurableFile.existing(path), try file.length() >= length else {
            throw .refused(SessionError.notFound)
        }
        return file
    }

    /// Makes the names of sessions' files durable.
    func syncSessions() throws(ServerError) { try FileSystem.syncFolder("\(path)/sessions") }

    /// Cuts a session's file back to the bytes that were acknowledged.
    func cut(
        session id: SessionID, of account: AccountNumber, to length: Int64
    ) throws(ServerError) {
        try separate(session: id, of: account)
        guard let file = try DurableFile.existing(session(id, of: account)),
            try file.length() > length
        else { return }
        try file.setLength(length)
    }

    /// - Precondition: the id is one of this server's: letters, digits, `-`
    ///   and `_`, so that it can be a file's name.
    static func sessionName(_ id: SessionID, of account: AccountNumber) -> String {
        "\(account.rawValue)-\(id.text)"
    }

    /// A number for bytes that begin to arrive.
    func nextNumber() -> UInt64 {
        lastNumber.add(1, ordering: .relaxed).newValue
    }

    /// Drops bytes that arrived and were not published.
    func discard(staged number: UInt64) {
        // What cannot be removed now is cleared away at the next start.
        try? FileSystem.remove(staged(number))
    }
}
