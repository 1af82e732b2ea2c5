import CGTK
import GTKKit
import Photos
import Rendering
import Timeline

extension TimelineView {
    /// Makes the pictures of folded events that the plan wants within the
    /// frame.
    ///
    /// - Returns: the pictures by the first photo of each, and what they took.
    func makeFolds(
        _ plan: FramePlan<Texture>
    ) -> (pictures: [LUID: Texture], time: DecodeTime) {
        var made: [LUID: Texture] = [:]
        let jobs = plan.folds.flatMap(\.decode)
        guard !jobs.isEmpty else { return (made, DecodeTime()) }
        let start = ThreadTime.now()
        var decoded = decoder.pixels(
            of: jobs.map(\.photo), .s75, side: ThumbnailSize.s75.pixels)[...]
        for fold in plan.folds where !fold.decode.isEmpty {
            let pictures = decoded.prefix(fold.decode.count).compactMap { $0 }
            decoded = decoded.dropFirst(fold.decode.count)
            let pixels = FoldPicture.make(of: pictures)
            let texture = pixels.map { Texture(bgra: $0.bgra, width: $0.side, height: $0.side) }
            policy.receiveFold(fold.decode, texture, bytes: pixels?.bgra.count ?? 0)
            made[fold.first.luid] = texture
        }
        return (made, DecodeTime(count: jobs.count, microseconds: ThreadTime.now() - start))
    }

    /// Draws the pictures of folded events.
    func drawFolds(
        _ folds: [FoldView<Texture>], _ made: [LUID: Texture], in viewport: Viewport,
        with painter: PicturePainter
    ) {
        for fold in folds {
            let place = place(of: fold.cell.frame, in: viewport)
            if let texture = made[fold.first.luid] ?? fold.picture {
                painter.draw(texture, in: place, size: place.size)
            } else {
                _ = draw(placeholders.view(of: fold.first), at: place, with: painter)
            }
        }
    }

    /// Draws how many photos each folded event has besides.
    func drawFoldCounts(
        _ folds: [FoldView<Texture>], in viewport: Viewport, with painter: Painter
    ) {
        guard let widget else { return }
        let white = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
        for fold in folds {
            let place = place(of: fold.cell.frame, in: viewport)
            let count = "+" + EventWords.grouped(fold.cell.hidden.count)
            let style: TextCache.Style = place.size.width >= 110 ? .month : .title
            let text = texts.text(count, style, for: widget)
            let middle = place.middle(
                width: Double(text.size.width), height: Double(text.size.height))
            painter.draw(
                text, x: Double(middle.origin.x), y: Double(middle.origin.y), colour: white)
        }
    }

    /// Shows a large event whole, or only its first rows again. What is above
    /// it stays in place.
    func setOpened(_ isOpened: Bool, eventAt event: Int) {
        let (old, oldTop) = (layout, viewport.top)
        let header = layout.rows.header(ofEventAt: event).top
        changeLayout { $0.setOpened(isOpened, eventAt: event) }
        // What was in sight may be far below the end now.
        if !isOpened, header < oldTop { scroll(to: header) }
        startMotion(from: old, top: oldTop)
    }

    /// Opens the event that a photo is folded away in.
    ///
    /// - Returns: whether it was.
    @discardableResult
    func unfold(_ photo: LUID) -> Bool {
        guard let position = layout.snapshot.position(of: photo),
            layout.rows.row(ofPosition: position).hidden.contains(position)
        else { return false }
        setOpened(true, eventAt: layout.snapshot.eventIndex(ofPosition: position))
        return true
    }

    /// Opens the event of the photo that the keyboard is at, or folds it.
    func toggleEventAtFocus() -> Bool {
        guard let focus, let position = layout.snapshot.position(of: focus) else { return false }
        if unfold(focus) { return true }
        let event = layout.snapshot.eventIndex(ofPosition: position)
        guard layout.rows.isOpened(eventAt: event) else { return false }
        setOpened(false, eventAt: event)
        // The photo may have no cell now: the keyboard is at the fold then.
        let row = layout.rows.row(ofPosition: position)
        if row.hidden.contains(position) {
            self.focus = layout.snapshot[row.hidden.lowerBound].luid
        }
        scroll(to: layout.top(toReveal: position, in: viewport))
        return true
    }
}
