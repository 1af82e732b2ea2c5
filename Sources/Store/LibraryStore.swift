import Photos
internal import SQLite

/// `library.db`: what is known of every photo, file and folder of a library.
///
/// One writer at a time and any number of readers, from any thread; a reader
/// sees one commit and is never held up by the writer. Every commit is on disk
/// when `write` returns (`synchronous=FULL`): it survives the loss of power.
///
/// The timeline's table is kept in step inside each transaction, and what
/// changed of it is reported to `onCommit`, in the order of the commits.
public final class LibraryStore: Sendable {
    /// The name of the file in the library's directory.
    public static let fileName = "library.db"

    /// Random bytes drawn when the library was made: they tell whose
    /// thumbnails a `thumbnails.db` holds.
    public let identity: LibraryIdentity

    private let database: Database
    private let onCommit: @Sendable ([TimelineChange]) -> Void

    /// Opens the library in a directory to read and write, and makes both
    /// where they are missing. An older format is brought up to date first.
    ///
    /// That no other process writes is the caller's to see to; if one does,
    /// writes wait for each other and may fail as `busy`.
    ///
    /// - Parameter onCommit: told of each change of the timeline, after it is
    ///   on disk and before `write` returns. It is called on the writing
    ///   thread, one call at a time, and must not write to the store.
    public static func open(
        at directory: FilePath,
        onCommit: @escaping @Sendable ([TimelineChange]) -> Void = { _ in }
    ) throws(StoreError) -> LibraryStore {
        let database = try Database(
            creating: directory.appending(fileName), .library, .full)
        return try LibraryStore(database, onCommit)
    }

    /// The same with all work on the calling thread, for a disk that knows one
    /// thread alone.
    package static func openOneThreaded(
        at directory: FilePath, onCommit: @escaping @Sendable ([TimelineChange]) -> Void
    ) throws(StoreError) -> LibraryStore {
        let database = try Database(
            creating: directory.appending(fileName), .library, .full, isOneThreaded: true)
        return try LibraryStore(database, onCommit)
    }

    /// Opens a library to read, also while another process owns it. Changes
    /// nothing of it; makes no library where there is none.
    public static func openReadOnly(
        at directory: FilePath
    ) throws(StoreError) -> LibraryStore {
        try LibraryStore(Database(reading: directory.appending(fileName), .library)) { _ in }
    }

    private init(
        _ database: Database, _ onCommit: @escaping @Sendable ([TimelineChange]) -> Void
    ) throws(StoreError) {
        self.database = database
        self.onCommit = onCommit
        let bytes = try database.query { connection throws(SQLiteError) in
            let row = try connection.statement("SELECT value FROM meta WHERE key = 'identity'")
            return try row.step() ? row.bytes(0) : []
        }
        guard let identity = LibraryIdentity(bytes: bytes) else {
            throw .damaged(file: database.file, cause: "the library has no identity")
        }
        self.identity = identity
    }

    /// Where the library is stored.
    public var file: FilePath { database.file }

    /// Reads within one transaction: all that `body` sees is one commit.
    public func read<Result: Sendable>(
        _ body: @Sendable (ReadTransaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let file = database.file
        return try database.read { connection throws(StoreError) in
            try body(ReadTransaction(connection: connection, file: file))
        }
    }

    /// Changes the library within one transaction. When `body` throws, nothing
    /// is changed. Calls from several threads wait for each other; `body` must
    /// not write to the store but through its argument.
    @discardableResult
    public func write<Result: Sendable>(
        _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let file = database.file
        let onCommit = onCommit
        return try database.write { connection throws(StoreError) in
            var transaction = WriteTransaction(
                reading: ReadTransaction(connection: connection, file: file))
            let result = try body(&transaction)
            return (result, try transaction.finish())
        } committed: { _, changes in
            if !changes.isEmpty { onCommit(changes) }
        }.0
    }

    /// Whether the database is sound, by SQLite's own check of every page and
    /// every reference: what is wrong with it, or nothing. Slow: it reads the
    /// whole file.
    public func integrityFaults() throws(StoreError) -> [String] {
        try database.query { connection throws(SQLiteError) in
            var faults: [String] = []
            let pages = try connection.statement("PRAGMA integrity_check")
            while try pages.step() {
                if let fault = pages.text(0), fault != "ok" { faults.append(fault) }
            }
            let references = try connection.statement("PRAGMA foreign_key_check")
            while try references.step() {
                let table = references.text(0) ?? "?"
                faults.append("row \(references.int64(1)) of \(table) refers to nothing")
            }
            return faults
        }
    }

    /// Ends all work and closes the file. Later calls fail as `closed`.
    public func close() {
        database.close()
    }
}

/// The identity of a library: 16 random bytes.
public struct LibraryIdentity: Hashable, Sendable {
    let bytes: [UInt8]

    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }
}

extension LibraryIdentity: CustomStringConvertible {
    /// In hexadecimal digits.
    public var description: String {
        bytes.map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
    }
}
