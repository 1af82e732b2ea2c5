import CGTK
import GTKKit
import Photos

/// Asks for a folder with the desktop's own dialog.
enum FolderChooser {
    /// - Parameter chosen: called once when a folder has been chosen.
    static func open(over window: Widget, chosen: @escaping (FilePath) -> Void) {
        guard
            let dialog = gtk_file_chooser_native_new(
                "Add folder", window.cast(), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, "_Add",
                "_Cancel")
        else { return }
        gtk_native_dialog_set_modal(dialog.cast(), 1)
        dialog.connect("response") { arguments in
            defer { g_object_unref(dialog.raw) }
            guard arguments.int(1) == Int(GTK_RESPONSE_ACCEPT.rawValue),
                let file = gtk_file_chooser_get_file(dialog.opaque)
            else { return }
            defer { g_object_unref(file.raw) }
            guard let path = g_file_get_path(file) else { return }
            defer { g_free(path) }
            let bytes = UnsafeRawBufferPointer(start: path, count: strlen(path))
            if let folder = FilePath(bytes: bytes) { chosen(folder) }
        }
        gtk_native_dialog_show(dialog.cast())
    }
}
