import CGTK
import GTKKit
import Photos
import Rendering

extension TimelineView {
    /// Draws one cell with the best there is, after the small thumbnail has
    /// been decoded where the plan says so.
    func draw(
        _ view: CellView<Texture>, in viewport: Viewport, with painter: Painter,
        _ decoding: inout DecodeTime
    ) {
        let place = place(of: view.cell.frame, in: viewport)
        let decoded = view.decodesSmall ? decodeSmall(view.cell.record, &decoding) : nil
        if let texture = decoded ?? view.picture?.picture {
            draw(texture, at: place, scale: viewport.scale, with: painter)
        } else {
            draw(placeholders.view(of: view.cell.record), at: place, with: painter)
        }
        drawMarks(of: view.cell.record, at: place, with: painter)
    }

    /// A cell's place in the widget, on whole device pixels.
    func place(of frame: CellFrame, in viewport: Viewport) -> graphene_rect_t {
        let scale = Double(viewport.scale)
        let top = (viewport.top * scale).rounded() / scale
        return graphene_rect_t(
            x: frame.x, y: frame.y - top, width: frame.width, height: frame.height)
    }

    private func decodeSmall(_ record: HotRecord, _ decoding: inout DecodeTime) -> Texture? {
        let start = g_get_monotonic_time()
        let job = DecodeJob(
            photo: record.luid, size: .s75, side: ThumbnailSize.s75.pixels,
            picture: record.thumbHash)
        let pixels = decoder.pixels(of: job.photo, job.size, side: job.side)
        let texture = pixels.map { Texture(bgra: $0.bgra, width: $0.side, height: $0.side) }
        _ = policy.receive(job, texture, bytes: pixels?.bgra.count ?? 0)
        decoding.count += 1
        decoding.microseconds += Double(g_get_monotonic_time() - start)
        return texture
    }

    /// A texture made for the widest cell is drawn pixel by pixel and cut to
    /// the cell: scaling is what costs most in a frame. Any other is scaled.
    private func draw(
        _ texture: Texture, at place: graphene_rect_t, scale: Int, with painter: Painter
    ) {
        let side = Double(layout.grid.widestCell)
        guard texture.width == layout.grid.widestCell * scale else {
            painter.draw(texture, in: place)
            return
        }
        let whole = graphene_rect_t(
            x: Double(place.origin.x), y: Double(place.origin.y), width: side, height: side)
        if Double(place.size.width) == side, Double(place.size.height) == side {
            painter.draw(texture, in: whole)
        } else {
            painter.clip(to: place) { painter.draw(texture, in: whole) }
        }
    }

    private func draw(
        _ placeholder: Placeholders.View, at place: graphene_rect_t, with painter: Painter
    ) {
        switch placeholder {
        case .blurred(let texture): painter.draw(texture, in: place)
        case .plain(let colour): painter.fill(place, with: GdkRGBA(colour))
        }
    }

    /// What the cell says besides the photo: that it is a video and how long,
    /// and that a picture cannot be read.
    private func drawMarks(
        of record: HotRecord, at place: graphene_rect_t, with painter: Painter
    ) {
        guard let widget else { return }
        let white = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
        if record.flags.contains(.unreadablePicture),
            let icon = texts.symbol("image-missing-symbolic", side: 32, for: widget)
        {
            painter.draw(
                symbol: icon, in: place.middle(width: 32, height: 32),
                colour: white.withAlpha(0.8))
        }
        guard record.flags.contains(.video), place.size.width >= 72 else { return }
        if record.durationSeconds == 0 {
            // Shorter than a second, or not known.
            guard let icon = texts.symbol("media-playback-start-symbolic", side: 16, for: widget)
            else { return }
            let badge = drawBadge(width: 16, height: 16, at: place, with: painter)
            painter.draw(symbol: icon, in: badge, colour: white)
        } else {
            let length = dates.length(seconds: Int(record.durationSeconds))
            let text = texts.text(length, .mark, for: widget)
            let badge = drawBadge(
                width: Double(text.size.width), height: Double(text.size.height), at: place,
                with: painter)
            painter.draw(
                text, x: Double(badge.origin.x), y: Double(badge.origin.y), colour: white)
        }
    }

    /// Draws a dark badge at the bottom right.
    /// - Returns: where its content goes.
    private func drawBadge(
        width: Double, height: Double, at place: graphene_rect_t, with painter: Painter
    ) -> graphene_rect_t {
        let badge = graphene_rect_t(
            x: Double(place.origin.x + place.size.width) - width - 18,
            y: Double(place.origin.y + place.size.height) - height - 10, width: width + 12,
            height: height + 4)
        painter.roundedFill(
            badge, radius: 6, with: GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0.6))
        return badge.middle(width: width, height: height)
    }

    /// A frame in the accent colour around the photo that the keyboard is at.
    func drawFocus(in viewport: Viewport, with painter: Painter) {
        guard let focus, let widget, gtk_widget_has_focus(widget) != 0,
            let position = layout.snapshot.position(of: focus)
        else { return }
        let place = place(of: layout.frame(ofPosition: position), in: viewport)
        let accent =
            widget.themeColour("accent_bg_color")
            ?? GdkRGBA(red: 0.21, green: 0.52, blue: 0.89, alpha: 1)
        painter.frame(place, width: 3, radius: 0, colour: accent)
        painter.frame(
            place.inset(by: 3), width: 1, radius: 0,
            colour: GdkRGBA(red: 1, green: 1, blue: 1, alpha: 0.9))
    }
}

extension GdkRGBA {
    init(_ colour: PlainColour) {
        self.init(
            red: Float(colour.red) / 255, green: Float(colour.green) / 255,
            blue: Float(colour.blue) / 255, alpha: 1)
    }
}
