internal import Glibc
import SQLite

/// A server's folder: databases, blobs, keys. One server at a time.
final class DataDirectory: Sendable {
    /// The layout that this program writes.
    static let version = 1

    let path: String

    private init(path: String) {
        self.path = path
    }

    /// Makes a new one. - Throws: when there is something already.
    static func create(at path: String) throws(ServerError) -> DataDirectory {
        try FileSystem.makeFolder(path)
        let names = try FileSystem.names(in: path)
        guard names.isEmpty else {
            throw .failed(
                names.contains("VERSION")
                    ? "\(path) is a server's folder already"
                    : "\(path) is not empty; name a new or empty folder")
        }
        let directory = DataDirectory(path: path)
        let connection = try directory.connect(directory.filesPath, .create)
        try directory.define(connection, MetadataSchema.definitions, MetadataSchema.version)
        try AccountsSchema.create(in: directory)
        try BlobFolder(path: path, space: .unlimited).prepare()
        try FileSystem.write("\(version)\n", to: "\(path)/VERSION")
        return directory
    }

    /// Opens one that is there.
    static func open(at path: String) throws(ServerError) -> DataDirectory {
        guard let text = try FileSystem.text(of: "\(path)/VERSION"),
            let found = Int(text.split(separator: "\n").first ?? "")
        else {
            throw .failed(
                "\(path) is no server's folder; make one with: carousel-server init \(path)")
        }
        guard found <= version else {
            throw .failed("\(path) was written by a newer carousel-server; use that one")
        }
        return DataDirectory(path: path)
    }

    var filesPath: String { "\(path)/files.db" }
    var accountsPath: String { "\(path)/accounts.db" }

    /// A connection to the rows of files.
    func openFiles(forWriting: Bool) throws(ServerError) -> Connection {
        let connection = try connect(filesPath, forWriting ? .readWrite : .readOnly)
        if forWriting { connection.followLog() }
        return connection
    }

    /// A connection to the rows of accounts.
    func openAccounts(forWriting: Bool) throws(ServerError) -> Connection {
        try connect(accountsPath, forWriting ? .readWrite : .readOnly)
    }

    /// A connection whose commits are durable (WAL, FULL).
    func connect(_ path: String, _ access: Connection.Access) throws(ServerError) -> Connection {
        do throws(SQLiteError) {
            let connection = try Connection(
                path: Array(path.utf8), access: access, busyMilliseconds: 10_000)
            if access == .create { try connection.execute("PRAGMA page_size = 8192") }
            if access != .readOnly {
                try connection.useWriteAheadLog()
                try connection.execute("PRAGMA synchronous = FULL")
            }
            // There may be many readers; what they read is in the system's cache.
            let megabytes = access == .readOnly ? 2 : 16
            try connection.execute("PRAGMA cache_size = -\(megabytes << 10)")
            return connection
        } catch {
            throw ServerError(error)
        }
    }

    /// Gives a new file its tables.
    func define(
        _ connection: Connection, _ definitions: String, _ version: Int64
    ) throws(ServerError) {
        do throws(SQLiteError) {
            try connection.begin(.writing)
            try connection.execute(definitions)
            try connection.execute("PRAGMA user_version = \(version)")
            try connection.commit()
        } catch {
            connection.rollback()
            throw ServerError(error)
        }
    }
}
