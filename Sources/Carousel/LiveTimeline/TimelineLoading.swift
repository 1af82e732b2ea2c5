import Dispatch
import Photos
import Store
import Synchronization
import Timeline

/// Streams the stored timeline into the live one, newest first, on a thread
/// of its own.
struct TimelineLoading: Sendable {
    let store: LibraryStore
    let timeline: LiveTimeline
    /// The stored events, whose ids the photos' events shall have.
    let events: [EventRow]

    /// Starts; the first batch is in the snapshot when it returns. The task
    /// ends when everything is.
    func start() async throws(LibraryError) -> Task<Void, any Error> {
        let (firstBatch, arrival) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let loading = Task<Void, any Error> {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue(label: "carousel.loading").async {
                    continuation.resume(with: Result { try load { arrival.yield() } })
                    arrival.finish()
                }
            }
        }
        // Nothing arrives when the library is empty or cannot be read.
        for await _ in firstBatch { return loading }
        try await LibraryError.converting { try await loading.value }
        return loading
    }

    private func load(_ arrived: @escaping @Sendable () -> Void) throws {
        // Ids come before photos, so that the first event is formed with its
        // own.
        let restored = Mutex(events.map { StoredEvent(id: $0.id, first: $0.first, last: $0.last) })
        try store.loadTimeline { batch in
            timeline.load(
                batch,
                restoring: restored.withLock { events in
                    defer { events = [] }
                    return events
                })
            arrived()
        }
        timeline.finishLoading()
    }
}
