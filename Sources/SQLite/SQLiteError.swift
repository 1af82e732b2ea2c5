internal import CSQLite

/// What SQLite reports when a call does not succeed.
public struct SQLiteError: Error, Hashable, Sendable {
    /// The failures that callers tell apart.
    public enum Kind: Hashable, Sendable {
        /// Another connection holds a lock that this one needs.
        case busy
        /// The disk has no room for the change.
        case diskFull
        /// The file's content contradicts itself.
        case corrupt
        /// The file is no database at all.
        case notADatabase
        /// The file or its file system cannot be written.
        case readOnly
        /// The file is not there or may not be opened.
        case cannotOpen
        /// The disk failed to read or write.
        case inputOutput
        /// A value breaks a rule of its table.
        case constraint
        case other
    }

    /// The primary result code: `SQLITE_BUSY` …
    public let code: Int32
    /// The extended result code: `SQLITE_BUSY_SNAPSHOT` …
    public let extendedCode: Int32
    public let message: String
    /// The statement, where one is to blame.
    public let sql: String?

    public init(extendedCode: Int32, message: String, sql: String? = nil) {
        self.code = extendedCode & 0xFF
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
    }

    public var kind: Kind {
        switch code {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .diskFull
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_IOERR: .inputOutput
        case SQLITE_CONSTRAINT: .constraint
        default: .other
        }
    }

    /// Whether the same call may succeed when it is made again, without
    /// anything else being done.
    public var isRetryable: Bool { kind == .busy }
}

extension SQLiteError: CustomStringConvertible {
    public var description: String {
        let statement = sql.map { " in \"\($0)\"" } ?? ""
        return "SQLite error \(extendedCode): \(message)\(statement)"
    }
}
