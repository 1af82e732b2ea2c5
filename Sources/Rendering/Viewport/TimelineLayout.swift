import Photos
public import Timeline

/// A snapshot laid out for a window: rows from top to bottom, cells from
/// left to right. Lengths are logical pixels, whole ones but for scrolling.
///
/// A value: copies are independent and share what they have in common.
public struct TimelineLayout: Sendable {
    /// The header of an event, with the space above it.
    public static let headerHeight = 56
    /// The heading above the first event of a month.
    public static let monthHeight = 52

    public private(set) var rows: RowLayout
    public private(set) var grid: CellGrid
    /// The width that cells should have, about: the zoom.
    public private(set) var wantedCell: Int

    /// Events of more than two screens or so show three rows at first.
    public static let standardFolding = Folding(photos: 60, rows: 3)

    /// - Parameter folding: nil to show all events whole.
    /// - Complexity: O(events).
    public init(
        _ snapshot: Snapshot, width: Int, wantedCell: Int = CellGrid.standardCell,
        folding: Folding? = standardFolding
    ) {
        self.wantedCell = wantedCell
        grid = CellGrid(width: width, wantedCell: wantedCell)
        rows = RowLayout(snapshot, metrics: Self.metrics(of: grid, folding))
    }

    public var snapshot: Snapshot { rows.snapshot }
    public var height: Double { rows.height }

    /// Takes in a newer snapshot.
    /// - Complexity: O(k log n) for k changes since the last one.
    public mutating func update(to snapshot: Snapshot) {
        rows.update(to: snapshot)
    }

    /// Lays out anew for another width or zoom.
    ///
    /// - Parameter prepared: rows made ahead of time; those that fit are taken.
    /// - Complexity: O(1) while the number of columns stays or prepared rows
    ///   have it, else O(events).
    public mutating func resize(
        width: Int, wantedCell: Int, prepared: PreparedRows = PreparedRows()
    ) {
        self.wantedCell = wantedCell
        let newGrid = CellGrid(width: width, wantedCell: wantedCell)
        guard newGrid != grid else { return }
        if newGrid.columns != grid.columns, let made = prepared.rows(newGrid.columns, like: rows) {
            rows = made
        }
        grid = newGrid
        rows.setMetrics(Self.metrics(of: newGrid, rows.metrics.folding))
    }

    /// Shows an event whole, or folds it if it has many photos.
    /// - Precondition: the timeline has such an event.
    /// - Complexity: O(log n).
    public mutating func setOpened(_ isOpened: Bool, eventAt index: Int) {
        rows.setOpened(isOpened, eventAt: index)
    }

    /// Opens the event that a photo is folded away in.
    ///
    /// - Returns: whether it was.
    /// - Precondition: there is a photo at `position`.
    /// - Complexity: O(log n).
    @discardableResult
    public mutating func unfold(_ position: Int) -> Bool {
        guard rows.row(ofPosition: position).hidden.contains(position) else { return false }
        rows.setOpened(true, eventAt: snapshot.eventIndex(ofPosition: position))
        return true
    }

    /// The cells that touch [`top`, `bottom`), in the order of the timeline.
    /// - Complexity: O(log n + cells).
    public func cells(from top: Double, to bottom: Double) -> [Cell] {
        guard bottom > top, !snapshot.isEmpty else { return [] }
        var cells: [Cell] = []
        for row in rows.rows(from: top, height: bottom - top) {
            guard case .photos(_, let positions) = row.content else { continue }
            let cellBottom = row.top + Double(grid.cellHeight)
            guard cellBottom > top, row.top < bottom else { continue }
            snapshot.forEachPhoto(in: positions) { position, record in
                let frame = frame(ofColumn: position - positions.lowerBound, in: row)
                cells.append(
                    Cell(
                        position: position, record: record, frame: frame,
                        side: grid.widestCell))
            }
        }
        return cells
    }

    /// The cells of folded events that touch [`top`, `bottom`), in the order
    /// of the timeline.
    /// - Complexity: O(log n + rows).
    public func folds(from top: Double, to bottom: Double) -> [FoldCell] {
        guard bottom > top, !snapshot.isEmpty else { return [] }
        return rows.rows(from: top, height: bottom - top).compactMap { row in
            fold(of: row).flatMap { $0.frame.bottom > top ? $0 : nil }
        }
    }

    /// The cell of a folded event that is at a point.
    /// - Complexity: O(log n).
    public func fold(atX x: Double, y: Double) -> FoldCell? {
        guard x >= 0, y >= 0, y < height, let row = rows.row(atHeight: y),
            let fold = fold(of: row), x >= fold.frame.x, x < fold.frame.x + fold.frame.width,
            y < fold.frame.bottom
        else { return nil }
        return fold
    }

    private func fold(of row: Row) -> FoldCell? {
        guard !row.hidden.isEmpty, case .photos(let event, let positions) = row.content
        else { return nil }
        return FoldCell(
            event: event, hidden: row.hidden, frame: frame(ofColumn: positions.count, in: row))
    }

    /// The place of the photo at a position, or of the cell that stands for
    /// it.
    /// - Complexity: O(log n).
    public func frame(ofPosition position: Int) -> CellFrame {
        let row = rows.row(ofPosition: position)
        guard case .photos(_, let positions) = row.content else {
            return CellFrame(x: 0, y: row.top, width: Double(grid.width), height: row.height)
        }
        let column = min(position - positions.lowerBound, positions.count)
        return frame(ofColumn: column, in: row)
    }

    /// The position of the photo whose cell is at a point; nil for headers,
    /// gaps and the empty end of a row.
    /// - Complexity: O(log n).
    public func position(atX x: Double, y: Double) -> Int? {
        guard x >= 0, x < Double(grid.width), y >= 0, y < height,
            let row = rows.row(atHeight: y), case .photos(_, let positions) = row.content
        else { return nil }
        let column = grid.column(atX: x)
        let frame = frame(ofColumn: column, in: row)
        guard column < positions.count, x < frame.x + frame.width, y < frame.bottom else {
            return nil
        }
        return positions.lowerBound + column
    }

    private func frame(ofColumn column: Int, in row: Row) -> CellFrame {
        let span = grid.span(ofColumn: column)
        return CellFrame(
            x: Double(span.x), y: row.top, width: Double(span.width),
            height: Double(grid.cellHeight))
    }

    private static func metrics(of grid: CellGrid, _ folding: Folding?) -> RowMetrics {
        RowMetrics(
            columns: grid.columns, cellHeight: Double(grid.rowPitch),
            headerHeight: Double(headerHeight), monthHeight: Double(monthHeight),
            folding: folding)
    }
}
