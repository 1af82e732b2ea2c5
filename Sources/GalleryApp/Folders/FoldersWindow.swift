import CGTK
import Carousel
import GTKKit
import Photos

/// Lists the folders of the library, and for one with a server whether each
/// is uploaded or only shown.
enum FoldersWindow {
    /// - Parameter failed: told, in words, what could not be done.
    static func open(
        over parent: Widget, library: any GalleryLibrary, isLinked: Bool,
        failed: @escaping (String) -> Void
    ) {
        let (window, column) = windowOver(parent, title: "Folders", width: 560, height: 420)
        let page = adw_preferences_page_new()!
        gtk_widget_set_vexpand(page, 1)
        let group = adw_preferences_group_new()!
        if isLinked {
            adw_preferences_group_set_description(
                group.cast(), "A folder that is switched off is shown and not uploaded.")
        }
        adw_preferences_page_add(page.cast(), group.cast())
        gtk_box_append(column.cast(), page)
        gtk_window_present(window.cast())
        let shown = Ref(retaining: group)
        Task {
            let result = await Task.detached {
                Result { () throws(LibraryError) in
                    try library.roots()
                }
            }.value
            switch result {
            case .success(let roots):
                for root in roots {
                    adw_preferences_group_add(
                        shown.pointer.cast(), row(of: root, library, isLinked, failed))
                }
            case .failure(let error): failed(error.description)
            }
        }
    }

    private static func row(
        of root: Root, _ library: any GalleryLibrary, _ isLinked: Bool,
        _ failed: @escaping (String) -> Void
    ) -> Widget {
        let row = adw_action_row_new()!
        adw_preferences_row_set_use_markup(row.cast(), 0)
        let name = String(decoding: root.path.name, as: UTF8.self)
        adw_preferences_row_set_title(row.cast(), name)
        let place = root.isAvailable ? root.path.display : "\(root.path.display), not reachable"
        adw_action_row_set_subtitle(row.cast(), place)
        guard isLinked else { return row }
        let uploads = gtk_switch_new()!
        gtk_widget_set_valign(uploads, GTK_ALIGN_CENTER)
        gtk_switch_set_active(uploads.opaque, root.settings.uploads ? 1 : 0)
        uploads.setAccessibleLabel("Upload \(name)")
        gtk_widget_set_tooltip_text(uploads, "Upload to the server")
        uploads.connect("notify::active") { _ in
            let isOn = gtk_switch_get_active(uploads.opaque) != 0
            Task {
                do throws(LibraryError) {
                    var settings = root.settings
                    settings.uploads = isOn
                    try await library.setRoot(root.path, settings)
                } catch {
                    failed(error.description)
                }
            }
        }
        adw_action_row_add_suffix(row.cast(), uploads)
        adw_action_row_set_activatable_widget(row.cast(), uploads)
        return row
    }
}
