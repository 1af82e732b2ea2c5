import CGTK
import Carousel
import GTKKit

/// What fills the window below the header bar: the timeline, or one sentence
/// that says why there is none and what to do.
final class Pages {
    var widget: Widget { stack.pointer }
    // Held: the library may have something to tell after the window is gone.
    private let stack: Ref<Widget>
    private let scroller: Ref<Widget>
    /// The timeline and what lies over it.
    private let overlay: Ref<Widget>
    private(set) var scrubber: Scrubber?
    private let failure: Ref<Widget>

    init() {
        stack = Ref(sinking: gtk_stack_new())
        scroller = Ref(sinking: gtk_scrolled_window_new())
        overlay = Ref(sinking: gtk_overlay_new())
        failure = Ref(
            sinking: Self.statusPage(
                icon: "dialog-warning-symbolic", title: "The library can't be opened"))
        gtk_scrolled_window_set_policy(
            scroller.pointer.opaque, GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL)
        gtk_scrolled_window_set_kinetic_scrolling(scroller.pointer.opaque, 1)
        add(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), "opening")
        gtk_overlay_set_child(overlay.pointer.opaque, scroller.pointer)
        add(overlay.pointer, "timeline")
        add(Self.emptyPage(), "empty")
        for collection in PhotoCollection.allCases {
            add(Self.emptyPage(of: collection), collection.rawValue)
        }
        add(
            Self.statusPage(
                icon: "folder-pictures-symbolic", title: "Looking for photos",
                description: "They appear here as they are found."), "searching")
        add(failure.pointer, "failure")
        gtk_stack_set_transition_type(widget.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    }

    func setTimeline(_ cells: Widget, _ timeline: TimelineView) {
        gtk_scrolled_window_set_child(scroller.pointer.opaque, cells)
        scrubber = Scrubber(timeline, over: overlay.pointer)
    }

    /// Shows the timeline, which has the keyboard from the start.
    func showTimeline() {
        guard !isShown("timeline") else { return }
        show("timeline")
        if let timeline = gtk_scrolled_window_get_child(scroller.pointer.opaque) {
            gtk_widget_grab_focus(timeline)
        }
    }

    /// - Parameter collection: of which there is nothing; nil for photos.
    func showEmpty(_ collection: PhotoCollection?) { show(collection?.rawValue ?? "empty") }
    func showSearching() { show("searching") }

    /// - Parameter text: plain text: what happened and what to do.
    func show(failure text: String) {
        let escaped = g_markup_escape_text(text, -1)
        adw_status_page_set_description(failure.pointer.opaque, escaped)
        g_free(escaped)
        show("failure")
    }

    private func isShown(_ page: String) -> Bool {
        gtk_stack_get_visible_child_name(widget.opaque).map { String(cString: $0) } == page
    }

    private func show(_ page: String) {
        gtk_stack_set_visible_child_name(widget.opaque, page)
    }

    private func add(_ page: Widget, _ name: String) {
        gtk_stack_add_named(widget.opaque, page, name)
    }

    private static func emptyPage() -> Widget {
        let page = statusPage(
            icon: "folder-pictures-symbolic", title: "No photos yet",
            description: "Add a folder, and its photos appear here in the order of time.")
        let button: Widget = gtk_button_new_with_label("Add folder…")
        gtk_widget_add_css_class(button, "pill")
        gtk_widget_add_css_class(button, "suggested-action")
        gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
        gtk_actionable_set_action_name(button.opaque, "win.add-folder")
        adw_status_page_set_child(page.opaque, button)
        return page
    }

    private static func emptyPage(of collection: PhotoCollection) -> Widget {
        let page = statusPage(
            icon: collection == .hidden ? "view-conceal-symbolic" : "user-trash-symbolic",
            title: "No \(collection.title.lowercased())", description: collection.emptySentence)
        let button: Widget = gtk_button_new_with_label("Back to all photos")
        gtk_widget_add_css_class(button, "pill")
        gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
        gtk_actionable_set_detailed_action_name(button.opaque, "win.show::photos")
        adw_status_page_set_child(page.opaque, button)
        return page
    }

    private static func statusPage(
        icon: String, title: String, description: String? = nil
    ) -> Widget {
        let page = adw_status_page_new()!
        adw_status_page_set_icon_name(page.opaque, icon)
        adw_status_page_set_title(page.opaque, title)
        adw_status_page_set_description(page.opaque, description)
        return page
    }
}
