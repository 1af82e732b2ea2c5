public import CGTK

/// The program's own style rules, above the theme's and below the user's.
public enum StyleSheet {
    /// Adds rules to the display that is open.
    /// - Precondition: GTK is initialised and has a display.
    public static func add(_ rules: String) {
        guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new()
        else { fatalError("no display to style") }
        gtk_css_provider_load_from_data(provider, rules, -1)
        gtk_style_context_add_provider_for_display(
            display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// The colour of text here, after the theme and dark or light.
    public var textColour: GdkRGBA {
        var colour = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(self), &colour)
        return colour
    }

    /// A colour that the theme names, like `accent_bg_color`; nil when it
    /// does not.
    public func themeColour(_ name: String) -> GdkRGBA? {
        var colour = GdkRGBA()
        let found = gtk_style_context_lookup_color(
            gtk_widget_get_style_context(self), name, &colour)
        return found != 0 ? colour : nil
    }
}
