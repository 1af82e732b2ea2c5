public import CGTK

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Draws the widget as it stands into a texture; nil when it has no size
    /// or no window yet. It need not be seen on the screen. The texture has
    /// the pixels that a screen of the widget's scale has.
    public func picture() -> Texture? {
        let scale = gtk_widget_get_scale_factor(self)
        let width = gtk_widget_get_width(self) * scale
        let height = gtk_widget_get_height(self) * scale
        guard width > 0, height > 0, let native = gtk_widget_get_native(self),
            let renderer = gtk_native_get_renderer(native),
            let paintable = gtk_widget_paintable_new(self), let snapshot = gtk_snapshot_new()
        else { return nil }
        defer { g_object_unref(paintable.raw) }
        gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        var area = graphene_rect_t(x: 0, y: 0, width: Double(width), height: Double(height))
        return gsk_renderer_render_texture(renderer, node, &area).map { Texture(adopting: $0) }
    }
}
