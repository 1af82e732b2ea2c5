import Photos
@testable import Timeline

/// The rows of a snapshot, made one after the other.
struct NaiveRows {
    private(set) var rows: [Row] = []
    private(set) var height = 0.0

    init(_ snapshot: Snapshot, _ metrics: RowMetrics, collapsed: Set<EventID>) {
        var month: CalendarMonth??
        for (index, event) in snapshot.events.enumerated() {
            let date = snapshot[event.firstPosition].taken?.date
            let own = date.map { CalendarMonth(year: $0.year, month: $0.month) }
            if let monthHeight = metrics.monthHeight, month != .some(own) {
                append(.month(own), monthHeight)
            }
            month = .some(own)
            append(.header(event: index), metrics.headerHeight)
            if collapsed.contains(event.id) { continue }
            for first in stride(
                from: event.positions.lowerBound, to: event.positions.upperBound,
                by: metrics.columns)
            {
                let end = min(first + metrics.columns, event.positions.upperBound)
                append(.photos(event: index, positions: first..<end), metrics.cellHeight)
            }
        }
    }

    private mutating func append(_ content: Row.Content, _ height: Double) {
        rows.append(Row(index: rows.count, top: self.height, height: height, content: content))
        self.height += height
    }
}
