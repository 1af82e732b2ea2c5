import CGTK
import GTKKit
import Rendering

/// The whole timeline along its right edge: the years, where one is, and a
/// handle that goes anywhere at once. It shows while one scrolls or points
/// at it.
package final class Scrubber: Canvas {
    /// Logical pixels: the handle and what can be grabbed.
    static let width = 24
    private static let handle = (width: 6.0, length: 48.0)
    /// Between two years.
    private static let spacing = 26.0

    private let timeline: TimelineView
    /// What stands beside the scrubber while it is dragged.
    private let bubble: Widget
    private let years: ScrubberYears
    private var scale: ScrubberScale?
    private var laidOutHeight = -1.0
    private var size = (width: 0.0, height: 0.0)
    private var texts = TextCache()
    private var hiding: LoopSource?
    private var isPointedAt = false
    package private(set) var isDragged = false

    /// The words in the bubble.
    package var words: String {
        gtk_label_get_text(bubble.opaque).map { String(cString: $0) } ?? ""
    }

    init(_ timeline: TimelineView, over overlay: Widget) {
        self.timeline = timeline
        bubble = gtk_label_new("")
        years = ScrubberYears()
        super.init()
        let widget = makeWidget(name: "scrubber", role: GTK_ACCESSIBLE_ROLE_SCROLLBAR)
        widget.setAccessibleLabel("Date")
        gtk_widget_set_halign(widget, GTK_ALIGN_END)
        gtk_widget_set_cursor_from_name(widget, "default")
        let yearsWidget = years.makeWidget(name: "years", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_widget_set_halign(yearsWidget, GTK_ALIGN_END)
        gtk_widget_set_margin_end(yearsWidget, gint(Self.width))
        gtk_widget_set_can_target(yearsWidget, 0)
        gtk_widget_add_css_class(bubble, "bubble")
        gtk_widget_set_halign(bubble, GTK_ALIGN_END)
        gtk_widget_set_valign(bubble, GTK_ALIGN_START)
        gtk_widget_set_margin_end(bubble, gint(Self.width + 4))
        gtk_widget_set_can_target(bubble, 0)
        gtk_widget_set_visible(bubble, 0)
        for part in [yearsWidget, bubble, widget] {
            gtk_overlay_add_overlay(overlay.opaque, part)
        }
        attachInput(to: widget)
        timeline.onPlace = { [weak self] in self?.placeChanged() }
    }

    package override func measure(
        _ orientation: GtkOrientation
    ) -> (minimum: Int, natural: Int) {
        orientation == GTK_ORIENTATION_HORIZONTAL ? (Self.width, Self.width) : (0, 0)
    }

    package override func allocate(width: Int, height: Int) {
        size = (Double(width), Double(height))
        scale = nil
    }

    package override func draw(with painter: Painter) {
        guard let widget, isShown, !timeline.layout.snapshot.isEmpty else { return }
        let y = currentScale().y(ofTop: timeline.viewport.top)
        let width = isDragged || isPointedAt ? Self.handle.width + 4 : Self.handle.width
        painter.roundedFill(
            graphene_rect_t(
                x: size.width - width - 4, y: y, width: width, height: Self.handle.length),
            radius: width / 2, with: widget.textColour.withAlpha(isDragged ? 0.9 : 0.6))
    }

    package override func styleChanged() {
        texts.removeAll()
    }

    package override func disposed() {
        hiding?.cancel()
        hiding = nil
    }

    /// Puts the handle's middle at a height and the timeline at what it
    /// stands for, as a drag does.
    package func drag(toY y: Double) {
        isDragged = true
        timeline.scroll(to: currentScale().top(atY: y - Self.handle.length / 2))
        showBubble()
    }

    /// Puts the handle at a share of its way, from 0 to 1.
    package func drag(toShare share: Double) {
        let scale = currentScale()
        drag(toY: share * scale.length + Self.handle.length / 2)
    }

    package func endDrag() {
        isDragged = false
        gtk_widget_set_visible(bubble, 0)
        show()
    }

    // MARK: - Showing

    private var isShown: Bool {
        widget.map { gtk_widget_has_css_class($0, "shown") != 0 } ?? false
    }

    private func placeChanged() {
        guard !timeline.layout.snapshot.isEmpty else { return }
        show()
        if isDragged { showBubble() }
    }

    private func currentScale() -> ScrubberScale {
        // Another height of the timeline: other photos, or another width.
        if let scale, timeline.layout.height == laidOutHeight { return scale }
        let made = ScrubberScale(
            timeline.layout, viewportHeight: timeline.viewport.height,
            length: size.height - Self.handle.length, spacing: Self.spacing)
        laidOutHeight = timeline.layout.height
        scale = made
        years.show(made.marks, offset: Self.handle.length / 2)
        return made
    }

    /// Shows the scrubber for a while.
    private func show() {
        guard let widget else { return }
        _ = currentScale()
        gtk_widget_add_css_class(widget, "shown")
        gtk_widget_queue_draw(widget)
        showYears()
        hiding?.cancel()
        hiding = MainLoop.after(milliseconds: 1500) { [weak self] in
            guard let self, let widget = self.widget else { return false }
            if isDragged || isPointedAt { return true }
            hiding = nil
            gtk_widget_remove_css_class(widget, "shown")
            showYears()
            return false
        }
    }

    /// Years stand beside the handle while it is used.
    private func showYears() {
        guard let widget = years.widget else { return }
        if isShown, isDragged || isPointedAt {
            gtk_widget_add_css_class(widget, "shown")
        } else {
            gtk_widget_remove_css_class(widget, "shown")
        }
    }

    private func showBubble() {
        let viewport = timeline.viewport
        gtk_label_set_text(bubble.opaque, timeline.periodText(in: viewport))
        var height: gint = 0
        gtk_widget_measure(bubble, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
        // GTK counts the margin to a widget's size.
        height -= gtk_widget_get_margin_top(bubble)
        let middle = currentScale().y(ofTop: viewport.top) + Self.handle.length / 2
        let top = min(max(0, middle - Double(height) / 2), size.height - Double(height))
        gtk_widget_set_margin_top(bubble, gint(max(0, top)))
        gtk_widget_set_visible(bubble, 1)
    }

    // MARK: - Input

    private func attachInput(to widget: Widget) {
        guard let drag = gtk_gesture_drag_new(), let motion = gtk_event_controller_motion_new()
        else { return }
        var start = 0.0
        drag.connect("drag-begin") { [weak self] arguments in
            start = arguments.double(2)
            self?.drag(toY: start)
        }
        drag.connect("drag-update") { [weak self] arguments in
            self?.drag(toY: start + arguments.double(2))
        }
        drag.connect("drag-end") { [weak self] _ in self?.endDrag() }
        gtk_widget_add_controller(widget, drag)
        motion.connect("enter") { [weak self] _ in self?.point(true) }
        motion.connect("leave") { [weak self] _ in self?.point(false) }
        gtk_widget_add_controller(widget, motion)
    }

    private func point(_ isPointedAt: Bool) {
        self.isPointedAt = isPointedAt
        guard !timeline.layout.snapshot.isEmpty else { return }
        show()
    }
}
