/// The measures of a grid, in any unit of length. Heights are finite and not
/// negative, that of a cell is above 0.
public struct RowMetrics: Hashable, Sendable {
    /// Cells side by side, 1 to 1,000,000.
    public var columns: Int
    /// From one row of cells to the next, spacing included.
    public var cellHeight: Double
    /// The header of an event.
    public var headerHeight: Double
    /// The heading above the first event of a month; nil for none.
    public var monthHeight: Double?
    /// Nil to show all events whole.
    public var folding: Folding?

    public init(
        columns: Int, cellHeight: Double, headerHeight: Double, monthHeight: Double? = nil,
        folding: Folding? = nil
    ) {
        self.folding = folding
        self.columns = columns
        self.cellHeight = cellHeight
        self.headerHeight = headerHeight
        self.monthHeight = monthHeight
    }

    /// Traps on measures that no grid has.
    /// - Complexity: O(1).
    func check() {
        precondition((1...1_000_000).contains(columns), "\(columns) columns")
        precondition(
            cellHeight > 0 && headerHeight >= 0 && monthHeight ?? 0 >= 0
                && (cellHeight + headerHeight + (monthHeight ?? 0)).isFinite,
            "a height is negative or without bound")
        precondition(
            folding.map { $0.photos >= 0 && $0.rows >= 0 } ?? true, "folded to less than nothing")
    }
}
