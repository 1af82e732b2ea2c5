internal import CGTK

/// A piece of text, laid out once and drawn many times.
// Spelled out: an isolated deinit does not see the module's default isolation.
@MainActor
public final class TextLayout {
    public let pointer: OpaquePointer

    /// Lays text out in the widget's font.
    ///
    /// - Parameters:
    ///   - scale: times the font's size.
    ///   - width: where the text is cut with an ellipsis, in logical pixels.
    ///   - wraps: whether it goes on in the next line there instead.
    public init(
        _ text: String, for widget: Widget, scale: Double = 1, bold: Bool = false,
        width: Int? = nil, wraps: Bool = false
    ) {
        guard let layout = gtk_widget_create_pango_layout(widget, text) else {
            fatalError("Pango made no layout")
        }
        pointer = layout
        let attributes = pango_attr_list_new()
        if scale != 1 { pango_attr_list_insert(attributes, pango_attr_scale_new(scale)) }
        if bold { pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
        // Figures of one width: a count that changes does not make text jump.
        pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        if let width {
            pango_layout_set_width(layout, gint(width) * gint(PANGO_SCALE))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            if !wraps { pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END) }
        }
    }

    isolated deinit {
        g_object_unref(pointer.raw)
    }

    /// The size in logical pixels.
    public var size: (width: Int, height: Int) {
        var width: gint = 0
        var height: gint = 0
        pango_layout_get_pixel_size(pointer, &width, &height)
        return (Int(width), Int(height))
    }

    /// From the top to the first line's baseline, in logical pixels.
    public var baseline: Int {
        Int(pango_layout_get_baseline(pointer)) / Int(PANGO_SCALE)
    }
}
