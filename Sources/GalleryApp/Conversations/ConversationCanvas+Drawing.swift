import CGTK
import GTKKit
import Photos
import Rendering

extension ConversationCanvas {
    /// How much of a photo that is still to be uploaded shows.
    private static let pendingVeil = 0.45

    /// Draws what is said: headings, bubbles, notes, and how far a message
    /// has come that is on its way.
    func drawMessages(in viewport: Viewport, with painter: Painter) {
        guard let widget, let view else { return }
        let colour = widget.textColour
        let faint = colour.withAlpha(Double(colour.alpha) * 0.55)
        let accent = widget.accent
        for parts in layout.blocks(from: viewport.top, to: viewport.bottom) {
            let message = view.messages[parts.index]
            if let heading = headings[parts.index] {
                draw(
                    heading, .mark, in: parts.heading, isOwn: message.isOwn, faint, viewport,
                    painter)
            }
            if let text = message.text, parts.text.height > 0 {
                let bubble = viewport.place(of: parts.text)
                painter.roundedFill(
                    bubble, radius: 14,
                    with: message.isOwn ? accent.withAlpha(0.22) : colour.withAlpha(0.09))
                let words = texts.text(text, .message, for: widget, width: textWidth)
                painter.draw(
                    words, x: Double(bubble.origin.x) + Self.padding.x,
                    y: Double(bubble.origin.y) + Self.padding.y, colour: colour)
            }
            guard let note = notes[parts.index] else { continue }
            draw(note, .mark, in: parts.note, isOwn: message.isOwn, faint, viewport, painter)
            if case .pending(let uploaded, let count) = message.delivery, count > 0 {
                drawProgress(
                    Double(uploaded) / Double(count), above: parts.note, parts.photos, accent,
                    viewport, painter)
            }
        }
    }

    /// A thin line below the photos: never a spinner.
    private func drawProgress(
        _ part: Double, above note: CellFrame, _ photos: CellFrame, _ accent: GdkRGBA,
        _ viewport: Viewport, _ painter: Painter
    ) {
        let line = CellFrame(x: photos.x, y: note.y - 3, width: photos.width, height: 2)
        painter.fill(viewport.place(of: line), with: accent.withAlpha(0.2))
        var done = line
        done.width *= part
        painter.fill(viewport.place(of: done), with: accent)
    }

    private func draw(
        _ text: String, _ style: TextCache.Style, in frame: CellFrame, isOwn: Bool,
        _ colour: GdkRGBA, _ viewport: Viewport, _ painter: Painter
    ) {
        guard let widget else { return }
        let words = texts.text(text, style, for: widget, width: Int(frame.width))
        let place = viewport.place(of: frame)
        let x = isOwn ? Double(frame.width) - Double(words.size.width) : 0
        painter.draw(
            words, x: Double(place.origin.x) + x,
            y: Double(place.origin.y) + (frame.height - Double(words.size.height)) / 2,
            colour: colour)
    }

    /// Draws the cells of a plan, and over those that are not sent a veil.
    func drawPhotos(
        of plan: FramePlan<Texture>, _ decoded: [LUID: Texture], in viewport: Viewport,
        _ area: graphene_rect_t, with painter: Painter
    ) {
        guard let widget else { return }
        let places = plan.cells.map { viewport.place(of: $0.cell.frame) }
        painter.pictures(of: widget, in: area) { painter in
            for (view, place) in zip(plan.cells, places) {
                let record = view.cell.record
                if let shown = decoded[record.luid] ?? view.picture?.picture {
                    painter.draw(shown, in: place, size: place.size)
                    continue
                }
                switch placeholders.view(of: record) {
                case .blurred(let texture): painter.draw(texture, in: place, size: place.size)
                case .plain(let colour): painter.fill(place, with: GdkRGBA(colour))
                }
            }
        }
        guard let background = widget.themeColour("window_bg_color") else { return }
        for (view, place) in zip(plan.cells, places) {
            let flags = view.cell.record.flags
            if flags.contains(.unavailable) {
                painter.fill(place, with: background.withAlpha(0.8))
                if let icon = texts.symbol("image-missing-symbolic", side: 32, for: widget) {
                    painter.draw(
                        symbol: icon, in: place.middle(width: 32, height: 32),
                        colour: GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1))
                }
            } else if flags.contains(.notUploaded) {
                painter.fill(place, with: background.withAlpha(Self.pendingVeil))
            }
        }
    }
}
