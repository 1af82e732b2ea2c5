public import CGTK

/// What a canvas draws with: GtkSnapshot in Swift. Coordinates are logical
/// pixels from the widget's upper left corner. Valid during one draw.
public struct Painter {
    public let snapshot: OpaquePointer

    init(snapshot: OpaquePointer) {
        self.snapshot = snapshot
    }

    /// Fills a rectangle with one colour.
    public func fill(_ rectangle: graphene_rect_t, with colour: GdkRGBA) {
        var colour = colour
        var rectangle = rectangle
        gtk_snapshot_append_color(snapshot, &colour, &rectangle)
    }

    /// Draws a texture over a rectangle, scaled where the sizes differ.
    public func draw(_ texture: Texture, in rectangle: graphene_rect_t) {
        var rectangle = rectangle
        gtk_snapshot_append_texture(snapshot, texture.pointer, &rectangle)
    }

    /// Draws text with its upper left corner at a point.
    public func draw(_ text: TextLayout, x: Double, y: Double, colour: GdkRGBA) {
        var colour = colour
        var point = graphene_point_t(x: Float(x), y: Float(y))
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &point)
        gtk_snapshot_append_layout(snapshot, text.pointer, &colour)
        gtk_snapshot_restore(snapshot)
    }

    /// Draws a frame inside the rectangle's edges, with round corners.
    public func frame(
        _ rectangle: graphene_rect_t, width: Double, radius: Double = 0, colour: GdkRGBA
    ) {
        var outline = GskRoundedRect()
        var rectangle = rectangle
        gsk_rounded_rect_init_from_rect(&outline, &rectangle, Float(radius))
        let widths = [Float](repeating: Float(width), count: 4)
        let colours = [GdkRGBA](repeating: colour, count: 4)
        gtk_snapshot_append_border(snapshot, &outline, widths, colours)
    }

    /// Fills a rectangle with round corners with one colour.
    public func roundedFill(_ rectangle: graphene_rect_t, radius: Double, with colour: GdkRGBA) {
        var outline = GskRoundedRect()
        var bounds = rectangle
        gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
        gtk_snapshot_push_rounded_clip(snapshot, &outline)
        fill(rectangle, with: colour)
        gtk_snapshot_pop(snapshot)
    }

    /// Draws a symbolic icon over a square in one colour.
    ///
    /// - Parameter symbol: a GtkSymbolicPaintable, such as an icon of a theme.
    public func draw(
        symbol: OpaquePointer, in square: graphene_rect_t, colour: GdkRGBA
    ) {
        var colour = colour
        var corner = square.origin
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &corner)
        gtk_symbolic_paintable_snapshot_symbolic(
            symbol, snapshot, Double(square.size.width), Double(square.size.height), &colour, 1)
        gtk_snapshot_restore(snapshot)
    }

    /// Draws what `body` draws only where it lies within the rectangle.
    public func clip(to rectangle: graphene_rect_t, _ body: () -> Void) {
        var rectangle = rectangle
        gtk_snapshot_push_clip(snapshot, &rectangle)
        body()
        gtk_snapshot_pop(snapshot)
    }

    /// Draws what `body` draws, all of it seen through: 0 is invisible.
    public func fade(to opacity: Double, _ body: () -> Void) {
        gtk_snapshot_push_opacity(snapshot, opacity)
        body()
        gtk_snapshot_pop(snapshot)
    }
}

extension graphene_rect_t {
    /// A rectangle of this size in the middle of this one, on whole pixels.
    public func middle(width: Double, height: Double) -> graphene_rect_t {
        graphene_rect_t(
            x: (Double(origin.x) + (Double(size.width) - width) / 2).rounded(),
            y: (Double(origin.y) + (Double(size.height) - height) / 2).rounded(), width: width,
            height: height)
    }

    /// The rectangle without so much of it on every side.
    public func inset(by distance: Double) -> graphene_rect_t {
        graphene_rect_t(
            x: Double(origin.x) + distance, y: Double(origin.y) + distance,
            width: Double(size.width) - 2 * distance, height: Double(size.height) - 2 * distance)
    }

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }
}

extension GdkRGBA {
    /// The same colour, seen through: 0 is invisible.
    public func withAlpha(_ alpha: Double) -> GdkRGBA {
        GdkRGBA(red: red, green: green, blue: blue, alpha: Float(alpha))
    }
}
