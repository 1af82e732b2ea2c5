import CGTK
import GTKKit
import Photos
import Rendering
import Timeline

extension TimelineView {
    /// Listens to the pointer and the keyboard. Once, after `makeWidget`.
    func attachInput() {
        guard let widget else { return }
        gtk_widget_set_focusable(widget, 1)
        attachClick(to: widget)
        attachBand(to: widget)
        attachMotion(to: widget)
        attachKeys(to: widget)
        attachZoom(to: widget)
        widget.connect("notify::scale-factor") { [weak self] _ in
            self?.texts.removeAll()
            self?.requestFrames()
        }
        widget.connect("state-flags-changed") { [weak self] _ in self?.requestFrames() }
    }

    private func attachClick(to widget: Widget) {
        guard let click = gtk_gesture_click_new() else { return }
        // On release: a press may be the start of a drag or of touch scrolling.
        click.connect("released") { [weak self] arguments in
            guard let self, let widget = self.widget else { return }
            gtk_widget_grab_focus(widget)
            press(
                atX: arguments.double(2), y: arguments.double(3),
                modifiers: gtk_event_controller_get_current_event_state(click).rawValue)
        }
        gtk_widget_add_controller(widget, click)
    }

    /// Opens or chooses what is at a point: a photo, or a large event.
    private func press(atX x: Double, y: Double, modifiers: UInt32) {
        if let event = headerEvent(atY: y) {
            if layout.rows.isOpened(eventAt: event) { setOpened(false, eventAt: event) }
        } else if let fold = layout.fold(atX: x, y: y + viewport.top) {
            setOpened(true, eventAt: fold.event)
        } else if let position = layout.position(atX: x, y: y + viewport.top) {
            let photo = layout.snapshot[position].luid
            if !choose(photo, atX: x, y: y, modifiers: modifiers) { open(photo) }
        }
    }

    private func attachMotion(to widget: Widget) {
        guard let motion = gtk_event_controller_motion_new() else { return }
        for signal in ["enter", "motion"] {
            motion.connect(signal) { [weak self] arguments in
                self?.pointer = (arguments.double(1), arguments.double(2))
                self?.hover()
            }
        }
        motion.connect("leave") { [weak self] _ in
            self?.pointer = nil
            self?.hover()
        }
        gtk_widget_add_controller(widget, motion)
    }

    private func attachKeys(to widget: Widget) {
        guard let keys = gtk_event_controller_key_new() else { return }
        keys.connect("key-pressed") { [weak self] arguments in
            let handled = self?.press(
                Int32(bitPattern: arguments.unsigned(1)), modifiers: arguments.flags(3))
            arguments.answer(handled ?? false)
        }
        gtk_widget_add_controller(widget, keys)
    }

    /// - Returns: whether the key means something here.
    private func press(_ key: Int32, modifiers: UInt32) -> Bool {
        let others = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers & others == 0 else { return false }
        let focused = focus
        defer {
            if modifiers & GDK_SHIFT_MASK.rawValue != 0, focus != focused {
                extendSelection(from: focused)
            }
        }
        switch key {
        case GDK_KEY_space, GDK_KEY_KP_Space:
            guard let focus else { return false }
            selection.toggle(focus)
        case GDK_KEY_Left, GDK_KEY_KP_Left: move(.left)
        case GDK_KEY_Right, GDK_KEY_KP_Right: move(.right)
        case GDK_KEY_Up, GDK_KEY_KP_Up: move(.up)
        case GDK_KEY_Down, GDK_KEY_KP_Down: move(.down)
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: move(.pageUp)
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: move(.pageDown)
        case GDK_KEY_Home, GDK_KEY_KP_Home: move(.start)
        case GDK_KEY_End, GDK_KEY_KP_End: move(.end)
        case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
            guard let focus else { return false }
            if !unfold(focus) { open(focus) }
        case GDK_KEY_e: return toggleEventAtFocus()
        default: return onKey(key)
        }
        return true
    }

    /// Moves the keyboard's cell and brings it in sight. The first step from
    /// nowhere, or from a photo that has been scrolled away, lands on the
    /// first photo in sight.
    func move(_ step: FocusMove) {
        guard !layout.snapshot.isEmpty else { return }
        let viewport = viewport
        let position: Int
        if let current = focusInSight(viewport) {
            position = layout.position(after: step, from: current, page: viewport.height)
        } else if step == .start || step == .end {
            position = step == .start ? 0 : layout.snapshot.photoCount - 1
        } else {
            let cells = layout.cells(from: viewport.top, to: viewport.bottom)
            let whole = cells.first { $0.frame.y >= viewport.top }
            guard let first = whole ?? cells.first else { return }
            position =
                step == .pageUp || step == .pageDown
                ? layout.position(after: step, from: first.position, page: viewport.height)
                : first.position
        }
        focus = layout.snapshot[position].luid
        scroll(to: layout.top(toReveal: position, in: viewport))
        requestFrames()
        // Where the frames end, what is in sight is known to assistive
        // technology; while they go on, the photo may be already.
        updateAccessibleCells()
    }

    private func focusInSight(_ viewport: Viewport) -> Int? {
        guard let focus, let position = layout.snapshot.position(of: focus) else { return nil }
        let frame = layout.frame(ofPosition: position)
        return frame.bottom > viewport.top && frame.y < viewport.bottom ? position : nil
    }

    private func open(_ photo: LUID) {
        focus = photo
        requestFrames()
        onOpen(photo)
    }

    /// Brings a photo in sight and puts the keyboard there, as when the
    /// viewer closes.
    func reveal(_ photo: LUID) {
        unfold(photo)
        guard let position = layout.snapshot.position(of: photo) else { return }
        focus = photo
        scroll(to: layout.top(toReveal: position, in: viewport))
        requestFrames()
    }

    /// Where a photo's cell is in the widget now; nil when it is out of sight.
    func placeInSight(of photo: LUID) -> graphene_rect_t? {
        let viewport = viewport
        guard let position = layout.snapshot.position(of: photo) else { return nil }
        let frame = layout.frame(ofPosition: position)
        guard frame.bottom > viewport.top, frame.y < viewport.bottom else { return nil }
        return place(of: frame, in: viewport)
    }
}
