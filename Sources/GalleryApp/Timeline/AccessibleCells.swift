import CGTK
import GTKKit
import Photos
import Rendering

/// The children that stand for the photos in sight to assistive technology:
/// one each, in their order, taken from a pool and given back as photos leave.
struct AccessibleCells {
    private var cells: [LUID: Widget] = [:]
    private var pool: [Widget] = []

    /// The cells in use.
    var count: Int { cells.count }

    /// The cell of a photo in sight.
    func cell(of photo: LUID) -> Widget? {
        cells[photo]
    }

    /// Gives every photo in sight its child. Not while GTK lays out: a child
    /// that comes or moves then asks for a new layout of all that is above it.
    mutating func assign(_ visible: [Cell], in parent: Widget, label: (HotRecord) -> String) {
        let photos = Set(visible.map(\.record.luid))
        for (photo, cell) in cells where !photos.contains(photo) {
            gtk_widget_set_child_visible(cell, 0)
            pool.append(cell)
            cells[photo] = nil
        }
        var previous: Widget?
        for cell in visible {
            let child = child(for: cell.record, in: parent, label: label)
            if gtk_widget_get_prev_sibling(child) != previous {
                gtk_widget_insert_after(child, parent, previous)
            }
            previous = child
        }
    }

    /// Puts the children where their cells are, within GTK's layout.
    /// - Returns: false when other photos are in sight than were assigned.
    func place(_ visible: [Cell], top: Double) -> Bool {
        var isAssigned = visible.count == cells.count
        for cell in visible {
            guard let child = cells[cell.record.luid] else {
                isAssigned = false
                continue
            }
            child.allocate(
                x: Int(cell.frame.x), y: Int(cell.frame.y - top),
                width: Int(cell.frame.width), height: Int(cell.frame.height))
            gtk_widget_set_child_visible(child, 1)
        }
        return isAssigned
    }

    private mutating func child(
        for record: HotRecord, in parent: Widget, label: (HotRecord) -> String
    ) -> Widget {
        if let child = cells[record.luid] { return child }
        let child = pool.popLast() ?? AccessibleCell.make(in: parent)
        // Until it has its place.
        gtk_widget_set_child_visible(child, 0)
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
    /// Places what assistive technology sees, within GTK's layout.
    func placeAccessibleCells() {
        let viewport = viewport
        let visible = layout.cells(from: viewport.top, to: viewport.bottom)
        guard !accessibleCells.place(visible, top: viewport.top) else { return }
        MainLoop.whenIdle { [weak self] in
            self?.updateAccessibleCells()
            return false
        }
    }

    /// Brings assistive technology up to date with what is in sight; with the
    /// next layout everything has its place.
    func updateAccessibleCells() {
        guard let widget else { return }
        let viewport = viewport
        let visible = layout.cells(from: viewport.top, to: viewport.bottom)
        accessibleCells.assign(visible, in: widget) { accessibleLabel(of: $0) }
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
