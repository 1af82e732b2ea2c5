import CGTK
import GTKKit

/// Draws one picture on black, and its growth out of a cell and back.
final class PictureCanvas: Canvas {
    /// What is shown, as far as it has come.
    struct Shown {
        /// Pixels as seen; 0 when unknown.
        var width = 0
        var height = 0
        var thumbnail: Texture?
        var picture: Texture?
    }

    var shown = Shown() {
        didSet { redraw() }
    }

    /// Whether the picture only stands behind words that say why it is not
    /// shown in full.
    var isDimmed = false {
        didSet { redraw() }
    }

    private struct Growth {
        let cell: graphene_rect_t
        let isClosing: Bool
        var start: Int?
        let completion: () -> Void
    }

    /// The canvas has another size, and may need a larger picture.
    var onResize: () -> Void = {}

    private static let growthMicroseconds = 200_000.0
    private var growth: Growth?
    private var part = 1.0
    /// Whether the picture is on its way out of its cell or back.
    var isGrowing: Bool { growth != nil }
    private(set) var size = (width: 1, height: 1)

    override func measure(_ orientation: GtkOrientation) -> (minimum: Int, natural: Int) {
        (1, 1)
    }

    override func allocate(width: Int, height: Int) {
        guard size != (width, height) else { return }
        size = (width, height)
        // Not while the window is being laid out.
        MainLoop.whenIdle { [weak self] in
            self?.onResize()
            return false
        }
    }

    /// Lets the picture grow out of a cell, or back into it, within 200 ms.
    /// Without animations, or without a cell, it is there or gone at once.
    func grow(
        between cell: graphene_rect_t?, isClosing: Bool, completion: @escaping () -> Void = {}
    ) {
        guard let widget, let cell, adw_get_enable_animations(widget) != 0 else {
            growth = nil
            part = isClosing ? 0 : 1
            redraw()
            completion()
            return
        }
        let isRunning = growth != nil
        growth = Growth(cell: cell, isClosing: isClosing, completion: completion)
        part = isClosing ? 1 : 0
        guard !isRunning else { return }
        widget.addTick { [weak self] time in self?.step(at: time) ?? false }
    }

    private func step(at time: Int) -> Bool {
        guard var growth else { return false }
        let start = growth.start ?? time
        growth.start = start
        self.growth = growth
        let passed = min(1, Double(time - start) / Self.growthMicroseconds)
        // Quick at first, then coming to rest.
        let eased = 1 - (1 - passed) * (1 - passed) * (1 - passed)
        part = growth.isClosing ? 1 - eased : eased
        redraw()
        guard passed >= 1 else { return true }
        self.growth = nil
        growth.completion()
        return self.growth != nil
    }

    private func redraw() {
        if let widget { gtk_widget_queue_draw(widget) }
    }

    override func draw(with painter: Painter) {
        let room = graphene_rect_t(
            x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        painter.fill(room, with: GdkRGBA(red: 0, green: 0, blue: 0, alpha: Float(part)))
        let scale = widget.map { Int(gtk_widget_get_scale_factor($0)) } ?? 1
        let fit = PictureFit(
            width: shown.width, height: shown.height, in: size, scale: scale)
        let window = growth.map { fit.window(from: $0.cell, at: part) } ?? fit.place
        let whole = growth == nil ? fit.place : fit.covering(window)
        painter.clip(to: window) {
            // On the way up the thumbnail is what can be scaled quickly.
            let prefersThumbnail = growth.map { !$0.isClosing } ?? false
            if let picture = shown.picture, !prefersThumbnail || shown.thumbnail == nil {
                painter.draw(picture, in: whole)
            } else if let thumbnail = shown.thumbnail {
                painter.fade(to: isDimmed ? 0.2 : 1) {
                    painter.draw(thumbnail, in: fit.thumbnailPlace(in: whole))
                }
            }
        }
    }
}
