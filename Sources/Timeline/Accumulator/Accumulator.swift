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
    /// The current version once more, behind a lock that is held for a
    /// moment only: who reads never waits for a commit, however large.
    private let published: Mutex<Version>
    private let coding: KeyCoding
    private let filter: PhotoFilter

    /// The LUIDs that a timeline can hold: 1 to 2⁴⁸ − 1. They are counted from
    /// 1, so that one outside means a damaged database.
    public static let luids = LUID(1)...KeyCoding.highestLUID

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
        let first = Version(coding: coding)
        state = Mutex(
            AccumulatorState(first, grouping: grouping, lastEventID: lastEventID))
        published = Mutex(first)
    }

    /// The latest snapshot. Reading it waits for no commit.
    /// - Complexity: O(1), about 30 ns.
    public var snapshot: Snapshot {
        Snapshot(published.withLock { $0 })
    }

    /// A buffer for edits, which take effect together when it is committed.
    /// - Complexity: O(1).
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
    /// - Complexity: O(1).
    public func loaderTransaction() -> Transaction {
        Transaction(of: self, coding: coding, filter: filter, isLoader: true)
    }

    /// Ends the loading, which begins with the accumulator: forgets what
    /// others have touched meanwhile, and the stored events that no photo
    /// has asked for. Call it at once on an accumulator without a loader.
    /// - Complexity: O(LUIDs touched meanwhile).
    public func finishLoading() {
        state.withLock { $0.finishLoading() }
    }

    /// Applies a batch and gives the snapshot that has it.
    /// - Complexity: O(k log n) for k edits; see `Transaction.commit()`.
    func commit(_ batch: consuming EditBatch) -> Snapshot {
        if batch.isEmpty { return snapshot }
        var batch = batch
        let (old, new) = state.withLock { state in
            let old = state.commit(&batch)
            let new = state.current
            published.withLock { $0 = new }
            return (old, new)
        }
        // The old version is released here, outside the locks: that may free
        // memory, and after a long load much of it.
        _ = consume old
        return Snapshot(new)
    }
}
