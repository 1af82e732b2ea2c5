import Photos

/// A snapshot laid out as rows: the thin adapter for list widgets.
///
/// Each event has a header and rows of `columns` cells; a collapsed event
/// has its header only. The first event of each month can have a heading.
/// A value: copies are independent and share what they have in common.
public struct RowLayout: Sendable {
    public private(set) var snapshot: Snapshot
    public private(set) var metrics: RowMetrics
    /// Ids of collapsed events. Ids of events that are no more may remain.
    public private(set) var collapsedEvents: Set<EventID>

    /// - Complexity: O(events).
    public init(_ snapshot: Snapshot, metrics: RowMetrics, collapsedEvents: Set<EventID> = []) {
        fatalError("to be written")
    }

    /// Takes in a newer snapshot (or any other).
    /// - Complexity: O(k log n) for k changes since the last one.
    public mutating func update(to snapshot: Snapshot) { fatalError("to be written") }

    /// Changes the measures.
    /// - Complexity: O(1) for heights, O(events) for columns: some
    ///   milliseconds for a million photos.
    public mutating func setMetrics(_ metrics: RowMetrics) { fatalError("to be written") }

    /// Collapses an event to its header, or shows it again.
    /// - Complexity: O(log n).
    public mutating func setCollapsed(_ isCollapsed: Bool, eventAt index: Int) {
        fatalError("to be written")
    }

    /// - Complexity: O(log n).
    public func isCollapsed(eventAt index: Int) -> Bool { fatalError("to be written") }

    /// Rows of all kinds.
    /// - Complexity: O(1).
    public var rowCount: Int { fatalError("to be written") }

    /// The height of all rows.
    /// - Complexity: O(1).
    public var height: Double { fatalError("to be written") }

    /// - Complexity: O(log n).
    public func row(at index: Int) -> Row { fatalError("to be written") }

    /// The row at a distance from the top; the first or last row when the
    /// distance lies outside, nil when there is none at all.
    /// - Complexity: O(log n).
    public func row(atHeight y: Double) -> Row? { fatalError("to be written") }

    /// The rows that are visible in [y, y + height), from top to bottom.
    /// - Complexity: O(log n + k) for k visible rows.
    public func rows(from y: Double, height: Double) -> [Row] { fatalError("to be written") }

    /// The row that shows the photo at a position: the event's header when
    /// that is collapsed.
    /// - Complexity: O(log n).
    public func row(ofPosition position: Int) -> Row { fatalError("to be written") }

    /// The header row of an event.
    /// - Complexity: O(log n).
    public func header(ofEventAt index: Int) -> Row { fatalError("to be written") }
}
