import CGTK
import GTKKit
import Photos
import Rendering

/// The children that stand for the photos in sight to assistive technology:
/// one each, taken from a pool and given back as photos leave.
struct AccessibleCells {
    private var cells: [LUID: Widget] = [:]
    private var pool: [Widget] = []

    /// The cells in use, by photo.
    var count: Int { cells.count }

    /// The cell of a photo in sight.
    func cell(of photo: LUID) -> Widget? {
        cells[photo]
    }

    /// Makes children enough for so many cells. Not while GTK lays out: a
    /// child that comes then asks for a new layout of all that is above it.
    mutating func reserve(_ number: Int, in parent: Widget) {
        while cells.count + pool.count < number {
            let cell = AccessibleCell.make(in: parent)
            gtk_widget_set_child_visible(cell, 0)
            pool.append(cell)
        }
    }

    /// Puts a child at the place of each cell.
    /// - Returns: false when more have to be reserved for that first.
    mutating func place(
        _ visible: [Cell], top: Double, label: (HotRecord) -> String
    ) -> Bool {
        let photos = Set(visible.map(\.record.luid))
        for (photo, cell) in cells where !photos.contains(photo) {
            gtk_widget_set_child_visible(cell, 0)
            pool.append(cell)
            cells[photo] = nil
        }
        for cell in visible {
            guard let child = child(for: cell.record, label: label) else { return false }
            child.allocate(
                x: Int(cell.frame.x), y: Int(cell.frame.y - top),
                width: Int(cell.frame.width), height: Int(cell.frame.height))
        }
        return true
    }

    private mutating func child(
        for record: HotRecord, label: (HotRecord) -> String
    ) -> Widget? {
        if let child = cells[record.luid] { return child }
        guard let child = pool.popLast() else { return nil }
        gtk_widget_set_child_visible(child, 1)
        child.setAccessibleLabel(label(record))
        cells[record.luid] = child
        return child
    }

    mutating func unparentAll() {
        for cell in cells.values + pool {
            gtk_widget_unparent(cell)
        }
        cells = [:]
        pool = []
    }
}

extension TimelineView {
    /// Brings assistive technology up to date with what is in sight, within
    /// GTK's layout.
    func placeAccessibleCells() {
        let viewport = viewport
        let visible = layout.cells(from: viewport.top, to: viewport.bottom)
        let isDone = accessibleCells.place(visible, top: viewport.top) { accessibleLabel(of: $0) }
        guard !isDone else { return }
        MainLoop.whenIdle { [weak self] in
            self?.updateAccessibleCells()
            return false
        }
    }

    /// Likewise, from outside the layout: with the next one.
    func updateAccessibleCells() {
        guard let widget else { return }
        let viewport = viewport
        let visible = layout.cells(from: viewport.top, to: viewport.bottom)
        accessibleCells.reserve(visible.count, in: widget)
        gtk_widget_queue_allocate(widget)
    }

    /// "Photo, Friday, 9 May 2014, 14:02".
    func accessibleLabel(of record: HotRecord) -> String {
        var parts: [String] = []
        if record.flags.contains(.video) {
            parts.append("Video, \(dates.length(seconds: Int(record.durationSeconds)))")
        } else {
            parts.append("Photo")
        }
        parts.append(record.taken.map { dates.moment($0) } ?? "without a date")
        if record.flags.contains(.unreadablePicture) { parts.append("can't be shown") }
        return parts.joined(separator: ", ")
    }
}
