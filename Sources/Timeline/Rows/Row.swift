/// One row of the grid.
public struct Row: Hashable, Sendable {
    /// The place among all rows, from 0.
    public let index: Int
    /// The distance from the top of the timeline.
    public let top: Double
    public let height: Double
    public let content: Content
    /// Positions that one more cell, behind the row's own, stands for: in the
    /// last row of a folded event, else none.
    public internal(set) var hidden = 0..<0

    public var bottom: Double { top + height }

    public enum Content: Hashable, Sendable {
        /// The heading of a month; nil for the photos without a date.
        case month(CalendarMonth?)
        /// The header of an event, by its index.
        case header(event: Int)
        /// Cells of an event: up to `columns` positions; none only where a
        /// single column has the cell that stands for the rest.
        case photos(event: Int, positions: Range<Int>)
    }
}
