import Timeline

/// The rows of a timeline for numbers of columns that the next zoom or resize
/// may bring. Counting them takes some milliseconds for a million photos,
/// which is too long for a frame: they are made ahead, on another thread.
public struct PreparedRows: Sendable {
    private let made: [RowLayout]

    public init() {
        made = []
    }

    /// - Complexity: O(events).
    public init(near layout: TimelineLayout) {
        let (columns, width) = (layout.grid.columns, layout.grid.width)
        let zoomed = [true, false].map { larger in
            let cell = CellGrid.zoomed(from: layout.wantedCell, larger: larger, width: width)
            return CellGrid(width: width, wantedCell: cell).columns
        }
        let next = Set([columns - 1, columns + 1] + zoomed).subtracting([0, columns])
        made = next.map { columns in
            var rows = layout.rows
            var metrics = rows.metrics
            metrics.columns = columns
            rows.setMetrics(metrics)
            return rows
        }
    }

    /// The rows with so many columns of what `rows` shows, when they have
    /// been made and are up to date.
    /// - Complexity: O(1) where no event was opened.
    func rows(_ columns: Int, like rows: RowLayout) -> RowLayout? {
        made.first {
            $0.metrics.columns == columns && $0.snapshot.isIdentical(to: rows.snapshot)
                && $0.metrics.folding == rows.metrics.folding
                && $0.openedEvents == rows.openedEvents
        }
    }
}
