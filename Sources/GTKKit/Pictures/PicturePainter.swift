public import CGTK

/// Draws many pictures of a frame at once, the cheapest way that the window's
/// renderer has.
///
/// GTK's cairo renderer converts every texture of every frame to floating
/// point and back, which costs more than all the rest of a frame. There the
/// pixels are painted as they are. Other renderers get textures, which they
/// keep on the graphics card.
public struct PicturePainter {
    private let snapshot: OpaquePointer
    private let cairo: OpaquePointer?

    fileprivate init(snapshot: OpaquePointer, cairo: OpaquePointer?) {
        self.snapshot = snapshot
        self.cairo = cairo
    }

    /// Draws a picture with its upper left corner at the rectangle's, `size`
    /// large, and only where it lies within the rectangle. It is scaled where
    /// its own size is another.
    public func draw(
        _ texture: Texture, in rectangle: graphene_rect_t, size: graphene_size_t
    ) {
        guard let cairo, let surface = texture.surface else {
            return drawTexture(texture, in: rectangle, size: size)
        }
        let (x, y) = (Double(rectangle.origin.x), Double(rectangle.origin.y))
        cairo_save(cairo)
        cairo_rectangle(
            cairo, x, y, Double(rectangle.size.width), Double(rectangle.size.height))
        cairo_translate(cairo, x, y)
        let across = Double(size.width) / Double(texture.width)
        let down = Double(size.height) / Double(texture.height)
        if across != 1 || down != 1 { cairo_scale(cairo, across, down) }
        cairo_set_source_surface(cairo, surface, 0, 0)
        // No seam at the edges of a picture that is made larger.
        cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
        cairo_fill(cairo)
        cairo_restore(cairo)
    }

    /// Fills a rectangle with one colour.
    public func fill(_ rectangle: graphene_rect_t, with colour: GdkRGBA) {
        var (rectangle, colour) = (rectangle, colour)
        guard let cairo else {
            return gtk_snapshot_append_color(snapshot, &colour, &rectangle)
        }
        gdk_cairo_set_source_rgba(cairo, &colour)
        cairo_rectangle(
            cairo, Double(rectangle.origin.x), Double(rectangle.origin.y),
            Double(rectangle.size.width), Double(rectangle.size.height))
        cairo_fill(cairo)
    }

    private func drawTexture(
        _ texture: Texture, in rectangle: graphene_rect_t, size: graphene_size_t
    ) {
        var whole = graphene_rect_t(origin: rectangle.origin, size: size)
        var rectangle = rectangle
        let isCut =
            rectangle.size.width < size.width || rectangle.size.height < size.height
        if isCut { gtk_snapshot_push_clip(snapshot, &rectangle) }
        gtk_snapshot_append_texture(snapshot, texture.pointer, &whole)
        if isCut { gtk_snapshot_pop(snapshot) }
    }
}

extension Painter {
    /// Draws pictures within an area of a widget.
    public func pictures(
        of widget: Widget, in area: graphene_rect_t, _ body: (PicturePainter) -> Void
    ) {
        var area = area
        guard widget.isPaintedByCairo, let cairo = gtk_snapshot_append_cairo(snapshot, &area)
        else { return body(PicturePainter(snapshot: snapshot, cairo: nil)) }
        body(PicturePainter(snapshot: snapshot, cairo: cairo))
        cairo_destroy(cairo)
    }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Whether GTK draws the widget's window without a graphics card.
    public var isPaintedByCairo: Bool {
        guard let native = gtk_widget_get_native(self),
            let renderer = gtk_native_get_renderer(native)
        else { return false }
        return renderer.isInstance(of: gsk_cairo_renderer_get_type())
    }
}
