import Photos
import Synchronization

/// All photo metadata in memory, and the one place where it changes.
///
/// Feeders (the store's loader, server changes, the scanner) fill
/// transactions on their own threads and commit them; each commit publishes
/// a new immutable `Snapshot`. Any number of accumulators can hold the same
/// photos in another order or behind another filter: hidden photos, search
/// results and conversations are timelines too.
///
/// Source of the idea: Dropbox's "Building Carousel, Part I" (2014).
public final class Accumulator: Sendable {
    private let state: Mutex<AccumulatorState>
    private let coding: KeyCoding
    private let filter: PhotoFilter

    /// - Parameters:
    ///   - lastEventID: The highest event id ever stored. New ids lie above
    ///     it, so that the store's events can be restored at any later time
    ///     without meeting an id that was given out meanwhile.
    public init(
        order: TimelineOrder = .newestFirst, grouping: EventGrouping = .standard,
        filter: PhotoFilter = .all, lastEventID: EventID = EventID(0)
    ) {
        coding = KeyCoding(order)
        self.filter = filter
        state = Mutex(
            AccumulatorState(order: order, grouping: grouping, lastEventID: lastEventID))
    }

    /// The latest snapshot.
    /// - Complexity: O(1), about 30 ns.
    public var snapshot: Snapshot {
        Snapshot(state.withLock { $0.current })
    }

    /// A buffer for edits, which take effect together when it is committed.
    public func transaction() -> Transaction {
        Transaction(of: self, coding: coding, filter: filter, isLoader: false)
    }

    /// A transaction of the store's loader, which reads rows that may be
    /// older than what others have committed since.
    ///
    /// Until `finishLoading()`, the accumulator remembers every LUID that
    /// another transaction added, changed or removed, and a loader's commit
    /// skips these: it neither overwrites nor resurrects.
    /// - Precondition: `finishLoading()` is not called before the commit.
    public func loaderTransaction() -> Transaction {
        Transaction(of: self, coding: coding, filter: filter, isLoader: true)
    }

    /// Ends the loading, which begins with the accumulator: forgets what
    /// others have touched meanwhile, and the stored events that no photo
    /// has asked for. Call it at once on an accumulator without a loader.
    public func finishLoading() {
        state.withLock { $0.finishLoading() }
    }

    func commit(_ batch: consuming EditBatch) -> Snapshot {
        if batch.isEmpty { return snapshot }
        var batch = batch
        // The old version is released here, outside the lock: that may free
        // memory, and after a long load much of it.
        let (old, new) = state.withLock { state in
            (state.commit(&batch), state.current)
        }
        _ = consume old
        return Snapshot(new)
    }
}
