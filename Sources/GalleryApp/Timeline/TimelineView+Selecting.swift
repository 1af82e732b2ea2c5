import CGTK
import GTKKit
import Photos
import Rendering
import Timeline

/// Choosing photos: by clicks with Control and Shift or on the circle, by
/// keys, and by a rectangle that the pointer draws.
extension TimelineView {
    /// How far a chosen photo's picture stands back from the edge of its cell.
    static let chosenInset = 8.0
    private static let circleSide = 24.0
    /// How much of a cell's corner belongs to its circle.
    private static let circleReach = 36.0

    func selectionChanged() {
        requestFrames()
        onSelection()
    }

    /// Chooses a photo that was clicked, if the click meant that.
    /// - Returns: false when the photo is to be opened.
    func choose(_ photo: LUID, atX x: Double, y: Double, modifiers: UInt32) -> Bool {
        if modifiers & GDK_SHIFT_MASK.rawValue != 0 {
            selection.extend(to: photo, in: layout.snapshot)
        } else if modifiers & GDK_CONTROL_MASK.rawValue != 0 || !selection.isEmpty
            || isOnCircle(of: photo, x: x, y: y)
        {
            selection.toggle(photo)
        } else {
            return false
        }
        focus = photo
        return true
    }

    private func isOnCircle(of photo: LUID, x: Double, y: Double) -> Bool {
        guard let place = placeInSight(of: photo) else { return false }
        return x - Double(place.origin.x) < Self.circleReach
            && y - Double(place.origin.y) < Self.circleReach
    }

    /// Chooses all from where the keyboard was, or from where the range
    /// began, to where it is.
    func extendSelection(from photo: LUID?) {
        guard let focus else { return }
        selection.beginRange(at: photo ?? focus, in: layout.snapshot)
        selection.extend(to: focus, in: layout.snapshot)
    }

    func selectAll() { selection.selectAll(of: layout.snapshot) }

    /// Notes which photo is under the pointer.
    func hover() {
        let photo = pointer.flatMap { point in
            layout.position(atX: point.x, y: point.y + viewport.top)
        }.map { layout.snapshot[$0].luid }
        guard photo != hovered else { return }
        hovered = photo
        requestFrames()
    }

    // MARK: - Drawing

    /// Draws what is behind the pictures of chosen photos.
    func drawChosen(_ cells: [Cell], at places: [graphene_rect_t], with painter: Painter) {
        guard !selection.isEmpty, let widget else { return }
        let tint = widget.accent.withAlpha(0.25)
        for (cell, place) in zip(cells, places) where selection.contains(cell.record.luid) {
            painter.fill(place, with: tint)
        }
    }

    /// Draws the frame of a chosen photo, and the circle that chooses one: on
    /// the photo under the pointer, and on all while some are chosen.
    func drawChoice(of photo: LUID, at place: graphene_rect_t, with painter: Painter) {
        guard let widget else { return }
        let isChosen = selection.contains(photo)
        guard isChosen || hovered == photo || !selection.isEmpty else { return }
        let white = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
        let shade = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0.35)
        let corner = graphene_rect_t(
            x: Double(place.origin.x) + 6, y: Double(place.origin.y) + 6,
            width: Self.circleSide, height: Self.circleSide)
        if isChosen {
            painter.frame(
                place.inset(by: Self.chosenInset - 3), width: 3, radius: 0,
                colour: widget.accent)
        }
        painter.roundedFill(
            corner, radius: Self.circleSide / 2, with: isChosen ? widget.accent : shade)
        painter.frame(corner, width: 2, radius: Self.circleSide / 2, colour: white)
        if isChosen, let mark = texts.symbol("object-select-symbolic", side: 16, for: widget) {
            painter.draw(symbol: mark, in: corner.middle(width: 16, height: 16), colour: white)
        }
    }

    /// Draws the rectangle around the photos that are being chosen.
    func drawBand(in viewport: Viewport, with painter: Painter) {
        guard let band, band.tick != nil, let widget else { return }
        let place = graphene_rect_t(
            x: band.left, y: band.top - viewport.top, width: band.right - band.left,
            height: band.bottom - band.top)
        painter.fill(place, with: widget.accent.withAlpha(0.2))
        painter.frame(place, width: 1, radius: 0, colour: widget.accent)
    }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// The colour that the theme marks things with.
    var accent: GdkRGBA {
        themeColour("accent_bg_color")
            ?? GdkRGBA(red: 0.21, green: 0.52, blue: 0.89, alpha: 1)
    }
}
