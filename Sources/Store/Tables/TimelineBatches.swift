import Photos

/// Reads the timeline, newest first, in batches of 200, 800, 3,200, 12,800 and
/// then 50,000 photos, each in a transaction of its own: no lock and no view
/// of the database is held between two of them.
///
/// A change committed meanwhile may or may not be in a later batch; `onCommit`
/// has it in any case.
public struct TimelineBatches: Sendable {
    private let store: LibraryStore
    private var limit = 200
    private var last: HotRecord?
    private var isOver = false

    init(store: LibraryStore) {
        self.store = store
    }

    /// The next batch; nil when there is none.
    public mutating func next() throws(StoreError) -> [HotRecord]? {
        guard !isOver else { return nil }
        let batch = try store.read { [last, limit] transaction throws(StoreError) in
            try transaction.timeline(after: last, limit: limit)
        }
        isOver = batch.count < limit
        last = batch.last
        limit = min(limit * 4, 50_000)
        return batch.isEmpty ? nil : batch
    }
}
