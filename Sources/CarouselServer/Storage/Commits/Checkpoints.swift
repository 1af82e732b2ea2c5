import SQLite

/// Copies the write-ahead log into `files.db` beside the writer, so that no
/// commit waits for it.
final class Checkpoints: Sendable {
    /// Pages of the log from which a copy is worth it: 32 MB.
    static let threshold = 4096

    private let queue = BlockingQueue<Void>()

    init(directory: DataDirectory) throws(ServerError) {
        let connection = LentConnection(try directory.openFiles(forWriting: true))
        try ServerThread.start("checkpoints") { [queue] in
            while !queue.take(upTo: .max).isEmpty {
                // Nothing is lost when it fails: the log stays, and the
                // writer tells its length again at the next commit.
                _ = try? connection.connection.checkpoint(.passive)
            }
            _ = try? connection.connection.checkpoint(.truncate)
        }
    }

    /// Has the log copied when it is long.
    func noteLog(pages: Int) {
        guard pages >= Self.threshold else { return }
        queue.put(())
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
