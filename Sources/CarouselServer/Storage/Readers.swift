import SQLite
import Synchronization

/// Connections for reading, each lent to one reader at a time.
final class Readers: Sendable {

    private let directory: DataDirectory
    private let idle = Mutex<[LentConnection]>([])

    init(directory: DataDirectory) {
        self.directory = directory
    }

    /// Reads one consistent view of the rows, on the caller's thread.
    func read<Value>(
        _ body: (SQLiteMetadata) throws(ServerError) -> Value
    ) throws(ServerError) -> Value {
        let lent =
            if let ready = idle.withLock({ $0.popLast() }) {
                ready
            } else {
                LentConnection(try directory.openFiles(forWriting: false))
            }
        let connection = lent.connection
        do throws(SQLiteError) { try connection.begin(.reading) } catch {
            throw ServerError(error)
        }
        defer {
            connection.rollback()
            idle.withLock { $0.append(lent) }
        }
        return try body(SQLiteMetadata(connection))
    }
}
