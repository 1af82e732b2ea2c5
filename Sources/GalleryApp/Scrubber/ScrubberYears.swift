import CGTK
import GTKKit
import Rendering

/// The years beside the scrubber, where they begin in the timeline.
final class ScrubberYears: Canvas {
    private static let width = 64
    private var marks: [(text: String, y: Double)] = []
    private var texts = TextCache()
    private var height = 0.0

    /// - Parameter offset: from the upper edge to the scale's beginning.
    func show(_ marks: [ScrubberScale.Mark], offset: Double) {
        self.marks = marks.map { mark in
            (mark.year.map { String($0) } ?? "No date", mark.y + offset)
        }
        if let widget { gtk_widget_queue_draw(widget) }
    }

    override func measure(_ orientation: GtkOrientation) -> (minimum: Int, natural: Int) {
        orientation == GTK_ORIENTATION_HORIZONTAL ? (Self.width, Self.width) : (0, 0)
    }

    override func allocate(width: Int, height: Int) {
        self.height = Double(height)
    }

    override func draw(with painter: Painter) {
        guard let widget, gtk_widget_has_css_class(widget, "shown") != 0 else { return }
        let white = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
        let dark = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0.6)
        for mark in marks {
            let text = texts.text(mark.text, .mark, for: widget)
            let (width, textHeight) = (Double(text.size.width), Double(text.size.height))
            let y = min(max(0, mark.y - textHeight / 2 - 2), height - textHeight - 4)
            let x = Double(Self.width) - width - 12
            painter.roundedFill(
                graphene_rect_t(x: x, y: y, width: width + 12, height: textHeight + 4),
                radius: (textHeight + 4) / 2, with: dark)
            painter.draw(text, x: x + 6, y: y + 2, colour: white)
        }
    }

    override func styleChanged() {
        texts.removeAll()
    }
}
