import CGTK
import GTKKit
import Photos

/// A photo of a conversation that the person has clicked.
struct ChosenPhoto {
    let conversation: ConversationID
    let message: ConversationView.Message
    let item: ConversationView.Item

    /// - Parameter account: the person's id at the server.
    func isLiked(by account: String?) -> Bool {
        message.likes.contains { $0.place == item.place && $0.account == account }
    }
}

/// Something that can be done with a photo.
struct PhotoChoice {
    let words: String
    let act: () async -> Void

    /// Offers choices in a popover that points at a place.
    static func offer(
        _ choices: [PhotoChoice], over parent: Widget, at place: graphene_rect_t
    ) {
        let popover = gtk_popover_new()!
        gtk_widget_set_parent(popover, parent)
        var rectangle = GdkRectangle(
            x: gint(place.origin.x), y: gint(place.origin.y), width: 1, height: 1)
        gtk_popover_set_pointing_to(popover.cast(), &rectangle)
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        for choice in choices {
            let button: Widget = gtk_button_new_with_label(choice.words)
            gtk_button_set_has_frame(button.cast(), 0)
            button.connect("clicked") { _ in
                gtk_popover_popdown(popover.cast())
                Task { await choice.act() }
            }
            gtk_box_append(column.cast(), button)
        }
        gtk_popover_set_child(popover.cast(), column)
        // Not within its own signal, which goes on with it.
        popover.connect("closed") { _ in
            MainLoop.whenIdle {
                gtk_widget_unparent(popover)
                return false
            }
        }
        gtk_popover_popup(popover.cast())
    }
}
