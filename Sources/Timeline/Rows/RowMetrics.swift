/// The measures of a grid, in any unit of length.
public struct RowMetrics: Hashable, Sendable {
    /// Cells side by side, at least 1.
    public var columns: Int
    /// From one row of cells to the next, spacing included.
    public var cellHeight: Double
    /// The header of an event.
    public var headerHeight: Double
    /// The heading above the first event of a month; nil for none.
    public var monthHeight: Double?

    public init(columns: Int, cellHeight: Double, headerHeight: Double, monthHeight: Double? = nil)
    {
        self.columns = columns
        self.cellHeight = cellHeight
        self.headerHeight = headerHeight
        self.monthHeight = monthHeight
    }
}
