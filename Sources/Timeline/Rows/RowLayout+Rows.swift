extension RowLayout {
    /// Rows of all kinds.
    /// - Complexity: O(1).
    public var rowCount: Int { counts.index(metrics) }

    /// The height of all rows.
    /// - Complexity: O(1).
    public var height: Double { counts.top(metrics) }

    /// - Precondition: the layout has such a row.
    /// - Complexity: O(log n).
    public func row(at index: Int) -> Row {
        precondition(index >= 0 && index < rowCount, "row \(index) of \(rowCount)")
        // Not nil: there is a row, hence an event.
        let section = section { $0.index(metrics) <= index }.unsafelyUnwrapped
        return section.row(index - section.above.index(metrics), metrics)
    }

    /// The row at a distance from the top; the first or last row when the
    /// distance lies outside, nil when there is none at all.
    /// - Complexity: O(log n).
    public func row(atHeight y: Double) -> Row? {
        guard let section = section(where: { $0.top(metrics) <= y }) else { return nil }
        return section.row(section.place(atHeight: y, metrics), metrics)
    }

    /// The rows that are visible in [y, y + height), from top to bottom.
    /// - Complexity: O(log n + k log n) for k visible rows, most of them
    ///   O(1): within an event nothing is looked up.
    public func rows(from y: Double, height: Double) -> [Row] {
        let top = max(y, 0)
        let end = min(y + height, self.height)
        guard top < end, var section = section(where: { $0.top(metrics) <= top }) else {
            return []
        }
        var rows: [Row] = []
        var place = section.place(atHeight: top, metrics)
        while true {
            if place == section.rowCount(metrics) {
                guard let next = self.section(ofEvent: section.event + 1),
                    next.event > section.event
                else { return rows }
                section = next
                place = 0
            }
            let row = section.row(place, metrics)
            if row.top >= end { return rows }
            rows.append(row)
            place += 1
        }
    }

    /// The row that shows the photo at a position, or the cell that stands
    /// for it; the event's header when that is folded to nothing.
    /// - Precondition: the timeline has a photo there.
    /// - Complexity: O(log n).
    public func row(ofPosition position: Int) -> Row {
        let event = snapshot.eventIndex(ofPosition: position)
        // Not nil: there is a photo, hence an event.
        let section = section(ofEvent: event).unsafelyUnwrapped
        let cellRows = section.cellRowCount(metrics)
        let place = section.rowCount(metrics) - cellRows
        let cellRow = (position - section.positions.lowerBound) / metrics.columns
        return section.row(place + min(cellRow, cellRows - 1), metrics)
    }

    /// The header row of an event.
    /// - Precondition: the timeline has such an event.
    /// - Complexity: O(log n).
    public func header(ofEventAt index: Int) -> Row {
        precondition(
            index >= 0 && index < snapshot.eventCount,
            "event \(index) of \(snapshot.eventCount)")
        // Not nil: there is an event.
        let section = section(ofEvent: index).unsafelyUnwrapped
        let cellRows = section.cellRowCount(metrics)
        return section.row(section.rowCount(metrics) - cellRows - 1, metrics)
    }
}
