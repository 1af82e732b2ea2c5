import CGTK
import Carousel
import GTKKit

/// The bar at the top: the time of what is in sight, how many photos there
/// are or what the library is doing, and the menu.
final class HeaderBar {
    let widget: Widget
    // Held: the library may have something to tell after the window is gone.
    private let title: Ref<OpaquePointer>
    private let problems: Ref<Widget>
    private let back: Ref<Widget>
    private let bringBack: Ref<Widget>
    private var count = ""
    private var progress: String?
    private var sync: String?
    private var period = ""
    private var collection: PhotoCollection?

    init() {
        widget = adw_header_bar_new()
        title = Ref(sinking: adw_window_title_new("Carousel", "").opaque)
        adw_header_bar_set_title_widget(widget.opaque, title.pointer.cast())
        back = Ref(sinking: gtk_button_new_from_icon_name("go-previous-symbolic"))
        gtk_actionable_set_detailed_action_name(back.pointer.opaque, "win.show::photos")
        gtk_widget_set_tooltip_text(back.pointer, "Back to all photos")
        back.pointer.setAccessibleLabel("Back to all photos")
        adw_header_bar_pack_start(widget.opaque, back.pointer)
        bringBack = Ref(sinking: gtk_button_new())
        gtk_actionable_set_action_name(bringBack.pointer.opaque, "win.bring-back")
        adw_header_bar_pack_start(widget.opaque, bringBack.pointer)
        for button in [back, bringBack] { gtk_widget_set_visible(button.pointer, 0) }
        let menu = gtk_menu_button_new()!
        gtk_menu_button_set_icon_name(menu.opaque, "open-menu-symbolic")
        gtk_menu_button_set_primary(menu.opaque, 1)
        gtk_widget_set_tooltip_text(menu, "Main menu")
        let model = Self.menu()
        gtk_menu_button_set_menu_model(menu.opaque, model.pointer.cast())
        adw_header_bar_pack_end(widget.opaque, menu)
        problems = Ref(sinking: gtk_button_new_from_icon_name("dialog-warning-symbolic"))
        gtk_actionable_set_action_name(problems.pointer.opaque, "win.problems")
        gtk_widget_set_visible(problems.pointer, 0)
        adw_header_bar_pack_end(widget.opaque, problems.pointer)
    }

    func show(period: String) {
        self.period = period
        showTitle()
    }

    /// What is shown instead of the timeline; nil for that.
    func show(_ collection: PhotoCollection?) {
        self.collection = collection
        for button in [back, bringBack] {
            gtk_widget_set_visible(button.pointer, collection == nil ? 0 : 1)
        }
        if let collection {
            gtk_button_set_label(bringBack.pointer.cast(), collection.bringingBack)
        }
        showTitle()
    }

    private func showTitle() {
        let text = collection?.title ?? (period.isEmpty ? "Carousel" : period)
        adw_window_title_set_title(title.pointer, text)
    }

    func show(photoCount: Int) {
        count = photoCount == 0 ? "" : EventWords.count(photos: photoCount, videos: 0)
        if photoCount == 0 { show(period: "") }
        showSubtitle()
    }

    /// - Parameter line: nil when the library rests.
    func show(progress line: String?) {
        progress = line
        showSubtitle()
    }

    /// - Parameter line: what the server's state is, nil when it is as it
    ///   should be.
    func show(sync line: String?) {
        sync = line
        showSubtitle()
    }

    /// Offers the list of problems while there are any.
    func show(problems number: Int) {
        gtk_widget_set_visible(problems.pointer, number > 0 ? 1 : 0)
        let text = ProblemsWindow.words(number)
        gtk_widget_set_tooltip_text(problems.pointer, text)
        problems.pointer.setAccessibleLabel(text)
    }

    private func showSubtitle() {
        let rest = [count, sync ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
        adw_window_title_set_subtitle(title.pointer, progress ?? rest)
    }

    private static func menu() -> Ref<OpaquePointer> {
        let menu = Ref(adopting: g_menu_new())
        let sections = [
            [
                ("Add folder…", "win.add-folder"), ("Folders", "win.folders"),
                ("Conversations", "win.conversations"), ("Pause syncing", "win.pause-sync"),
            ],
            [
                ("All photos", "win.show::photos"),
                (PhotoCollection.hidden.title, "win.show::hidden"),
                (PhotoCollection.deleted.title, "win.show::deleted"),
            ],
            [
                ("Share…", "win.share"), ("Favourite", "win.favourite"), ("Hide", "win.hide"),
                ("Move to trash", "win.delete"), ("Bring back", "win.bring-back"),
                ("Undo", "win.undo"), ("Choose all", "win.select-all"),
            ],
            [
                ("Larger photos", "win.zoom-in"), ("Smaller photos", "win.zoom-out"),
                ("Full screen", "win.fullscreen"),
            ],
            [
                ("Problems", "win.problems"), ("Keyboard shortcuts", "win.show-help-overlay"),
                ("About Carousel", "app.about"),
            ],
        ]
        for entries in sections {
            let section = Ref(adopting: g_menu_new())
            for (label, action) in entries {
                let item = g_menu_item_new(label, action)
                // Of a server nothing is said where there is none.
                if action == "win.pause-sync" {
                    g_menu_item_set_attribute_value(
                        item, "hidden-when", g_variant_new_string("action-disabled"))
                }
                g_menu_append_item(section.pointer, item)
                g_object_unref(item?.raw)
            }
            g_menu_append_section(menu.pointer, nil, section.pointer.cast())
        }
        return menu
    }
}
