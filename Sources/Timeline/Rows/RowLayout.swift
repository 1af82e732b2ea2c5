import Photos

/// A snapshot laid out as rows: the thin adapter for list widgets.
///
/// Each event has a header and rows of `columns` cells; one with many photos
/// is folded until it is opened. The first event of each month can have a heading: an
/// event counts to the month of the photo that it begins with.
/// A value: copies are independent and share what they have in common.
public struct RowLayout: Sendable {
    public private(set) var snapshot: Snapshot
    public private(set) var metrics: RowMetrics
    /// Ids of events that are shown whole, however large they are. Ids of
    /// events that are no more may remain.
    public private(set) var openedEvents: Set<EventID>

    /// Of the tree's root; nil when that is a leaf or nothing.
    private(set) var shadow: RowNode?
    private var total = RowSummary(photos: 0)

    /// - Complexity: O(events).
    public init(_ snapshot: Snapshot, metrics: RowMetrics, openedEvents: Set<EventID> = []) {
        metrics.check()
        self.snapshot = snapshot
        self.metrics = metrics
        self.openedEvents = openedEvents
        rebuild(with: snapshot, changed: nil)
    }

    /// Takes in a newer snapshot (or any other).
    /// - Complexity: O(k log n) for k changes since the last one.
    public mutating func update(to snapshot: Snapshot) {
        rebuild(with: snapshot, changed: nil)
    }

    /// Changes the measures.
    /// - Complexity: O(1) for heights, O(events) for columns and folding: some
    ///   milliseconds for a million photos.
    public mutating func setMetrics(_ metrics: RowMetrics) {
        metrics.check()
        if RowRule(metrics) != RowRule(self.metrics) { shadow = nil }
        self.metrics = metrics
        rebuild(with: snapshot, changed: nil)
    }

    /// Shows an event whole, or folds it if it has many photos.
    /// - Precondition: the timeline has such an event.
    /// - Complexity: O(log n).
    public mutating func setOpened(_ isOpened: Bool, eventAt index: Int) {
        let event = snapshot.event(at: index)
        if isOpened {
            openedEvents.insert(event.id)
        } else {
            openedEvents.remove(event.id)
        }
        let key = snapshot.reading { $0.tree.key(at: event.firstPosition) }
        rebuild(with: snapshot, changed: key)
    }

    /// Whether it was opened that is folded otherwise.
    /// - Precondition: the timeline has such an event.
    /// - Complexity: O(log n).
    public func isOpened(eventAt index: Int) -> Bool {
        guard !openedEvents.isEmpty else { return false }
        let event = snapshot.event(at: index)
        return openedEvents.contains(event.id)
            && RowRule(metrics).isFolded(Int32(event.photoCount), isOpened: false)
    }

    /// What lies above the end of the timeline.
    var counts: RowCounts {
        total.counts(before: RowSummary(photos: 0), RowRule(metrics))
    }

    /// A builder for these columns and opened events.
    /// - Parameter changed: `RowBuilder.changed`.
    /// - Complexity: O(1).
    func builder(coding: KeyCoding, changed: OrderKey? = nil) -> RowBuilder {
        RowBuilder(
            coding: coding, rule: RowRule(metrics), opened: openedEvents, earlier: shadow,
            changed: changed)
    }

    private mutating func rebuild(with snapshot: Snapshot, changed: OrderKey?) {
        // The shadows name blocks of the old snapshot, which lives until the
        // new ones are made: no block of the new one has such an address
        // without being the same.
        withExtendedLifetime((self.snapshot, snapshot)) {
            let state = snapshot.state
            let builder = builder(coding: state.coding, changed: changed)
            guard let root = state.tree.root else {
                shadow = nil
                total = RowSummary(photos: 0)
                return
            }
            if root.height > 0 {
                let node = builder.node(root)
                shadow = node
                total = node.total
            } else {
                shadow = nil
                total = builder.summary(of: Leaf(root))
            }
        }
        self.snapshot = snapshot
    }
}
