import CGTK
import GTKKit

/// What lies over the picture: a bar with back, date and file, arrows at the
/// edges, and a message where there is no picture. It fades two seconds after
/// the pointer has come to rest.
final class ViewerControls {
    private static let restMilliseconds = 2000
    // Held: a picture may come, or not, after the window is gone.
    private let bar: Ref<Widget>
    private let previous: Ref<Widget>
    private let next: Ref<Widget>
    private let title: Ref<OpaquePointer>
    private let message: Ref<Widget>
    private var revealers: [Ref<Widget>] = []
    private var timer: LoopSource?
    private var lastPointer = (x: -1.0, y: -1.0)

    var onClose: () -> Void = {}
    var onMove: (Int) -> Void = { _ in }

    init() {
        title = Ref(sinking: adw_window_title_new("", "").opaque)
        bar = Ref(sinking: adw_header_bar_new())
        previous = Ref(sinking: Self.arrow("go-previous-symbolic", "Previous photo"))
        next = Ref(sinking: Self.arrow("go-next-symbolic", "Next photo"))
        message = Ref(sinking: adw_status_page_new())
        let back: Widget = gtk_button_new_from_icon_name("go-previous-symbolic")
        gtk_widget_set_tooltip_text(back, "Back to the timeline")
        adw_header_bar_pack_start(bar.pointer.opaque, back)
        adw_header_bar_set_title_widget(bar.pointer.opaque, title.pointer.cast())
        gtk_widget_add_css_class(bar.pointer, "osd")
        let page = message.pointer.opaque
        adw_status_page_set_icon_name(page, "image-missing-symbolic")
        adw_status_page_set_title(page, "This picture can't be shown")
        gtk_widget_set_visible(message.pointer, 0)
        gtk_widget_set_can_target(message.pointer, 0)
        back.connect("clicked") { [weak self] _ in self?.onClose() }
        previous.pointer.connect("clicked") { [weak self] _ in self?.onMove(-1) }
        next.pointer.connect("clicked") { [weak self] _ in self?.onMove(1) }
    }

    /// Puts everything over the picture.
    func add(to overlay: Widget) {
        gtk_overlay_add_overlay(overlay.opaque, message.pointer)
        add(bar.pointer, to: overlay, GTK_ALIGN_FILL, GTK_ALIGN_START)
        add(previous.pointer, to: overlay, GTK_ALIGN_START, GTK_ALIGN_CENTER)
        add(next.pointer, to: overlay, GTK_ALIGN_END, GTK_ALIGN_CENTER)
        overlay.connect("destroy") { [weak self] _ in
            self?.timer?.cancel()
            self?.timer = nil
        }
        guard let motion = gtk_event_controller_motion_new() else { return }
        motion.connect("motion") { [weak self] arguments in
            self?.pointerMoved(to: (arguments.double(1), arguments.double(2)))
        }
        gtk_widget_add_controller(overlay, motion)
    }

    func show(title text: String, hasPrevious: Bool, hasNext: Bool) {
        adw_window_title_set_title(title.pointer, text)
        adw_window_title_set_subtitle(title.pointer, "")
        gtk_widget_set_sensitive(previous.pointer, hasPrevious ? 1 : 0)
        gtk_widget_set_sensitive(next.pointer, hasNext ? 1 : 0)
        hideMessage()
    }

    func show(subtitle: String) {
        adw_window_title_set_subtitle(title.pointer, subtitle)
    }

    func show(message text: String) {
        // The description is markup.
        let escaped = g_markup_escape_text(text, -1)
        adw_status_page_set_description(message.pointer.opaque, escaped)
        g_free(escaped)
        gtk_widget_set_visible(message.pointer, 1)
    }

    func hideMessage() {
        gtk_widget_set_visible(message.pointer, 0)
    }

    /// Shows the controls, until the pointer rests again.
    func wake() {
        timer?.cancel()
        setRevealed(true)
        timer = MainLoop.after(milliseconds: Self.restMilliseconds) { [weak self] in
            self?.timer = nil
            self?.setRevealed(false)
            return false
        }
    }

    /// Hides the controls at once.
    func sleep() {
        timer?.cancel()
        timer = nil
        setRevealed(false)
    }

    private func pointerMoved(to point: (x: Double, y: Double)) {
        // GTK reports motion of what lies under a pointer that rests, too.
        guard point != lastPointer else { return }
        lastPointer = point
        wake()
    }

    /// Whether the controls are to be seen, or are coming.
    private(set) var areShown = false

    private func setRevealed(_ isRevealed: Bool) {
        areShown = isRevealed
        for revealer in revealers {
            gtk_revealer_set_reveal_child(revealer.pointer.opaque, isRevealed ? 1 : 0)
        }
    }

    private func add(
        _ child: Widget, to overlay: Widget, _ across: GtkAlign, _ down: GtkAlign
    ) {
        let revealer = gtk_revealer_new()!
        gtk_revealer_set_transition_type(
            revealer.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_revealer_set_child(revealer.opaque, child)
        gtk_widget_set_halign(revealer, across)
        gtk_widget_set_valign(revealer, down)
        gtk_overlay_add_overlay(overlay.opaque, revealer)
        revealers.append(Ref(retaining: revealer))
    }

    private static func arrow(_ icon: String, _ words: String) -> Widget {
        let button: Widget = gtk_button_new_from_icon_name(icon)
        gtk_widget_add_css_class(button, "osd")
        gtk_widget_add_css_class(button, "circular")
        gtk_widget_set_margin_start(button, 12)
        gtk_widget_set_margin_end(button, 12)
        gtk_widget_set_tooltip_text(button, words)
        return button
    }
}
