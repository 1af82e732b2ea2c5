import SQLite
import Synchronization

/// Connections for reading, each lent to one reader at a time.
///
/// A connection keeps its view of the rows from one reader to the next while
/// nothing is committed: to take a new one costs more than most questions.
/// With each commit the views of all that are idle are given up, so that none
/// keeps the log from being emptied.
final class Readers: Sendable {
    private struct State {
        /// Commits so far.
        var generation: UInt64 = 0
        /// Each with the generation that its view is at least as new as; nil
        /// without a view.
        var idle: [(connection: LentConnection, generation: UInt64?)] = []
    }

    private let directory: DataDirectory
    private let state = Mutex(State())

    init(directory: DataDirectory) {
        self.directory = directory
    }

    /// Reads one consistent view of the rows, on the caller's thread. It
    /// shows at least what was committed before the call.
    func read<Value>(
        _ body: (SQLiteMetadata) throws(ServerError) -> Value
    ) throws(ServerError) -> Value {
        let (ready, generation) = state.withLock { state in
            (state.idle.popLast(), state.generation)
        }
        let lent =
            if let ready { ready.connection } else {
                LentConnection(try directory.openFiles(forWriting: false))
            }
        let connection = lent.connection
        if ready?.generation != generation {
            connection.rollback()
            do throws(SQLiteError) { try connection.begin(.reading) } catch {
                throw ServerError(error)
            }
        }
        defer { takeBack(lent, generation) }
        return try body(SQLiteMetadata(connection))
    }

    /// To be called after each commit, before anybody is told of it.
    func noteCommit() {
        let outdated = state.withLock { state in
            state.generation += 1
            defer { state.idle = [] }
            return state.idle.map(\.connection)
        }
        for lent in outdated { lent.connection.rollback() }
        state.withLock { state in
            state.idle.append(contentsOf: outdated.map { ($0, nil) })
        }
    }

    private func takeBack(_ lent: LentConnection, _ generation: UInt64) {
        let isCurrent = state.withLock { state in
            guard state.generation == generation else { return false }
            state.idle.append((lent, generation))
            return true
        }
        guard !isCurrent else { return }
        lent.connection.rollback()
        state.withLock { $0.idle.append((lent, nil)) }
    }
}
