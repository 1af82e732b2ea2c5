import DropboxAPI
import SQLite
import Synchronization

/// Who there is and what lets them in: `accounts.db`, of which this process
/// keeps the tokens it has seen in memory. Another process's changes are
/// noticed at the next request, or a few milliseconds later.
///
/// Reading and writing have a connection each, so that no request waits while
/// another's change waits for the disk or for another process.
public final class AccountBook: Sendable {
    /// The connection for reading, and what it gave.
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

    /// The connection for writing.
    // Unchecked for the same reason.
    private struct Pen: @unchecked Sendable {
        let database: Database
        /// Changes when another connection has committed something.
        var dataVersion: Int64
    }

    let shelf: Mutex<Shelf>
    /// Held while a change waits for the disk.
    private let pen: Mutex<Pen>
    let surroundings: Surroundings
    /// Where changes wait; nil has each wait where it was asked for.
    private let threads: BlockingThreads?

    /// For a program that makes a change and ends.
    public convenience init(
        directory path: String, surroundings: Surroundings
    ) throws(ServerError) {
        try self.init(try DataDirectory.open(at: path), surroundings, threads: nil)
    }

    init(
        _ directory: DataDirectory, _ surroundings: Surroundings, threads: BlockingThreads?
    ) throws(ServerError) {
        let writing = Database(connection: try directory.openAccounts(forWriting: true))
        try writing.run("PRAGMA foreign_keys = ON")
        pen = Mutex(Pen(database: writing, dataVersion: try writing.dataVersion()))
        shelf = Mutex(
            Shelf(database: Database(connection: try directory.openAccounts(forWriting: false))))
        self.surroundings = surroundings
        self.threads = threads
    }

    /// Runs a change in a transaction of its own, and waits for it where it
    /// is called.
    /// - Parameter ended: tokens that are good no longer.
    func change<Value: Sendable>(
        ending ended: EndedTokens = .any, _ body: (Database) throws(ServerError) -> Value
    ) throws(ServerError) -> Value {
        let result = pen.withLock { pen -> Result<Value, ServerError> in
            do throws(ServerError) {
                let value = try pen.database.transaction(body)
                forget(ended, &pen)
                return .success(value)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Runs a change as `change` does, on a thread that may wait: no event
    /// loop does.
    func changeAside<Value: Sendable>(
        ending ended: EndedTokens,
        _ body: @Sendable (Database) throws(ServerError) -> Value
    ) async throws(ServerError) -> Value {
        try await withTaskExecutorPreference(threads) { () async throws(ServerError) in
            try change(ending: ended, body)
        }
    }

    /// Drops what this process's own commit ended, and everything when
    /// another process has committed too.
    private func forget(_ ended: EndedTokens, _ pen: inout Pen) {
        shelf.withLock { shelf in
            // In this order: a commit between the two looks shows in the
            // second. What cannot be looked at may be anything.
            let here = try? shelf.database.dataVersion()
            let others = try? pen.database.dataVersion()
            let isAlone = here != nil && others == pen.dataVersion
            shelf.forget(isAlone ? ended : .any)
            shelf.dataVersion = here ?? shelf.dataVersion
            pen.dataVersion = others ?? pen.dataVersion
        }
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

/// Tokens that a change ended.
enum EndedTokens: Sendable {
    case none
    /// Those of one permission.
    case family([UInt8])
    case any
}

extension AccountBook.Shelf {
    /// Drops tokens from memory.
    mutating func forget(_ ended: EndedTokens) {
        switch ended {
        case .none: break
        case .family(let family): grants = grants.filter { $0.value.grant.family != family }
        case .any: grants = [:]
        }
    }
}

extension Database {
    /// A number that is another once another connection has committed.
    func dataVersion() throws(ServerError) -> Int64 {
        try first("PRAGMA data_version") { $0.int64(0) } ?? 0
    }

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
