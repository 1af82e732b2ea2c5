import Dispatch
import Photos
internal import SQLite
import Synchronization

/// Copies the write-ahead log into its database in the background, on a
/// connection of its own, so that no commit pays for it (it costs one commit
/// in a thousand 14 ms).
final class Checkpointer: Sendable {
    /// Pages in the log at which the copying begins: 4 MB.
    private static let begin = 1000
    /// Pages at which a log that readers kept from being used anew is emptied
    /// by force, which waits for them: 128 MB.
    private static let force = 32_768

    private let file: FilePath
    /// Whether a commit waits for it, where one thread is all there is.
    private let isInline: Bool
    private let connection: ConfinedConnection
    private let queue = DispatchQueue(label: "carousel.store.checkpoint", qos: .utility)
    private let isScheduled = Atomic(false)
    private let failure = Mutex<StoreError?>(nil)

    init(_ connection: sending Connection, file: FilePath, isInline: Bool = false) {
        self.isInline = isInline
        self.connection = ConfinedConnection(connection)
        self.file = file
    }

    /// Told after each commit how long the log is.
    func note(logPages: Int) {
        guard logPages >= Self.begin,
            isScheduled.compareExchange(
                expected: false, desired: true, ordering: .acquiringAndReleasing
            ).exchanged
        else { return }
        if isInline { run() } else { queue.async { self.run() } }
    }

    /// What kept the last checkpoint from being made, told once. Nothing is
    /// lost by it, the log has everything; but a disk that cannot be written
    /// must not go unnoticed until the log has filled it.
    func takeFailure() -> StoreError? {
        failure.withLock { failure in
            defer { failure = nil }
            return failure
        }
    }

    /// Waits for a checkpoint under way and closes the connection.
    func close() {
        queue.sync {}
        connection.close()
    }

    private func run() {
        // Cleared first: a commit that comes while this one works has pages
        // that it may not copy.
        isScheduled.store(false, ordering: .releasing)
        do throws(SQLiteError) {
            _ = try connection.withConnection { connection throws(SQLiteError) in
                let log = try connection.checkpoint(.passive).log
                if log > Self.force {
                    try connection.checkpoint(.truncate)
                }
            }
        } catch {
            // Busy: readers or another checkpoint are in the way, as they may
            // be; the next commit asks again.
            guard error.kind != .busy else { return }
            let seen = StoreError(error, file: file)
            failure.withLock { $0 = seen }
        }
    }
}
