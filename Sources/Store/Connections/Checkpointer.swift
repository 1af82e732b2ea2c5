import Dispatch
import Photos
internal import SQLite
import Synchronization

/// Copies the write-ahead log into its database in the background, on a
/// connection of its own, so that no commit pays for it (it costs one commit
/// in a thousand 14 ms), and keeps room in the log, so that commits need not
/// make its file longer.
final class Checkpointer: Sendable {
    /// Room in the log that is made ahead, once a process has committed so
    /// often that it is worth its while.
    struct Reserve {
        var pages: Int
        var afterCommits: Int

        /// Enough for what comes while a log is being copied: 8 MB. One that
        /// commits a few times and ends does without.
        static let usual = Reserve(pages: 2 * Checkpointer.begin, afterCommits: 16)
        /// So small that short runs come to its end.
        static let small = Reserve(pages: 256, afterCommits: 3)
    }

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
    private let reserve: Reserve?
    private let commits = Atomic(0)
    private let hasReserve: Atomic<Bool>
    private let failure = Mutex<StoreError?>(nil)

    /// - Parameter reserve: nil where no commit waits for the disk.
    init(
        _ connection: sending Connection, file: FilePath, reserve: Reserve?,
        isInline: Bool = false
    ) {
        self.isInline = isInline
        self.reserve = reserve
        hasReserve = Atomic(reserve == nil)
        self.connection = ConfinedConnection(connection)
        self.file = file
    }

    /// Told after each commit how long the log is.
    func note(logPages: Int) {
        let commits = commits.add(1, ordering: .relaxed).newValue
        if let reserve, commits >= reserve.afterCommits, !hasReserve.load(ordering: .relaxed),
            hasReserve.exchange(true, ordering: .relaxed) == false
        {
            if isInline { make(reserve) } else { queue.async { self.make(reserve) } }
        }
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

    private func make(_ reserve: Reserve) {
        do throws(SQLiteError) {
            _ = try connection.withConnection { connection throws(SQLiteError) in
                try connection.reserveLog(pages: reserve.pages)
            }
        } catch {
            // Commits are slower without, and nothing else: a disk that is
            // full or fails is told by the commit that meets it.
            if error.kind == .busy { hasReserve.store(false, ordering: .relaxed) }
        }
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
                    hasReserve.store(reserve == nil, ordering: .relaxed)
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
