import Dispatch
import Photos
import Store
import Synchronization
import Timeline

/// Streams the stored timeline into the live one, newest first. Each batch
/// comes with the stored events that end in it, so that an event is formed
/// with its own id.
struct TimelineLoading: Sendable {
    private let store: LibraryStore
    private let timeline: LiveTimeline
    private var batches: TimelineBatches
    /// Before which the events of the next batch end; nil for the first.
    private var newer: CaptureTime?
    private var isRestored = false

    init(store: LibraryStore, timeline: LiveTimeline) {
        self.store = store
        self.timeline = timeline
        batches = store.timelineBatches()
    }

    /// Starts; the first batch is in the snapshot when it returns. The rest
    /// follows on a thread of its own; the task ends with it, or between two
    /// batches when it is cancelled.
    func start() throws(StoreError) -> Task<Void, any Error> {
        var loading = self
        let isLoaded = try !loading.takeBatch()
        return Task { [loading] in
            if !isLoaded { try await loading.takeRest() }
        }
    }

    private func takeRest() async throws {
        let isCancelled = Mutex(false)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue(label: "carousel.loading").async {
                    continuation.resume(
                        with: Result {
                            var loading = self
                            repeat {
                                try checkOpen(isCancelled.withLock { $0 })
                            } while try loading.takeBatch()
                        })
                }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    private func checkOpen(_ isCancelled: Bool) throws(StoreError) {
        if isCancelled { throw .closed(file: store.file) }
    }

    /// False when that was all.
    private mutating func takeBatch() throws(StoreError) -> Bool {
        guard let batch = try batches.next() else {
            timeline.finishLoading()
            return false
        }
        let events = try events(of: batch)
        timeline.load(
            batch,
            restoring: events.map { StoredEvent(id: $0.id, first: $0.first, last: $0.last) })
        return true
    }

    private mutating func events(of batch: [HotRecord]) throws(StoreError) -> [EventRow] {
        guard !isRestored else { return [] }
        let oldest = batch.last?.taken
        let events = try store.read { [newer] transaction throws(StoreError) in
            try transaction.events(from: oldest, before: newer)
        }
        newer = oldest
        isRestored = oldest == nil
        return events
    }
}
