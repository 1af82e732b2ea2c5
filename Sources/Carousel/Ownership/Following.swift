import Photos

/// A guest's view of what the owner changes.
struct Following: Sendable {
    /// How often and after which pause a guest knocks: an owner that is
    /// starting has its lock before it listens.
    private static let attempts = 20
    private static let pause = Duration.milliseconds(100)

    private let replies: AsyncStream<OwnerReply>

    /// Returns once the owner tells every change; nil, with a warning, when
    /// it does not answer: then the guest sees what is stored now.
    static func begin(in directory: LibraryDirectory) async -> Following? {
        var lastError = LibraryError.owner(cause: "it did not answer")
        for attempt in 1...attempts {
            do throws(LibraryError) {
                let replies = try OwnerConnection(directory: directory).replies(to: .follow)
                // The first reply says that no later change will be missed.
                for await _ in replies { return Following(replies: replies) }
            } catch {
                lastError = error
            }
            guard attempt < attempts, (try? await Task.sleep(for: pause)) != nil else { break }
        }
        Log.shared.warning("changes by the other program are not followed: \(lastError)")
        return nil
    }

    /// Applies changes until the owner ends or the task is cancelled.
    func apply(to timeline: LiveTimeline) async {
        for await case .changed(let changes) in replies {
            timeline.apply(changes)
        }
    }
}
