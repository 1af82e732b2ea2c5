import DropboxAPI
import SQLite
import Synchronization

/// Who there is and what lets them in: `accounts.db`, of which this process
/// keeps the tokens it has seen in memory. Another process's changes are
/// noticed at the next request, or a few milliseconds later.
public final class AccountBook: Sendable {
    // Unchecked since SQLite's connection is no sendable type; it is used
    // under the mutex alone.
    struct Shelf: @unchecked Sendable {
        let database: Database
        /// By the token's text, which is kept in memory only.
        var grants: [String: (grant: Grant, expires: Timestamp?)] = [:]
        var dataVersion: Int64 = -1
        /// When it was read.
        var tick: Int?

        /// Tokens kept in memory at most.
        static let limit = 20_000
    }

    let shelf: Mutex<Shelf>
    let surroundings: Surroundings

    public convenience init(
        directory path: String, surroundings: Surroundings
    ) throws(ServerError) {
        try self.init(try DataDirectory.open(at: path), surroundings)
    }

    init(_ directory: DataDirectory, _ surroundings: Surroundings) throws(ServerError) {
        let connection = try directory.openAccounts()
        do throws(SQLiteError) {
            try connection.execute("PRAGMA foreign_keys = ON")
        } catch {
            throw ServerError(error)
        }
        shelf = Mutex(Shelf(database: Database(connection: connection)))
        self.surroundings = surroundings
    }

    /// Runs a change in a transaction of its own.
    func change<Value: Sendable>(
        _ body: (Database) throws(ServerError) -> Value
    ) throws(ServerError) -> Value {
        let result = shelf.withLock { shelf -> Result<Value, ServerError> in
            shelf.grants = [:]
            do throws(ServerError) {
                return .success(try shelf.database.transaction(body))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Reads from the rows as they are.
    func read<Value: Sendable>(
        _ body: (Database) throws(ServerError) -> Value
    ) throws(ServerError) -> Value {
        let result = shelf.withLock { shelf -> Result<Value, ServerError> in
            do throws(ServerError) {
                return .success(try body(shelf.database))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension Database {
    /// Runs a change; it becomes durable when it returns, and undone when it
    /// throws.
    func transaction<Value>(
        _ body: (Database) throws(ServerError) -> Value
    ) throws(ServerError) -> Value {
        do throws(SQLiteError) { try connection.begin(.writing) } catch {
            throw ServerError(error)
        }
        do throws(ServerError) {
            let value = try body(self)
            do throws(SQLiteError) { try connection.commit() } catch {
                throw ServerError(error)
            }
            return value
        } catch {
            connection.rollback()
            throw error
        }
    }
}
