import CGTK
import GTKKit

/// The window that lists the keys.
enum ShortcutsWindow {
    private struct Group {
        let title: String
        /// Keys in GTK's notation, and what they do.
        let entries: [(keys: String, words: String)]
    }

    private static let groups = [
        Group(
            title: "Timeline",
            entries: [
                ("Left Right Up Down", "Go to a photo"), ("Return", "Open the photo"),
                ("Page_Up Page_Down", "Go a page up or down"),
                ("Home End", "Go to the start or the end"),
                ("e", "Show all photos of a large event, or fewer"),
                ("space", "Choose the photo, to act on several at once"),
                ("<Shift>Left <Shift>Right", "Choose all up to the next photo"),
                ("<Primary>a <Primary><Shift>a", "Choose all photos, or none"),
                ("f", "Mark the photo as favourite"), ("h", "Hide the photo"),
                ("Delete", "Move the photo to the trash"),
                ("<Primary>z", "Undo"),
                ("<Primary>plus <Primary>minus", "Larger or smaller photos"),
                ("<Primary>0", "Photos of normal size"),
            ]),
        Group(
            title: "Photo",
            entries: [
                ("Left Right", "Go to the previous or next photo"),
                ("f h Delete", "Favourite, hide, move to the trash"),
                ("r", "Bring a hidden or deleted photo back"),
                ("Escape", "Back to the timeline"),
            ]),
        Group(
            title: "General",
            entries: [
                ("<Primary>o", "Add a folder"), ("F11", "Full screen"), ("F10", "Main menu"),
                ("<Primary>question", "Keyboard shortcuts"), ("<Primary>q", "Quit"),
            ]),
    ]

    static func make() -> OpaquePointer? {
        let definition = definition
        guard let builder = gtk_builder_new_from_string(definition, gssize(definition.utf8.count))
        else { return nil }
        defer { g_object_unref(builder.raw) }
        return gtk_builder_get_object(builder, "shortcuts")?.opaque
    }

    /// GTK makes this window from a definition in XML only.
    private static var definition: String {
        var text = """
            <interface><object class="GtkShortcutsWindow" id="shortcuts">
            <property name="modal">1</property><child>
            <object class="GtkShortcutsSection"><property name="section-name">all</property>
            """
        for group in groups {
            text += """
                <child><object class="GtkShortcutsGroup">
                <property name="title">\(group.title)</property>
                """
            for entry in group.entries {
                let keys = entry.keys.map { $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : String($0) }
                text += """
                    <child><object class="GtkShortcutsShortcut">
                    <property name="accelerator">\(keys.joined())</property>
                    <property name="title">\(entry.words)</property></object></child>
                    """
            }
            text += "</object></child>"
        }
        return text + "</object></child></object></interface>"
    }
}
