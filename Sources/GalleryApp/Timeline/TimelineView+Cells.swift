import CGTK
import GTKKit
import Photos
import Rendering

extension TimelineView {
    /// Draws the cells of a plan: first all pictures, then what is on them.
    ///
    /// - Parameter decoded: what has been decoded within the frame.
    /// - Returns: how many cells stand on each rung of the ladder.
    func drawCells(
        of plan: FramePlan<Texture>, _ decoded: [LUID: (rung: Rung, picture: Texture)],
        _ folds: [LUID: Texture], in viewport: Viewport, _ area: graphene_rect_t,
        with painter: Painter
    ) -> [Int] {
        var rungs = [Int](repeating: 0, count: Rung.allCases.count)
        guard let widget else { return rungs }
        let places = plan.cells.map { place(of: $0.cell, in: viewport) }
        drawChosen(plan.cells.map(\.cell), at: places, with: painter)
        painter.pictures(of: widget, in: area) { painter in
            for (view, place) in zip(plan.cells, places) {
                let rung = draw(
                    view, decoded, at: place, scale: viewport.scale, with: painter)
                rungs[rung.rawValue] += 1
            }
            drawFolds(plan.folds, folds, in: viewport, with: painter)
        }
        for (view, place) in zip(plan.cells, places) {
            drawMarks(of: view.cell.record, at: place, with: painter)
            drawChoice(of: view.cell.record.luid, at: place, with: painter)
        }
        return rungs
    }

    /// Draws one cell with the best there is.
    ///
    /// - Parameter decoded: what has been decoded within the frame.
    /// - Returns: the rung of the ladder that the cell stands on.
    func draw(
        _ view: CellView<Texture>, _ decoded: [LUID: (rung: Rung, picture: Texture)],
        at place: graphene_rect_t, scale: Int, with painter: PicturePainter
    ) -> Rung {
        let record = view.cell.record
        let isChosen = selection.contains(record.luid)
        let place = isChosen ? place.inset(by: Self.chosenInset) : place
        if let shown = decoded[record.luid] ?? view.picture {
            if isChosen {
                painter.draw(shown.picture, in: place, size: place.size)
            } else {
                draw(shown.picture, at: place, scale: scale, with: painter)
            }
            return shown.rung
        }
        return draw(placeholders.view(of: record), at: place, with: painter)
    }

    /// Decodes what the plan wants within the frame: one read for all of it.
    func decode(
        _ plan: FramePlan<Texture>
    ) -> (pictures: [LUID: (rung: Rung, picture: Texture)], time: DecodeTime) {
        var pictures: [LUID: (rung: Rung, picture: Texture)] = [:]
        let jobs = plan.cells.compactMap(\.decode)
        guard !jobs.isEmpty else { return (pictures, DecodeTime()) }
        let start = ThreadTime.now()
        for (job, picture) in policy.decode(jobs, by: decoder) {
            pictures[job.photo] = (job.size == .s75 ? .small : .full, picture)
        }
        return (pictures, DecodeTime(count: jobs.count, microseconds: ThreadTime.now() - start))
    }

    /// Where a cell is drawn now, which may be on the way to its place.
    private func place(of cell: Cell, in viewport: Viewport) -> graphene_rect_t {
        var place = place(of: cell.frame, in: viewport)
        if let motion {
            let offset = motion.offset(of: cell.record.luid, at: frameTime)
            place.origin.x += Float(offset.x.rounded())
            place.origin.y += Float(offset.y.rounded())
        }
        return place
    }

    /// A cell's place in the widget, on whole device pixels.
    func place(of frame: CellFrame, in viewport: Viewport) -> graphene_rect_t {
        viewport.place(of: frame)
    }

    /// A texture made for the widest cell is drawn pixel by pixel and cut to
    /// the cell: scaling is what costs most in a frame. Any other is scaled.
    private func draw(
        _ texture: Texture, at place: graphene_rect_t, scale: Int,
        with painter: PicturePainter
    ) {
        let side = layout.grid.widestCell
        let isExact = texture.width == side * scale
        painter.draw(
            texture, in: place,
            size: isExact
                ? graphene_size_t(width: Float(side), height: Float(side)) : place.size)
    }

    func draw(
        _ placeholder: Placeholders.View, at place: graphene_rect_t,
        with painter: PicturePainter
    ) -> Rung {
        switch placeholder {
        case .blurred(let texture):
            painter.draw(texture, in: place, size: place.size)
            return .thumbHash
        case .plain(let colour):
            painter.fill(place, with: GdkRGBA(colour))
            return .colour
        }
    }

    /// What the cell says besides the photo: that it is a video and how long,
    /// and that a picture cannot be read.
    func drawMarks(
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
        guard let focus, let widget, hasKeyboard,
            let position = layout.snapshot.position(of: focus)
        else { return }
        let place = place(of: layout.frame(ofPosition: position), in: viewport)
        let accent = widget.accent
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
