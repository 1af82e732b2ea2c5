internal import CSQLite

/// A connection to one database file.
///
/// It is confined: not `Sendable`, so the compiler keeps it and its statements
/// to one thread at a time (SQLite's own locks are off). Share it as
/// `Mutex<Connection>`.
public final class Connection {
    /// What the connection may do to its file.
    public enum Access: Hashable, Sendable {
        case readOnly
        /// Reads a file that nobody writes, without looking for a log beside
        /// it: the only way on a read-only medium. Wrong results if it is
        /// written all the same.
        case immutable
        case readWrite
        /// Reads and writes, and makes the file where it is missing.
        case create
    }

    let handle: OpaquePointer
    /// Pages in the log after the last commit; SQLite's hook writes it.
    private let logPagesCell: UnsafeMutablePointer<Int32>
    /// Prepared statements that are kept, and where each is, by the address of
    /// its SQL.
    private var kept: [KeptStatement] = []
    private var places: [UnsafePointer<UInt8>: Int] = [:]

    private struct KeptStatement {
        var handle: OpaquePointer
        var isInUse: Bool
    }

    /// Statements kept ready at most; further ones are prepared each time.
    private static let keptLimit = 256

    /// Opens a database file.
    /// - Parameters:
    ///   - path: the bytes of the path, without NUL.
    ///   - busyMilliseconds: how long a call waits for another connection's
    ///     lock before it fails as `busy`.
    public init(
        path: [UInt8], access: Access, busyMilliseconds: Int32 = 5000
    ) throws(SQLiteError) {
        precondition(!path.contains(0), "a path has no NUL")
        Self.settings
        let name = access == .immutable ? Self.immutableAddress(of: path) : path
        let flags =
            SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
            | (access == .immutable ? SQLITE_OPEN_URI : 0) | Self.flags(of: access)
        var opened: OpaquePointer?
        let code = (name + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_open_v2($0.baseAddress, &opened, flags, nil)
            }
        }
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw SQLiteError(extendedCode: code, message: message)
        }
        handle = opened
        logPagesCell = .allocate(capacity: 1)
        logPagesCell.initialize(to: 0)
        sqlite3_busy_timeout(opened, busyMilliseconds)
    }

    deinit {
        for statement in kept {
            sqlite3_finalize(statement.handle)
        }
        let code = sqlite3_close(handle)
        assert(code == SQLITE_OK, "a statement outlives its connection")
        logPagesCell.deallocate()
    }

    /// A statement to bind and step, prepared once and then kept ready.
    public func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
        let key = sql.utf8Start
        if let place = places[key] {
            guard kept[place].isInUse else {
                kept[place].isInUse = true
                return Statement(handle: kept[place].handle, place: place, connection: self)
            }
            // A second one beside the one in use.
            return Statement(
                handle: try prepare(key, count: sql.utf8CodeUnitCount, isKept: false),
                place: nil, connection: self)
        }
        let isKept = kept.count < Self.keptLimit
        let handle = try prepare(key, count: sql.utf8CodeUnitCount, isKept: isKept)
        guard isKept else { return Statement(handle: handle, place: nil, connection: self) }
        places[key] = kept.count
        kept.append(KeptStatement(handle: handle, isInUse: true))
        return Statement(handle: handle, place: kept.count - 1, connection: self)
    }

    /// Runs statements that give no rows: definitions, pragmas.
    public func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: sql) }
    }

    /// The first column of the first row as an integer; nil without a row.
    public func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        try firstColumn(sql) { sqlite3_column_int64($0, 0) }
    }

    /// The first column of the first row as text; nil without a row.
    public func text(_ sql: String) throws(SQLiteError) -> String? {
        try firstColumn(sql) { sqlite3_column_text($0, 0).map { String(cString: $0) } ?? "" }
    }

    /// The row id of the last insertion.
    public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Rows changed by the last statement.
    public var changedRows: Int { Int(sqlite3_changes64(handle)) }

    /// Whether a transaction is open.
    public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether the file can only be read: opened so, or found write-protected.
    public var isReadOnly: Bool { sqlite3_db_readonly(handle, nil) == 1 }

    /// Pages in the write-ahead log after this connection's last commit; 0
    /// until `followLog` was called.
    public var logPages: Int { Int(logPagesCell.pointee) }

    /// Counts the log's pages from now on and never checkpoints by itself:
    /// somebody else must.
    public func followLog() {
        sqlite3_wal_hook(
            handle,
            { cell, _, _, pages in
                cell?.assumingMemoryBound(to: Int32.self).pointee = pages
                return SQLITE_OK
            }, logPagesCell)
    }

    /// Takes back a statement that was reset: keeps it ready, or ends it.
    func release(_ statement: OpaquePointer, place: Int?) {
        guard let place else {
            sqlite3_finalize(statement)
            return
        }
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
        kept[place].isInUse = false
    }

    func error(_ code: Int32, sql: String?) -> SQLiteError {
        SQLiteError(
            extendedCode: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    }

    /// What holds for all connections, set before the first: SQLite counts no
    /// memory, because each of its allocations would take a lock for that.
    private static let settings: Void = {
        let code = carousel_count_no_memory()
        // Too late where something else in the process uses SQLite already.
        assert(code == SQLITE_OK || code == SQLITE_MISUSE, "an unknown setting")
    }()

    private func prepare(
        _ sql: UnsafePointer<UInt8>, count: Int, isKept: Bool
    ) throws(SQLiteError) -> OpaquePointer {
        var statement: OpaquePointer?
        let text = UnsafeRawPointer(sql).assumingMemoryBound(to: CChar.self)
        let code = sqlite3_prepare_v3(
            handle, text, Int32(count), isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0,
            &statement, nil)
        guard code == SQLITE_OK else {
            let bytes = UnsafeBufferPointer(start: sql, count: count)
            throw error(code, sql: String(decoding: bytes, as: UTF8.self))
        }
        guard let statement else { preconditionFailure("a statement has no text") }
        return statement
    }

    private func firstColumn<Value>(
        _ sql: String, _ value: (OpaquePointer) -> Value
    ) throws(SQLiteError) -> Value? {
        let prepared = try Array(sql.utf8).withUnsafeBufferPointer {
            bytes throws(SQLiteError) in
            guard let start = bytes.baseAddress else {
                preconditionFailure("a statement has no text")
            }
            return try prepare(start, count: bytes.count, isKept: false)
        }
        defer { sqlite3_finalize(prepared) }
        switch sqlite3_step(prepared) {
        case SQLITE_ROW: return value(prepared)
        case SQLITE_DONE: return nil
        case let code: throw error(code, sql: sql)
        }
    }

    private static func flags(of access: Access) -> Int32 {
        switch access {
        case .readOnly, .immutable: SQLITE_OPEN_READONLY
        case .readWrite: SQLITE_OPEN_READWRITE
        case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
    }

    /// `file:` with every byte escaped that is not a letter, digit or `/`.
    private static func immutableAddress(of path: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        let escaped = path.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"):
                [byte]
            default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return Array("file:".utf8) + escaped + Array("?immutable=1".utf8)
    }
}
