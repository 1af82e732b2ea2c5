import SQLite
import Synchronization

/// Connections for reading, each lent to one reader at a time.
///
/// A connection keeps its view of the rows from one reader to the next while
/// nothing is committed: to take a new one costs more than most questions.
/// With each commit the views of all that are idle are given up, so that none
/// keeps the log from being emptied; when the log is long they are given up
/// before the next commit begins too, which can then write it from its start.
final class Readers: Sendable {
    private struct State {
        /// Commits so far.
        var generation: UInt64 = 0
        /// Each with the generation that its view is at least as new as; nil
        /// without a view.
        var idle: [(connection: LentConnection, generation: UInt64?)] = []
    }

    /// Connections kept while nobody reads.
    private static let limit = 32

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
        state.withLock { $0.generation += 1 }
        giveUpViews()
    }

    /// Gives up the views of all connections that are idle.
    func giveUpViews() {
        let outdated = state.withLock { state in
            defer { state.idle = [] }
            return state.idle.map(\.connection)
        }
        for lent in outdated { lent.connection.rollback() }
        for lent in outdated { keep(lent, nil) }
    }

    /// How many connections are kept.
    var idleCount: Int { state.withLock { $0.idle.count } }

    /// Keeps a connection, or lets go of it where enough are kept: its last
    /// user closes it.
    private func keep(_ lent: LentConnection, _ generation: UInt64?) {
        state.withLock { state in
            guard state.idle.count < Self.limit else { return }
            state.idle.append((lent, generation))
        }
    }

    private func takeBack(_ lent: LentConnection, _ generation: UInt64) {
        let isCurrent = state.withLock { state in
            guard state.generation == generation, state.idle.count < Self.limit else {
                return false
            }
            state.idle.append((lent, generation))
            return true
        }
        guard !isCurrent else { return }
        lent.connection.rollback()
        keep(lent, nil)
    }
}
