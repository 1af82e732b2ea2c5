import Photos

/// A snapshot laid out as rows: the thin adapter for list widgets.
///
/// Each event has a header and rows of `columns` cells; a collapsed event
/// has its header only. The first event of each month can have a heading: an
/// event counts to the month of the photo that it begins with.
/// A value: copies are independent and share what they have in common.
public struct RowLayout: Sendable {
    public private(set) var snapshot: Snapshot
    public private(set) var metrics: RowMetrics
    /// Ids of collapsed events. Ids of events that are no more may remain.
    public private(set) var collapsedEvents: Set<EventID>

    /// Of the tree's root; nil when that is a leaf or nothing.
    private(set) var shadow: RowNode?
    private var total = RowSummary(photos: 0)

    /// - Complexity: O(events).
    public init(_ snapshot: Snapshot, metrics: RowMetrics, collapsedEvents: Set<EventID> = []) {
        metrics.check()
        self.snapshot = snapshot
        self.metrics = metrics
        self.collapsedEvents = collapsedEvents
        rebuild(with: snapshot, changed: nil)
    }

    /// Takes in a newer snapshot (or any other).
    /// - Complexity: O(k log n) for k changes since the last one.
    public mutating func update(to snapshot: Snapshot) {
        rebuild(with: snapshot, changed: nil)
    }

    /// Changes the measures.
    /// - Complexity: O(1) for heights, O(events) for columns: some
    ///   milliseconds for a million photos.
    public mutating func setMetrics(_ metrics: RowMetrics) {
        metrics.check()
        if metrics.columns != self.metrics.columns { shadow = nil }
        self.metrics = metrics
        rebuild(with: snapshot, changed: nil)
    }

    /// Collapses an event to its header, or shows it again.
    /// - Precondition: the timeline has such an event.
    /// - Complexity: O(log n).
    public mutating func setCollapsed(_ isCollapsed: Bool, eventAt index: Int) {
        let event = snapshot.event(at: index)
        if isCollapsed {
            collapsedEvents.insert(event.id)
        } else {
            collapsedEvents.remove(event.id)
        }
        let key = snapshot.reading { $0.tree.key(at: event.firstPosition) }
        rebuild(with: snapshot, changed: key)
    }

    /// - Precondition: the timeline has such an event.
    /// - Complexity: O(log n).
    public func isCollapsed(eventAt index: Int) -> Bool {
        !collapsedEvents.isEmpty && collapsedEvents.contains(snapshot.event(at: index).id)
    }

    /// What lies above the end of the timeline.
    var counts: RowCounts {
        total.counts(before: RowSummary(photos: 0), columns: Int32(metrics.columns))
    }

    /// A builder for these columns and collapsed events.
    /// - Parameter changed: `RowBuilder.changed`.
    /// - Complexity: O(1).
    func builder(coding: KeyCoding, changed: OrderKey? = nil) -> RowBuilder {
        RowBuilder(
            coding: coding, columns: Int32(metrics.columns), collapsed: collapsedEvents,
            earlier: shadow, changed: changed)
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
