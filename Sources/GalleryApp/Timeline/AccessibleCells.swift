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

    /// Puts a child at the place of each cell.
    mutating func place(
        _ visible: [Cell], in parent: Widget, top: Double, label: (HotRecord) -> String
    ) {
        let photos = Set(visible.map(\.record.luid))
        for (photo, cell) in cells where !photos.contains(photo) {
            gtk_widget_set_child_visible(cell, 0)
            pool.append(cell)
            cells[photo] = nil
        }
        for cell in visible {
            let child = child(for: cell.record, in: parent, label: label)
            child.allocate(
                x: Int(cell.frame.x), y: Int(cell.frame.y - top),
                width: Int(cell.frame.width), height: Int(cell.frame.height))
        }
    }

    private mutating func child(
        for record: HotRecord, in parent: Widget, label: (HotRecord) -> String
    ) -> Widget {
        if let child = cells[record.luid] { return child }
        let child = pool.popLast() ?? AccessibleCell.make(in: parent)
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
    /// Brings assistive technology up to date with what is in sight.
    func placeAccessibleCells() {
        guard let widget else { return }
        let viewport = viewport
        let visible = layout.cells(from: viewport.top, to: viewport.bottom)
        accessibleCells.place(visible, in: widget, top: viewport.top) { accessibleLabel(of: $0) }
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
