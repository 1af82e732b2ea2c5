import Photos
import Store
import Synchronization

/// What the sync driver asks of the library: each a bell, and one task that
/// answers it.
final class LibraryDisk: SyncDisk {
    private struct Wanted {
        /// Files to be hashed ahead of others; as many as wait at the size
        /// gate.
        var files: Set<FileID> = []
        /// Whether those that were taken are not done yet.
        var isHashing = false
    }

    private let wanted = Mutex(Wanted())
    private let hashing: AsyncStream<Void>.Continuation
    private let hashBell: AsyncStream<Void>
    private let fetching: AsyncStream<Void>.Continuation
    /// Rings when thumbnails are to be had from the server.
    let thumbnailBell: AsyncStream<Void>
    private let exchanging: AsyncStream<Void>.Continuation
    /// Rings when something may be new in conversations, here or there.
    let conversationBell: AsyncStream<Void>
    private let move: @Sendable () -> Void

    /// - Parameter move: moves files into the trash and out, soon.
    init(move: @escaping @Sendable () -> Void) {
        self.move = move
        (hashBell, hashing) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (conversationBell, exchanging) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (thumbnailBell, fetching) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func hashSoon(_ file: FileID) {
        _ = wanted.withLock { $0.files.insert(file) }
        hashing.yield()
    }

    /// Whether all files that were asked for have been hashed, or could not be.
    var isIdle: Bool { wanted.withLock { $0.files.isEmpty && !$0.isHashing } }

    func moveFiles() { move() }

    func fetchThumbnails() { fetching.yield() }

    func exchangeConversations() { exchanging.yield() }

    /// Hashes what is asked for, until the task is cancelled.
    /// - Parameter onIdle: called whenever nothing is left to hash.
    func hash(_ intake: Intake, onIdle: () -> Void) async {
        let hasher = Hashing()
        for await _ in hashBell {
            let ids = wanted.withLock { wanted in
                defer { wanted = Wanted(isHashing: true) }
                return wanted.files.sorted()
            }
            defer {
                wanted.withLock { $0.isHashing = false }
                if isIdle { onIdle() }
            }
            do throws(LibraryError) {
                let toRead = try await intake.read { transaction throws(StoreError) in
                    try transaction.filesToRead(ids)
                }
                let placements = try await intake.learn(try await hasher.hash(toRead))
                for file in placements.hashSoon { hashSoon(file.id) }
            } catch .cancelled, .closed {
                return
            } catch {
                // They stay on the list of files without a hash.
                Log.shared.warning("files at the size gate were not hashed: \(error)")
            }
        }
    }
}
