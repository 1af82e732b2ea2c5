import Photos
import Store
import Synchronization

/// What the sync driver asks of the library: each a bell, and one task that
/// answers it.
final class LibraryDisk: SyncDisk {
    /// Files to be hashed ahead of others; as many as wait at the size gate.
    private let files = Mutex<Set<FileID>>([])
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
        _ = files.withLock { $0.insert(file) }
        hashing.yield()
    }

    func moveFiles() { move() }

    func fetchThumbnails() { fetching.yield() }

    func exchangeConversations() { exchanging.yield() }

    /// Hashes what is asked for, until the task is cancelled.
    func hash(_ intake: Intake) async {
        let hasher = Hashing()
        for await _ in hashBell {
            let ids = files.withLock { files in
                defer { files = [] }
                return files.sorted()
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
