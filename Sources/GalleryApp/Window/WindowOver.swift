import CGTK
import GTKKit

/// A window over another, which waits for it: with a title, and a column below
/// its header bar. Present it when the column is filled.
@MainActor func windowOver(
    _ parent: Widget, title: String, width: Int32, height: Int32
) -> (window: Widget, column: Widget) {
    let window: Widget = adw_window_new()
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_transient_for(window.cast(), parent.cast())
    gtk_window_set_modal(window.cast(), 1)
    gtk_window_set_default_size(window.cast(), width, height)
    let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(column.cast(), adw_header_bar_new())
    adw_window_set_content(window.cast(), column)
    closeOnEscape(window)
    return (window, column)
}

@MainActor func closeOnEscape(_ window: Widget) {
    guard let keys = gtk_event_controller_key_new() else { return }
    keys.connect("key-pressed") { arguments in
        let isEscape = Int32(bitPattern: arguments.unsigned(1)) == GDK_KEY_Escape
        if isEscape { gtk_window_close(window.cast()) }
        arguments.answer(isEscape)
    }
    gtk_widget_add_controller(window, keys)
}
