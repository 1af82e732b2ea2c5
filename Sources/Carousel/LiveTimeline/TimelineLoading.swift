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

    /// Starts; the first batch is in the snapshot when it returns. The task
    /// ends when everything is, or between two batches when it is cancelled.
    func start() async throws(LibraryError) -> Task<Void, any Error> {
        let (firstBatch, arrival) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let isCancelled = Mutex(false)
        let loading = Task<Void, any Error> {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    DispatchQueue(label: "carousel.loading").async {
                        continuation.resume(
                            with: Result {
                                try load {
                                    arrival.yield()
                                    return !isCancelled.withLock { $0 }
                                }
                            })
                        arrival.finish()
                    }
                }
            } onCancel: {
                isCancelled.withLock { $0 = true }
            }
        }
        // Nothing arrives when the library is empty or cannot be read.
        for await _ in firstBatch { return loading }
        try await LibraryError.converting { try await loading.value }
        return loading
    }

    /// Each batch comes with the stored events that end in it, so that an
    /// event is formed with its own id.
    ///
    /// - Parameter arrived: called after each batch; false ends the loading.
    private func load(_ arrived: @Sendable () -> Bool) throws(StoreError) {
        var newer: CaptureTime?
        var isRestored = false
        try store.loadTimeline { batch throws(StoreError) in
            let oldest = batch.last?.taken
            let events = try store.read { [newer, isRestored] transaction throws(StoreError) in
                isRestored ? [] : try transaction.events(from: oldest, before: newer)
            }
            newer = oldest
            isRestored = oldest == nil
            timeline.load(
                batch,
                restoring: events.map { StoredEvent(id: $0.id, first: $0.first, last: $0.last) })
            guard arrived() else { throw .closed(file: store.file) }
        }
        timeline.finishLoading()
    }
}
