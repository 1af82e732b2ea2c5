import Photos
import Store
import Timeline

/// The timeline of an open library: the accumulator, its feeders' door, and
/// the followers of its snapshots.
final class LiveTimeline: Sendable {
    private let accumulator: Accumulator
    private let snapshots = Broadcast(Snapshot.empty)
    /// The changes as they happen, for processes that look on.
    let changes = ChangeFeed()

    init(showing shown: PhotoFilter, lastEventID: EventID) {
        accumulator = Accumulator(filter: shown, lastEventID: lastEventID)
    }

    var snapshot: Snapshot { accumulator.snapshot }

    func follow() -> AsyncStream<Snapshot> { snapshots.follow() }

    /// Takes in what a transaction of the store, or the owning process, has
    /// changed.
    func apply(_ batch: [TimelineChange]) {
        guard !batch.isEmpty else { return }
        var transaction = accumulator.transaction()
        for change in batch {
            switch change {
            case .put(let record): transaction.addPhoto(record)
            case .remove(let luid): transaction.removePhoto(luid)
            }
        }
        snapshots.send(transaction.commit())
        changes.send(batch)
    }

    /// Takes in what the store holds now, and drops what it does not: changes
    /// may have been missed.
    func readAnew(from store: LibraryStore) throws(StoreError) {
        let before = snapshot
        var found: Set<LUID> = []
        var batches = store.timelineBatches()
        while let batch = try batches.next() {
            apply(batch.map { .put($0) })
            for record in batch { found.insert(record.luid) }
        }
        var gone: [TimelineChange] = []
        before.forEachPhoto(in: 0..<before.photoCount) { _, record in
            if !found.contains(record.luid) { gone.append(.remove(record.luid)) }
        }
        apply(gone)
    }

    /// Takes in a batch of what the store held when it was read.
    func load(_ records: [HotRecord], restoring events: [StoredEvent]) {
        var transaction = accumulator.loaderTransaction()
        for event in events {
            transaction.addEvent(event)
        }
        for record in records {
            transaction.addPhoto(record)
        }
        snapshots.send(transaction.commit())
    }

    /// Everything that the store held has been taken in.
    func finishLoading() {
        accumulator.finishLoading()
    }

    func close() {
        snapshots.finish()
        changes.finish()
    }
}
