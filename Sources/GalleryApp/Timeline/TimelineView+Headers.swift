import CGTK
import GTKKit
import Rendering
import Timeline

extension TimelineView {
    /// Where text begins, from the left edge.
    private static let margin = 12.0
    /// Between a title and what is behind it.
    private static let textGap = 10.0
    /// The part of an event's header that sticks to the upper edge.
    private static let stickyHeight = 44.0

    /// Draws the headings of months and events in sight, and the header of
    /// the event at the upper edge over its photos.
    func drawHeaders(in viewport: Viewport, with painter: Painter) {
        guard let widget, !layout.snapshot.isEmpty else { return }
        let colour = widget.textColour
        var stickyLimit = Double.infinity
        var sticky: Int?
        for row in layout.rows.rows(from: viewport.top, height: viewport.height) {
            let y = row.top - viewport.top
            switch row.content {
            case .month(let month):
                let text = texts.text(dates.period(month), .month, for: widget)
                let place = y + row.height - Double(text.size.height) - 2
                painter.draw(text, x: Self.margin, y: place, colour: colour)
                if y > 0 { stickyLimit = min(stickyLimit, y) }
            case .header(let event):
                let bottom = y + row.height
                if bottom >= Self.stickyHeight {
                    drawHeader(of: event, bottom: bottom, colour, with: painter)
                    if y > 0 { stickyLimit = min(stickyLimit, y) }
                } else {
                    sticky = event
                }
            case .photos(let event, _):
                if sticky == nil, y < 0 { sticky = event }
            }
        }
        if let sticky {
            drawSticky(sticky, limit: stickyLimit, colour, with: painter)
        }
    }

    /// The event whose header is at a height of the widget, in its place or
    /// at the upper edge; nil where there is none.
    func headerEvent(atY y: Double) -> Int? {
        guard let row = layout.rows.row(atHeight: viewport.top + y) else { return nil }
        if case .header(let event) = row.content { return event }
        guard y < Self.stickyHeight,
            case .photos(let event, _) = layout.rows.row(atHeight: viewport.top)?.content
        else { return nil }
        return event
    }

    private func drawSticky(
        _ event: Int, limit: Double, _ colour: GdkRGBA, with painter: Painter
    ) {
        let bottom = min(Self.stickyHeight, limit)
        guard bottom > 0, let background = widget?.themeColour("window_bg_color") else { return }
        painter.fill(
            graphene_rect_t(
                x: 0, y: bottom - Self.stickyHeight, width: Double(width),
                height: Self.stickyHeight), with: background.withAlpha(0.94))
        drawHeader(of: event, bottom: bottom, colour, with: painter)
    }

    /// Draws the two texts of a header on one baseline.
    private func drawHeader(
        of event: Int, bottom: Double, _ colour: GdkRGBA, with painter: Painter
    ) {
        guard let widget else { return }
        let words = words(ofEvent: event)
        let title = texts.text(words.title, .title, for: widget)
        // The scrubber's room stays free.
        var room = width - 3 * Int(Self.margin) - title.size.width - Int(Self.textGap)
        let y = bottom - Self.stickyHeight + (Self.stickyHeight - Double(title.size.height)) / 2
        if layout.rows.isOpened(eventAt: event) {
            let fewer = texts.text("Show fewer", .mark, for: widget)
            room -= fewer.size.width + Int(Self.textGap)
            painter.draw(
                fewer, x: Double(width - fewer.size.width) - 3 * Self.margin,
                y: y + Double(title.baseline - fewer.baseline), colour: colour)
        }
        let details = texts.text(words.details, .details, for: widget, width: room)
        painter.draw(title, x: Self.margin, y: y, colour: colour)
        painter.draw(
            details, x: Self.margin + Double(title.size.width) + Self.textGap,
            y: y + Double(title.baseline - details.baseline),
            colour: colour.withAlpha(Double(colour.alpha) * 0.55))
    }

    /// The words of an event, counted once for each state of the timeline.
    private func words(ofEvent event: Int) -> EventWords {
        if let words = eventWords[event] { return words }
        if eventWords.count >= 512 { eventWords.removeAll(keepingCapacity: true) }
        let words = EventWords(
            layout.snapshot.event(at: event), of: layout.snapshot, in: dates)
        eventWords[event] = words
        return words
    }

    /// The time of what is in sight, for the title bar.
    func periodText(in viewport: Viewport) -> String {
        let snapshot = layout.snapshot
        guard !snapshot.isEmpty else { return "" }
        // What lies under the sticky header counts as gone.
        let y = viewport.top + Self.stickyHeight
        guard let row = layout.rows.row(atHeight: y) else { return "" }
        let event: Int
        switch row.content {
        case .month(let month): return dates.period(month)
        case .header(let index): event = index
        case .photos(_, let positions):
            return dates.period(month(ofPosition: positions.lowerBound))
        }
        return dates.period(month(ofPosition: snapshot.event(at: event).firstPosition))
    }

    private func month(ofPosition position: Int) -> CalendarMonth? {
        layout.snapshot[position].taken.map { CalendarMonth(of: $0) }
    }
}
