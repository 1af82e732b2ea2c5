import Photos

/// An event in the layout: its header, its rows of cells, and the heading
/// above it.
struct RowSection {
    /// What lies above it.
    var above: RowCounts
    var event: Int
    var positions: Range<Int>
    var month: Int32
    var hasHeading: Bool
    var isCollapsed: Bool

    var headerCounts: RowCounts {
        var counts = above
        counts.months += hasHeading ? 1 : 0
        return counts
    }

    /// Rows of cells: none when it is collapsed.
    /// - Complexity: O(1).
    func cellRowCount(_ columns: Int) -> Int {
        isCollapsed ? 0 : (positions.count - 1) / columns + 1
    }

    /// Rows of all kinds.
    /// - Complexity: O(1).
    func rowCount(_ metrics: RowMetrics) -> Int {
        (hasHeading && metrics.monthHeight != nil ? 1 : 0) + 1 + cellRowCount(metrics.columns)
    }

    /// A row of the section, from 0.
    /// - Complexity: O(1).
    func row(_ place: Int, _ metrics: RowMetrics) -> Row {
        let showsHeading = hasHeading && metrics.monthHeight != nil
        if showsHeading && place == 0 {
            return Row(
                index: above.index(metrics), top: above.top(metrics),
                height: metrics.monthHeight ?? 0,
                content: .month(MonthFinder.calendarMonth(month)))
        }
        var counts = headerCounts
        let cellRow = place - (showsHeading ? 2 : 1)
        if cellRow < 0 {
            return Row(
                index: counts.index(metrics), top: counts.top(metrics),
                height: metrics.headerHeight, content: .header(event: event))
        }
        counts.headers += 1
        counts.cellRows += cellRow
        let first = positions.lowerBound + cellRow * metrics.columns
        let end = min(first + metrics.columns, positions.upperBound)
        return Row(
            index: counts.index(metrics), top: counts.top(metrics), height: metrics.cellHeight,
            content: .photos(event: event, positions: first..<end))
    }

    /// The row at a distance from the top, the last one below the section.
    /// - Complexity: O(1).
    func place(atHeight y: Double, _ metrics: RowMetrics) -> Int {
        let header = headerCounts
        let headerTop = header.top(metrics)
        let showsHeading = hasHeading && metrics.monthHeight != nil
        if y < headerTop { return 0 }
        let headerPlace = showsHeading ? 1 : 0
        let cellRows = cellRowCount(metrics.columns)
        if cellRows == 0 || y < headerTop + metrics.headerHeight { return headerPlace }
        let cellRow = Int((y - headerTop - metrics.headerHeight) / metrics.cellHeight)
        return headerPlace + 1 + min(cellRow, cellRows - 1)
    }
}
