/// What lies above a place in the layout, counted.
///
/// Places are counts and become lengths only in the end: other heights cost
/// nothing, and sums never drift.
struct RowCounts: Equatable {
    /// Headings of months.
    var months = 0
    /// Headers of events: as many as events.
    var headers = 0
    /// Rows of cells.
    var cellRows = 0

    /// The place among all rows.
    /// - Complexity: O(1).
    func index(_ metrics: RowMetrics) -> Int {
        (metrics.monthHeight == nil ? 0 : months) + headers + cellRows
    }

    /// The distance from the top of the timeline.
    /// - Complexity: O(1).
    func top(_ metrics: RowMetrics) -> Double {
        Double(months) * (metrics.monthHeight ?? 0) + Double(headers) * metrics.headerHeight
            + Double(cellRows) * metrics.cellHeight
    }
}
