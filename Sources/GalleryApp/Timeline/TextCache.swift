import CGTK
import GTKKit

/// Text and icons of the timeline, laid out once. Holds a few screens' worth
/// and starts anew when that is full.
struct TextCache {
    /// How text looks in the timeline.
    enum Style {
        /// The heading of a month.
        case month
        /// The title of an event.
        case title
        /// What stands behind a title.
        case details
        /// What stands on a photo.
        case mark
        /// What somebody says: in lines as long as the width allows.
        case message
    }

    private struct Key: Hashable {
        let text: String
        let style: Style
        let width: Int?
    }

    private static let capacity = 512
    private var layouts: [Key: TextLayout] = [:]
    private var symbols: [String: Ref<OpaquePointer>] = [:]

    /// - Parameter width: where it is cut with an ellipsis, or the line ends.
    mutating func text(
        _ text: String, _ style: Style, for widget: Widget, width: Int? = nil
    ) -> TextLayout {
        let width = width.map { max(0, $0) }
        let key = Key(text: text, style: style, width: width)
        if let layout = layouts[key] { return layout }
        if layouts.count >= Self.capacity { layouts.removeAll(keepingCapacity: true) }
        let layout =
            switch style {
            case .month: TextLayout(text, for: widget, scale: 1.6, bold: true)
            case .title: TextLayout(text, for: widget, scale: 1.05, bold: true)
            case .details: TextLayout(text, for: widget, width: width)
            case .mark: TextLayout(text, for: widget, scale: 0.85, bold: true, width: width)
            case .message: TextLayout(text, for: widget, width: width, wraps: true)
            }
        layouts[key] = layout
        return layout
    }

    /// A symbolic icon of the theme; nil when it has none of that name.
    mutating func symbol(_ name: String, side: Int, for widget: Widget) -> OpaquePointer? {
        if let symbol = symbols[name] { return symbol.pointer }
        let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget))
        let icon = gtk_icon_theme_lookup_icon(
            theme, name, nil, gint(side), gtk_widget_get_scale_factor(widget),
            GTK_TEXT_DIR_NONE, GTK_ICON_LOOKUP_FORCE_SYMBOLIC)
        guard let icon else { return nil }
        symbols[name] = Ref(adopting: icon)
        return icon
    }

    /// After a change of fonts, colours or scale.
    mutating func removeAll() {
        layouts.removeAll()
        symbols.removeAll()
    }
}
