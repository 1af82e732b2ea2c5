import SQLite
import Synchronization

/// Copies the write-ahead log into `files.db` beside the writer, so that no
/// commit waits for it.
final class Checkpoints: Sendable {
    /// Pages of the log from which a copy is worth it: 32 MB.
    static let threshold = 4096

    private let queue = BlockingQueue<Void>()
    /// SQLite refuses a second copying beside the first.
    private let turn = Mutex(())

    init(directory: DataDirectory) throws(ServerError) {
        let connection = LentConnection(try directory.openFiles(forWriting: true))
        try ServerThread.start("checkpoints") { [queue, self] in
            while !queue.take(upTo: .max).isEmpty { copy(on: connection.connection) }
            _ = try? connection.connection.checkpoint(.truncate)
        }
    }

    /// Has the log copied when it is long.
    func noteLog(pages: Int) {
        guard pages >= Self.threshold else { return }
        queue.put(())
    }

    /// Copies the log on the caller's thread, as far as no reader needs it.
    /// When all of it is copied the next commit writes it from its start.
    func copy(on connection: Connection) {
        turn.withLock { _ in
            // Nothing is lost when it fails: the log stays, and the writer
            // tells its length again at the next commit.
            _ = try? connection.checkpoint(.passive)
        }
    }

    /// Copies the log a last time and ends.
    func close() { queue.close() }
}

/// A connection on its way to another thread.
// Unchecked since SQLite's connection is no sendable type; whoever takes it
// is the only one to use it.
struct LentConnection: @unchecked Sendable {
    let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }
}
