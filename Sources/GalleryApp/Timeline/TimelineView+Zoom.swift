import CGTK
import GTKKit
import Rendering

extension TimelineView {
    /// Listens to Ctrl and the wheel, and to two fingers.
    func attachZoom(to widget: Widget) {
        let flags = GtkEventControllerScrollFlags(
            rawValue: GTK_EVENT_CONTROLLER_SCROLL_VERTICAL.rawValue)
        guard let wheel = gtk_event_controller_scroll_new(flags), let pinch = gtk_gesture_zoom_new()
        else { return }
        // Before the scrolled window, which would take the wheel for itself.
        gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
        var turned = 0.0
        wheel.connect("scroll") { [weak self] arguments in
            let state = gtk_event_controller_get_current_event_state(wheel)
            guard state.rawValue & GDK_CONTROL_MASK.rawValue != 0 else {
                arguments.answer(false)
                return
            }
            // A touchpad turns in small parts: one step for each whole one.
            turned += arguments.double(2)
            if abs(turned) >= 1 {
                self?.zoom(larger: turned < 0)
                turned = 0
            }
            arguments.answer(true)
        }
        gtk_widget_add_controller(widget, wheel)
        var start = CellGrid.standardCell
        pinch.connect("begin") { [weak self] _ in
            start = self?.layout.wantedCell ?? start
        }
        pinch.connect("scale-changed") { [weak self] arguments in
            let range = CellGrid.zoomRange
            let wanted = Double(start) * arguments.double(1)
            let cell = min(max(wanted, Double(range.lowerBound)), Double(range.upperBound))
            var (x, y) = (0.0, 0.0)
            let isKnown = gtk_gesture_get_bounding_box_center(pinch, &x, &y) != 0
            self?.pinch(to: Int(cell), at: isKnown ? (x, y) : nil)
        }
        gtk_widget_add_controller(widget, pinch)
    }

    /// Makes cells one step larger or smaller; the photo under the pointer
    /// stays there, else the one that the keyboard is at, else the middle.
    package func zoom(larger: Bool) {
        let wanted = CellGrid.zoomed(
            from: layout.wantedCell, larger: larger, width: layout.grid.width)
        setWantedCell(wanted, keeping: zoomAnchor(at: pointer))
    }

    /// Goes back to the size of a new window.
    func resetZoom() {
        setWantedCell(CellGrid.standardCell, keeping: zoomAnchor(at: pointer))
    }

    private func pinch(to wanted: Int, at point: (x: Double, y: Double)?) {
        setWantedCell(wanted, keeping: zoomAnchor(at: point ?? pointer))
    }

    private func zoomAnchor(at point: (x: Double, y: Double)?) -> Anchor {
        let viewport = viewport
        if let point {
            return Anchor(layout, viewport, under: point.x, viewport.top + point.y)
        }
        if let focus, let place = placeInSight(of: focus) {
            let y = Double(place.origin.y) + Double(place.size.height) / 2
            return Anchor(
                layout, viewport, under: Double(place.origin.x) + 1, viewport.top + y)
        }
        return Anchor(layout, viewport, nearestTo: readingPosition)
    }
}
