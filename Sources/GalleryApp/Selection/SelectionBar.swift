import CGTK
import Carousel
import GTKKit

/// The bar that floats over the timeline while photos are chosen: how many,
/// and what can be done to them.
final class SelectionBar {
    private let revealer: Ref<Widget>
    private let label: Ref<Widget>
    private let hide: Ref<Widget>
    private let bringBack: Ref<Widget>
    private let delete: Ref<Widget>

    var widget: Widget { revealer.pointer }

    init() {
        revealer = Ref(sinking: gtk_revealer_new())
        label = Ref(sinking: gtk_label_new(nil))
        hide = Self.button("view-conceal-symbolic", "Hide", "win.hide")
        bringBack = Ref(sinking: gtk_button_new())
        gtk_actionable_set_action_name(bringBack.pointer.opaque, "win.bring-back")
        delete = Self.button("user-trash-symbolic", "Move to trash", "win.delete")
        let share = Self.button("emblem-shared-symbolic", "Share", "win.share")
        let favourite = Self.button("emblem-favorite-symbolic", "Favourite", "win.favourite")
        let clear = Self.button("window-close-symbolic", "Choose none", "win.select-none")
        let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
        for style in ["osd", "toolbar", "selection"] { gtk_widget_add_css_class(box, style) }
        for child in [label, share, favourite, hide, bringBack, delete, clear] {
            gtk_box_append(box.cast(), child.pointer)
        }
        gtk_revealer_set_child(widget.opaque, box)
        gtk_revealer_set_transition_type(widget.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(widget, GTK_ALIGN_END)
        // Above the place of the messages.
        gtk_widget_set_margin_bottom(widget, 72)
        show(0, in: nil)
    }

    /// - Parameter collection: what is shown instead of the timeline.
    func show(_ count: Int, in collection: PhotoCollection?) {
        gtk_label_set_text(label.pointer.opaque, Self.words(count))
        gtk_widget_set_visible(hide.pointer, collection == nil ? 1 : 0)
        gtk_widget_set_visible(delete.pointer, collection == .deleted ? 0 : 1)
        gtk_widget_set_visible(bringBack.pointer, collection == nil ? 0 : 1)
        if let collection {
            gtk_button_set_label(bringBack.pointer.cast(), collection.bringingBack)
        }
        gtk_revealer_set_reveal_child(widget.opaque, count > 0 ? 1 : 0)
        // Nothing to press for a screen reader or the keyboard while it is away.
        gtk_widget_set_can_focus(widget, count > 0 ? 1 : 0)
        gtk_widget_set_can_target(widget, count > 0 ? 1 : 0)
    }

    private static func words(_ count: Int) -> String {
        "\(EventWords.grouped(count)) chosen"
    }

    private static func button(_ icon: String, _ words: String, _ action: String) -> Ref<Widget> {
        let button = Ref<Widget>(sinking: gtk_button_new_from_icon_name(icon))
        gtk_actionable_set_action_name(button.pointer.opaque, action)
        gtk_widget_set_tooltip_text(button.pointer, words)
        button.pointer.setAccessibleLabel(words)
        return button
    }
}
