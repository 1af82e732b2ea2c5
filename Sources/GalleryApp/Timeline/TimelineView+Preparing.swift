import Rendering

extension TimelineView {
    /// Below so many events other columns are counted within a frame.
    private static let eventsAtOnce = 2_000

    /// Counts the rows for one column more and one less, and for those of a
    /// zoom, on another thread.
    /// What comes out is looked at when it is used: it may be out of date by
    /// then.
    func prepareRows() {
        let layout = layout
        guard layout.snapshot.eventCount > Self.eventsAtOnce else { return }
        let place = (
            layout.snapshot.version, layout.grid.columns, layout.rows.openedEvents.count
        )
        guard preparing.map({ $0 != place }) ?? true else { return }
        preparing = place
        Task { [weak self] in
            let rows = await Task.detached(priority: .userInitiated) {
                PreparedRows(near: layout)
            }.value
            self?.prepared = rows
        }
    }
}
