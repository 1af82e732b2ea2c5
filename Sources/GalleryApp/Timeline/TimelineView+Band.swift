import CGTK
import GTKKit
import Rendering

/// The rectangle that a mouse draws around photos to choose them.
extension TimelineView {
    /// How far a press has to move to be no click.
    private static let threshold = 8.0

    func attachBand(to widget: Widget) {
        guard let drag = gtk_gesture_drag_new() else { return }
        drag.connect("drag-begin") { [weak self] arguments in
            self?.beginBand(drag, x: arguments.double(1), y: arguments.double(2))
        }
        drag.connect("drag-update") { [weak self] arguments in
            self?.moveBand(drag, byX: arguments.double(1), y: arguments.double(2))
        }
        for signal in ["drag-end", "cancel"] {
            drag.connect(signal) { [weak self] _ in self?.endBand() }
        }
        gtk_widget_add_controller(widget, drag)
    }

    private func beginBand(_ drag: OpaquePointer, x: Double, y: Double) {
        // A finger scrolls.
        if let device = gtk_event_controller_get_current_event_device(drag),
            gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
        {
            gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
            return
        }
        band = RubberBand(x: x, y: y, top: viewport.top)
    }

    private func moveBand(_ drag: OpaquePointer, byX x: Double, y: Double) {
        guard var band else { return }
        if band.tick == nil {
            guard abs(x) > Self.threshold || abs(y) > Self.threshold else { return }
            // From now on it is no click.
            gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
            let state = gtk_event_controller_get_current_event_state(drag).rawValue
            let adds = GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue
            if state & adds == 0 { selection.clear() }
            selection.keep()
            band.tick = widget?.addTick { [weak self] time in
                self?.scrollWithBand(at: time) ?? false
            }
        }
        var pressed = (x: 0.0, y: 0.0)
        gtk_gesture_drag_get_start_point(drag, &pressed.x, &pressed.y)
        band.pointer = (pressed.x + x, pressed.y + y)
        chooseWith(band)
    }

    /// Brings the rectangle to the pointer and chooses what it touches.
    private func chooseWith(_ band: RubberBand) {
        var band = band
        band.follow(top: viewport.top, width: Double(width), height: layout.height)
        self.band = band
        selection.choose(band.positions(in: layout), in: layout.snapshot)
        requestFrames()
    }

    private func scrollWithBand(at microseconds: Int) -> Bool {
        guard var band else { return false }
        let distance = band.scroll(at: microseconds, height: Double(height))
        self.band = band
        guard distance != 0 else { return true }
        let most = max(0, layout.height - Double(height))
        scroll(to: max(0, min(most, viewport.top + distance)))
        chooseWith(band)
        return true
    }

    private func endBand() {
        guard let band else { return }
        self.band = nil
        guard let tick = band.tick else { return }
        widget?.removeTick(tick)
        selection.keep()
        requestFrames()
    }
}
