/// How cells fill the width: as many columns as come nearest the wanted
/// size, their edges on whole pixels, the first at the left edge and the last
/// at the right one. Lengths are logical pixels.
///
/// Cells of a row differ in width by one pixel at most; all rows are equally
/// high.
public struct CellGrid: Hashable, Sendable {
    public let width: Int
    public let columns: Int
    /// Between two cells, across and down.
    public let gap: Int
    /// The height of a cell, and its width to a pixel: at least 1.
    public let cellHeight: Int

    /// The smallest and the largest cell that zooming gives.
    public static let zoomRange = 64...320
    /// The cell that a new window shows.
    public static let standardCell = 160

    /// - Parameters:
    ///   - width: of the whole row; less than a cell gives one column.
    ///   - wantedCell: the width that cells should have, about.
    /// - Precondition: `wantedCell` is positive, `gap` not negative.
    public init(width: Int, wantedCell: Int, gap: Int = 2) {
        precondition(wantedCell > 0 && gap >= 0, "a cell of \(wantedCell), gap \(gap)")
        self.width = max(1, width)
        self.gap = gap
        // Rounded: 2 columns of 180 and 3 of 120 are equally good for 150.
        let pitch = wantedCell + gap
        let wanted = (self.width + gap + pitch / 2) / pitch
        // A column less than a pixel wide is none.
        columns = max(1, min(wanted, (self.width + gap) / (gap + 1)))
        cellHeight = max(1, (self.width + gap) / columns - gap)
    }

    /// From the top of one row of cells to the top of the next.
    public var rowPitch: Int { cellHeight + gap }

    /// The widest cell of a row: the side of a picture that covers any cell.
    public var widestCell: Int {
        (width + gap) % columns == 0 ? cellHeight : cellHeight + 1
    }

    /// Where a column begins and how wide it is.
    /// - Complexity: O(1).
    public func span(ofColumn column: Int) -> (x: Int, width: Int) {
        let start = column * (width + gap) / columns
        let end = (column + 1) * (width + gap) / columns
        return (start, end - start - gap)
    }

    /// The column at a distance from the left edge, the gap behind it
    /// included; the first or last one when the distance lies outside.
    /// - Complexity: O(1).
    public func column(atX x: Double) -> Int {
        let column = ((Int(x.rounded(.down)) + 1) * columns - 1) / (width + gap)
        return min(max(0, column), columns - 1)
    }

    /// The wanted cell one step larger (or smaller) that changes the number
    /// of columns at this width; the end of the zoom range when none does.
    /// - Complexity: O(steps of the zoom range).
    public static func zoomed(
        from wantedCell: Int, larger: Bool, width: Int
    ) -> Int {
        let columns = CellGrid(width: width, wantedCell: wantedCell).columns
        var cell = wantedCell
        let end = larger ? zoomRange.upperBound : zoomRange.lowerBound
        while cell != end {
            // A quarter a step: 64, 80, 100, 125 … as the eye sees it, even.
            let next = larger ? cell * 5 / 4 : cell * 4 / 5
            cell = min(max(next, zoomRange.lowerBound), zoomRange.upperBound)
            if CellGrid(width: width, wantedCell: cell).columns != columns { return cell }
        }
        return end
    }
}
