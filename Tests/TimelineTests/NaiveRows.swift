import Photos
@testable import Timeline

/// The rows of a snapshot, made one after the other.
struct NaiveRows {
    private(set) var rows: [Row] = []
    private(set) var height = 0.0

    init(_ snapshot: Snapshot, _ metrics: RowMetrics, opened: Set<EventID>) {
        var month: CalendarMonth??
        for (index, event) in snapshot.events.enumerated() {
            let own = snapshot[event.firstPosition].taken.map { CalendarMonth(of: $0) }
            if let monthHeight = metrics.monthHeight, month != .some(own) {
                append(.month(own), monthHeight)
            }
            month = .some(own)
            append(.header(event: index), metrics.headerHeight)
            appendCells(of: event, index, metrics, isOpened: opened.contains(event.id))
        }
    }

    private mutating func appendCells(
        of event: EventSummary, _ index: Int, _ metrics: RowMetrics, isOpened: Bool
    ) {
        let count = event.photoCount
        let whole = (count + metrics.columns - 1) / metrics.columns
        guard let folding = metrics.folding, !isOpened, count > folding.photos,
            whole > folding.rows
        else {
            return appendCells(event.positions, index, metrics)
        }
        guard folding.rows > 0 else { return }
        let shown = folding.rows * metrics.columns - 1
        let hidden = event.firstPosition + shown..<event.positions.upperBound
        appendCells(event.firstPosition..<hidden.lowerBound, index, metrics)
        // With a single column the last row has no photo of its own.
        if metrics.columns == 1 {
            let none = hidden.lowerBound..<hidden.lowerBound
            append(.photos(event: index, positions: none), metrics.cellHeight)
        }
        rows[rows.count - 1].hidden = hidden
    }

    private mutating func appendCells(
        _ positions: Range<Int>, _ index: Int, _ metrics: RowMetrics
    ) {
        for first in stride(
            from: positions.lowerBound, to: positions.upperBound, by: metrics.columns)
        {
            let end = min(first + metrics.columns, positions.upperBound)
            append(.photos(event: index, positions: first..<end), metrics.cellHeight)
        }
    }

    private mutating func append(_ content: Row.Content, _ height: Double) {
        rows.append(Row(index: rows.count, top: self.height, height: height, content: content))
        self.height += height
    }
}
