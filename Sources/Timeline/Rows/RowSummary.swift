/// What a run of neighbouring photos contributes to the layout: an element
/// that can be joined with those of the runs beside it.
struct RowSummary: Equatable {
    /// Photos before the first event that begins in the run: they belong to
    /// one that began earlier.
    var head: Int32 = 0
    /// Events that begin in the run.
    var events: Int32 = 0
    /// Rows of cells of the events that begin in the run, but for the last.
    var cellRows: Int32 = 0
    /// Month headings of the events that begin in the run, but for the first.
    var months: Int32 = 0
    /// Photos from the beginning of the last event on.
    var tail: Int32 = 0
    /// Months of the first and the last event that begin in the run.
    var firstMonth: Int32 = 0
    var lastMonth: Int32 = 0
    /// Whether the last event that begins in the run is shown whole, however
    /// large it is.
    var isTailOpened = false

    /// An event that begins and has no photos yet.
    init(eventIn month: Int32, isOpened: Bool) {
        events = 1
        firstMonth = month
        lastMonth = month
        isTailOpened = isOpened
    }

    /// Photos of an event that began earlier.
    init(photos: Int32) {
        head = photos
    }

    /// The run with another behind it.
    /// - Complexity: O(1).
    func joined(with next: RowSummary, _ rule: RowRule) -> RowSummary {
        var joined = self
        if next.events == 0 {
            if events == 0 { joined.head += next.head } else { joined.tail += next.head }
            return joined
        }
        if events == 0 {
            joined = next
            joined.head += head
            return joined
        }
        joined.events += next.events
        joined.cellRows += rule.rows(tail + next.head, isOpened: isTailOpened) + next.cellRows
        joined.months += next.months + (lastMonth == next.firstMonth ? 0 : 1)
        joined.tail = next.tail
        joined.lastMonth = next.lastMonth
        joined.isTailOpened = next.isTailOpened
        return joined
    }

    /// What lies above the first event of `next`, when this is the run from
    /// the beginning of the timeline.
    /// - Complexity: O(1).
    func counts(before next: RowSummary, _ rule: RowRule) -> RowCounts {
        RowCounts(
            months: events == 0 ? 0 : Int(months) + 1, headers: Int(events),
            cellRows: events == 0
                ? 0 : Int(cellRows + rule.rows(tail + next.head, isOpened: isTailOpened)))
    }
}
