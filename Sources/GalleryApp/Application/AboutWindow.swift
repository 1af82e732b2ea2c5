import CGTK
import GTKKit

/// Says what the program is.
enum AboutWindow {
    static func open(over parent: Widget?) {
        let window: Widget = adw_about_window_new()
        adw_about_window_set_application_name(window.opaque, "Carousel")
        adw_about_window_set_application_icon(window.opaque, GalleryApplication.identifier)
        adw_about_window_set_version(window.opaque, GalleryApplication.version)
        adw_about_window_set_comments(
            window.opaque, "All your photos in one timeline that never makes you wait.")
        adw_about_window_set_license_type(window.opaque, GTK_LICENSE_MIT_X11)
        if let parent {
            gtk_window_set_transient_for(window.cast(), parent.cast())
            gtk_window_set_modal(window.cast(), 1)
        }
        gtk_window_present(window.cast())
    }
}
