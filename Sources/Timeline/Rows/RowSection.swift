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
    var isOpened: Bool

    var headerCounts: RowCounts {
        var counts = above
        counts.months += hasHeading ? 1 : 0
        return counts
    }

    /// Rows of cells.
    /// - Complexity: O(1).
    func cellRowCount(_ metrics: RowMetrics) -> Int {
        Int(RowRule(metrics).rows(Int32(positions.count), isOpened: isOpened))
    }

    /// Positions that have no cell of their own.
    /// - Complexity: O(1).
    func hidden(_ metrics: RowMetrics) -> Range<Int> {
        guard RowRule(metrics).isFolded(Int32(positions.count), isOpened: isOpened)
        else { return positions.upperBound..<positions.upperBound }
        // One cell of the last row stands for them.
        let shown = max(0, cellRowCount(metrics) * metrics.columns - 1)
        return positions.lowerBound + shown..<positions.upperBound
    }

    /// Rows of all kinds.
    /// - Complexity: O(1).
    func rowCount(_ metrics: RowMetrics) -> Int {
        (hasHeading && metrics.monthHeight != nil ? 1 : 0) + 1 + cellRowCount(metrics)
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
        let hidden = hidden(metrics)
        let end = min(first + metrics.columns, hidden.lowerBound)
        var row = Row(
            index: counts.index(metrics), top: counts.top(metrics), height: metrics.cellHeight,
            content: .photos(event: event, positions: first..<end))
        if end == hidden.lowerBound, !hidden.isEmpty { row.hidden = hidden }
        return row
    }

    /// The row at a distance from the top, the last one below the section.
    /// - Complexity: O(1).
    func place(atHeight y: Double, _ metrics: RowMetrics) -> Int {
        let header = headerCounts
        let headerTop = header.top(metrics)
        let showsHeading = hasHeading && metrics.monthHeight != nil
        if y < headerTop { return 0 }
        let headerPlace = showsHeading ? 1 : 0
        let cellRows = cellRowCount(metrics)
        if cellRows == 0 || y < headerTop + metrics.headerHeight { return headerPlace }
        let cellRow = Int((y - headerTop - metrics.headerHeight) / metrics.cellHeight)
        return headerPlace + 1 + min(cellRow, cellRows - 1)
    }
}
