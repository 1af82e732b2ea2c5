internal import SQLite
import Synchronization

/// A connection that any thread may use, one at a time.
final class ConfinedConnection: Sendable {
    private let connection: Mutex<Connection?>

    init(_ connection: sending Connection) {
        self.connection = Mutex(connection)
    }

    /// Runs `body` alone with the connection; nil once it is closed.
    func withConnection<Result: Sendable, Failure: Error>(
        _ body: @Sendable (Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try connection.withLock { connection throws(Failure) in
            guard let open = connection else { return nil }
            return try body(open)
        }
    }

    /// Waits for the present user and closes the connection.
    func close() {
        connection.withLock { $0 = nil }
    }
}
