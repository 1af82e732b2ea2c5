import Photos
internal import SQLite

/// One database file with one writer and any number of readers, from any
/// thread.
final class Database: Sendable {
    /// What a commit is worth when the power fails.
    enum Durability: String, Sendable {
        /// It is on disk.
        case full = "FULL"
        /// The last ones may be gone; the file is sound.
        case normal = "NORMAL"
    }

    let file: FilePath
    private let writer: ConfinedConnection?
    private let readers: ReaderPool
    private let checkpointer: Checkpointer?

    /// Opens a file to read and write, makes it where it is missing and brings
    /// it to the present format.
    init(
        creating file: FilePath, _ schema: Schema, _ durability: Durability,
        isOneThreaded: Bool = false
    ) throws(StoreError) {
        let directory = file.folder ?? FilePath(".")
        if let cause = Disk.makeDirectory(directory) {
            throw .notWritable(directory: directory, cause: cause)
        }
        let readers = ReaderPool(file: file)
        if Disk.exists(file) {
            // Through a reader, which leaves everything as it is.
            try readers.withReader { reader throws(StoreError) in
                _ = try Self.check(reader, file, schema)
            }
        }
        let writer = try Self.openWriter(file, .create, durability)
        if writer.isReadOnly {
            throw .notWritable(directory: directory, cause: "the database is write-protected")
        }
        // Again: the file may be new since.
        try Self.check(writer, file, schema)
        try StoreError.mapping(file) { () throws(SQLiteError) in
            try writer.useWriteAheadLog()
            writer.followLog()
            try schema.migrate(writer)
        }
        let second = try Self.openWriter(file, .readWrite, durability)
        self.file = file
        self.writer = ConfinedConnection(writer)
        checkpointer = Checkpointer(
            second, file: file,
            reserve: durability == .normal ? nil : isOneThreaded ? .small : .usual,
            isInline: isOneThreaded)
        self.readers = readers
    }

    /// Opens a file to read only, of the present format.
    init(reading file: FilePath, _ schema: Schema) throws(StoreError) {
        guard Disk.exists(file) else { throw .noLibrary(directory: file.folder ?? file) }
        let readers = ReaderPool(file: file)
        let version = try readers.withReader { reader throws(StoreError) in
            try Self.check(reader, file, schema)
        }
        guard version > 0 else { throw .noLibrary(directory: file.folder ?? file) }
        guard version == schema.version else {
            throw .olderVersion(file: file, found: version, known: schema.version)
        }
        self.file = file
        writer = nil
        checkpointer = nil
        self.readers = readers
    }

    /// Reads within one transaction.
    func read<Result: Sendable>(
        _ body: @Sendable (Connection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let file = file
        return try readers.withReader { connection throws(StoreError) in
            try StoreError.mapping(file) { () throws(SQLiteError) in
                try connection.begin(.reading)
            }
            // A reading transaction has nothing to lose: it is only ended.
            defer { connection.rollback() }
            return try body(connection)
        }
    }

    /// Runs one query; cheaper than `read` where one is all that is needed.
    func query<Result: Sendable>(
        _ body: @Sendable (Connection) throws(SQLiteError) -> Result
    ) throws(StoreError) -> Result {
        let file = file
        return try readers.withReader { connection throws(StoreError) in
            try StoreError.mapping(file) { () throws(SQLiteError) in try body(connection) }
        }
    }

    /// Changes the file within one transaction; nothing is changed when
    /// `body` throws. `committed` is called with its result as soon as the
    /// transaction is on disk, before the next one can begin.
    func write<Result: Sendable>(
        _ body: @Sendable (Connection) throws(StoreError) -> Result,
        committed: @Sendable (Result) -> Void = { _ in }
    ) throws(StoreError) -> Result {
        guard let writer, let checkpointer else { throw .readOnly(file: file) }
        if let failure = checkpointer.takeFailure() { throw failure }
        let file = file
        let done = try writer.withConnection { connection throws(StoreError) in
            let result = try Self.transaction(connection, file, body)
            committed(result)
            return (result, connection.logPages)
        }
        guard let (result, logPages) = done else { throw .closed(file: file) }
        checkpointer.note(logPages: logPages)
        return result
    }

    /// Ends all work and closes the file. Later calls fail.
    func close() {
        readers.close()
        checkpointer?.close()
        // Last: whoever closes last copies the log and removes it.
        writer?.close()
    }

    private static func transaction<Result>(
        _ connection: Connection, _ file: FilePath,
        _ body: (Connection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try StoreError.mapping(file) { () throws(SQLiteError) in
            try connection.begin(.writing)
        }
        do throws(StoreError) {
            let result = try body(connection)
            try StoreError.mapping(file) { () throws(SQLiteError) in try connection.commit() }
            return result
        } catch {
            connection.rollback()
            throw error
        }
    }

    /// The format of the file, 0 when it is empty.
    @discardableResult
    private static func check(
        _ connection: Connection, _ file: FilePath, _ schema: Schema
    ) throws(StoreError) -> Int {
        let form = try StoreError.mapping(file) { () throws(SQLiteError) in
            try FileForm(of: connection, schema)
        }
        switch form {
        case .empty: return 0
        case .foreign:
            throw .notALibrary(file: file, cause: "it is a database of another program")
        case .ours(let version) where version > schema.version:
            throw .newerVersion(file: file, found: version, known: schema.version)
        case .ours(let version): return version
        }
    }

    private static func openWriter(
        _ file: FilePath, _ access: Connection.Access, _ durability: Durability
    ) throws(StoreError) -> sending Connection {
        do throws(SQLiteError) {
            let connection = try Connection(path: file.bytes, access: access)
            try connection.execute(
                """
                PRAGMA trusted_schema = OFF;
                PRAGMA foreign_keys = ON;
                PRAGMA cache_size = -16000;
                PRAGMA synchronous = \(durability.rawValue);
                """)
            return connection
        } catch  where error.kind == .cannotOpen || error.kind == .readOnly {
            throw .notWritable(directory: file.folder ?? file, cause: error.message)
        } catch {
            throw StoreError(error, file: file)
        }
    }
}
