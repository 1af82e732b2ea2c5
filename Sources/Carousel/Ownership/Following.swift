import Photos
import Store

/// A guest's view of what the owner changes.
struct Following: Sendable {
    /// How often and after which pause a guest knocks: an owner that is
    /// starting has its lock before it listens.
    private static let attempts = 20
    private static let pause = Duration.milliseconds(100)
    /// How long it waits at most for the next owner.
    private static let longestPause = Duration.seconds(5)

    private let directory: LibraryDirectory
    private let replies: AsyncStream<OwnerReply>

    /// Returns once the owner tells every change; nil, with a warning, when
    /// it does not answer: then the guest sees what is stored now.
    static func begin(in directory: LibraryDirectory) async -> Following? {
        var lastError = LibraryError.owner(cause: "it did not answer")
        for attempt in 1...attempts {
            do throws(LibraryError) {
                if let following = try await knock(directory) { return following }
            } catch {
                lastError = error
            }
            guard attempt < attempts, (try? await Task.sleep(for: pause)) != nil else { break }
        }
        Log.shared.warning("changes by the other program are not followed: \(lastError)")
        return nil
    }

    /// Applies changes until the task is cancelled. When the owner ends, or has
    /// no patience with this guest, the next one is followed, and what was
    /// missed meanwhile is read from the store.
    func apply(to timeline: LiveTimeline, readingAnewFrom store: LibraryStore) async {
        var following = self
        while true {
            await following.applyUntilTheEnd(to: timeline)
            guard let next = await Self.waitForOwner(of: directory) else { return }
            following = next
            do throws(StoreError) {
                try timeline.readAnew(from: store)
            } catch {
                Log.shared.warning("changes by the other program were missed: \(error)")
            }
        }
    }

    /// Returns when the owner has ended, or the task is cancelled.
    func untilTheEnd() async {
        for await _ in replies {}
    }

    private func applyUntilTheEnd(to timeline: LiveTimeline) async {
        // Taken in as one, as the owner did: a part of it was never shown.
        var changes: [TimelineChange] = []
        for await reply in replies {
            switch reply {
            case .changing(let more): changes += more
            case .changed(let last):
                timeline.apply(changes + last)
                changes = []
            default: return
            }
        }
    }

    /// Nil when the task is cancelled.
    private static func waitForOwner(of directory: LibraryDirectory) async -> Following? {
        var pause = pause
        while (try? await Task.sleep(for: pause)) != nil {
            if let following = try? await knock(directory) { return following }
            pause = min(pause * 2, longestPause)
        }
        return nil
    }

    private static func knock(
        _ directory: LibraryDirectory
    ) async throws(LibraryError) -> Following? {
        let replies = try OwnerConnection(directory: directory).replies(to: .follow)
        // The first reply says that no later change will be missed.
        for await _ in replies { return Following(directory: directory, replies: replies) }
        return nil
    }
}
