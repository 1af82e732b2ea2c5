import CGTK
import GTKKit
import Photos
import Rendering

/// The children that stand for the cells in sight to assistive technology:
/// one each, in their order, taken from a pool and given back as cells leave.
struct AccessibleCells {
    /// A cell in sight.
    struct Item {
        /// Of a folded event's cell the first photo that it stands for.
        let photo: LUID
        let frame: CellFrame
        let record: HotRecord
        /// Photos that it stands for; 0 for a photo's own cell.
        let hidden: Int
        var isChosen = false
    }

    private var cells: [LUID: Widget] = [:]
    private var pool: [Widget] = []
    /// What each cell was last labelled as: photos it stands for.
    private var labelled: [LUID: Int] = [:]

    /// The cells in use.
    var count: Int { cells.count }

    /// The cell of a photo in sight.
    func cell(of photo: LUID) -> Widget? {
        cells[photo]
    }

    /// Gives every photo in sight its child. Not while GTK lays out: a child
    /// that comes or moves then asks for a new layout of all that is above it.
    mutating func assign(_ visible: [Item], in parent: Widget, label: (Item) -> String) {
        let photos = Set(visible.map(\.photo))
        for (photo, cell) in cells where !photos.contains(photo) {
            release(cell, in: parent)
            pool.append(cell)
            cells[photo] = nil
            labelled[photo] = nil
        }
        var previous: Widget?
        for cell in visible {
            let child = child(for: cell, in: parent, label: label)
            if gtk_widget_get_prev_sibling(child) != previous {
                gtk_widget_insert_after(child, parent, previous)
            }
            previous = child
        }
    }

    /// Puts the children where their cells are, within GTK's layout.
    /// - Returns: false when other photos are in sight than were assigned.
    func place(_ visible: [Item], top: Double) -> Bool {
        var isAssigned = visible.count == cells.count
        for cell in visible {
            guard let child = cells[cell.photo] else {
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

    /// Gives the keyboard to a photo's cell, so that it is announced; to the
    /// whole when the photo is out of sight.
    func focus(_ photo: LUID, in parent: Widget) {
        guard let child = cells[photo] else {
            gtk_widget_grab_focus(parent)
            return
        }
        gtk_widget_set_focusable(child, 1)
        gtk_widget_grab_focus(child)
        // Tab leaves the timeline: it does not go from cell to cell.
        for (other, cell) in cells where other != photo {
            gtk_widget_set_focusable(cell, 0)
        }
    }

    /// Takes a child out of use. The keyboard must not go with it.
    private func release(_ child: Widget, in parent: Widget) {
        if gtk_widget_has_focus(child) != 0 { gtk_widget_grab_focus(parent) }
        gtk_widget_set_focusable(child, 0)
        gtk_widget_set_child_visible(child, 0)
    }

    private mutating func child(
        for item: Item, in parent: Widget, label: (Item) -> String
    ) -> Widget {
        if let child = cells[item.photo] {
            child.setAccessibleSelected(item.isChosen)
            if labelled[item.photo] != item.hidden { child.setAccessibleLabel(label(item)) }
            labelled[item.photo] = item.hidden
            return child
        }
        let child = pool.popLast() ?? AccessibleCell.make(in: parent)
        // Until it has its place.
        gtk_widget_set_child_visible(child, 0)
        child.setAccessibleLabel(label(item))
        child.setAccessibleSelected(item.isChosen)
        cells[item.photo] = child
        labelled[item.photo] = item.hidden
        return child
    }

    mutating func unparentAll() {
        for cell in cells.values + pool {
            gtk_widget_unparent(cell)
        }
        cells = [:]
        pool = []
        labelled = [:]
    }
}

extension TimelineView {
    /// Places what assistive technology sees, within GTK's layout.
    func placeAccessibleCells() {
        let viewport = viewport
        let visible = accessibleItems(in: viewport)
        // While frames go on, they are assigned at the end of these.
        guard !accessibleCells.place(visible, top: viewport.top), tick == nil else { return }
        MainLoop.whenIdle { [weak self] in
            self?.updateAccessibleCells()
            return false
        }
    }

    /// Brings assistive technology up to date with what is in sight; with the
    /// next layout everything has its place.
    func updateAccessibleCells() {
        guard let widget else { return }
        let visible = accessibleItems(in: viewport)
        accessibleCells.assign(visible, in: widget) { item in
            item.hidden > 0
                ? "\(EventWords.grouped(item.hidden)) more photos of this event"
                : accessibleLabel(of: item.record)
        }
        gtk_widget_queue_allocate(widget)
        announceFocus()
    }

    /// Lets assistive technology know which photo the keyboard is at.
    private func announceFocus() {
        guard let widget, let focus, hasKeyboard else { return }
        accessibleCells.focus(focus, in: widget)
    }

    /// Whether keys go to the timeline.
    var hasKeyboard: Bool {
        guard let widget else { return false }
        return gtk_widget_has_focus(widget) != 0
            || gtk_widget_get_state_flags(widget).rawValue
                & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// The cells in sight, in the order in which they are read.
    private func accessibleItems(in viewport: Viewport) -> [AccessibleCells.Item] {
        let photos = layout.cells(from: viewport.top, to: viewport.bottom).map {
            AccessibleCells.Item(
                photo: $0.record.luid, frame: $0.frame, record: $0.record, hidden: 0,
                isChosen: selection.contains($0.record.luid))
        }
        let folds = layout.folds(from: viewport.top, to: viewport.bottom).map { fold in
            let first = layout.snapshot[fold.hidden.lowerBound]
            return AccessibleCells.Item(
                photo: first.luid, frame: fold.frame, record: first, hidden: fold.hidden.count)
        }
        guard !folds.isEmpty else { return photos }
        return (photos + folds).sorted {
            ($0.frame.y, $0.frame.x) < ($1.frame.y, $1.frame.x)
        }
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
