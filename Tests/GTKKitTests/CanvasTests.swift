import CGTK
import GTKKit
import Testing

/// Fills itself: red above, a texture below, text on it.
private final class Painting: Canvas {
    var size = (width: 0, height: 0)
    var scrolls = 0
    var disposals = 0
    var draws = 0
    var texture = Texture(
        bgra: [UInt8](repeating: 0, count: 16).enumerated().map {
            $0.offset % 4 == 1 ? 255 : $0.offset % 4 == 3 ? 255 : 0
        },
        width: 2, height: 2)
    var cells: [Widget] = []

    override func measure(_ orientation: GtkOrientation) -> (minimum: Int, natural: Int) {
        (10, 200)
    }

    override func allocate(width: Int, height: Int) {
        size = (width, height)
        if let verticalAdjustment {
            gtk_adjustment_configure(
                verticalAdjustment, 0, 0, 5000, 10, 100, Double(height))
        }
        for (index, cell) in cells.enumerated() {
            cell.allocate(x: 20 * index, y: 0, width: 20, height: 20)
        }
    }

    override func draw(with painter: Painter) {
        draws += 1
        let half = Double(size.height / 2)
        painter.fill(
            graphene_rect_t(x: 0, y: 0, width: Double(size.width), height: half),
            with: GdkRGBA(red: 1, green: 0, blue: 0, alpha: 1))
        painter.draw(
            texture, in: graphene_rect_t(x: 0, y: half, width: Double(size.width), height: half))
    }

    override func scrolled() { scrolls += 1 }

    override func disposed() {
        disposals += 1
        cells.forEach { gtk_widget_unparent($0) }
        cells = []
    }
}

extension DisplayTests {
    private func window(with child: Widget) -> Widget {
        let window: Widget = gtk_window_new()
        gtk_window_set_child(window.cast(), child)
        gtk_window_set_default_size(window.cast(), 300, 200)
        gtk_window_present(window.cast())
        return window
    }

    @Test func aCanvasDrawsScrollsAndDiesWithItsWidget() async throws {
        weak var gone: Painting?
        do {
            let painting = Painting()
            gone = painting
            let widget = painting.makeWidget(name: "painting", role: GTK_ACCESSIBLE_ROLE_GRID)
            let scroller: Widget = gtk_scrolled_window_new()
            gtk_scrolled_window_set_child(scroller.opaque, widget)
            let window = window(with: scroller)
            #expect(await Self.wait { painting.draws > 0 })
            #expect(painting.size.height > 50)

            let adjustment = try #require(painting.verticalAdjustment)
            gtk_adjustment_set_value(adjustment, 700)
            #expect(painting.scrolls > 0)

            let picture = try #require(widget.picture())
            let pixels = picture.pixels()
            #expect(Array(pixels[0..<4]) == [0, 0, 255, 255])
            let last = pixels.count - 4
            #expect(Array(pixels[last...]) == [0, 255, 0, 255])

            gtk_window_destroy(window.cast())
            #expect(painting.disposals > 0)
            #expect(painting.widget == nil)
        }
        #expect(await Self.wait { gone == nil })
    }

    @Test func aCanvasWithoutScrolledWindowDrawsToo() async {
        let painting = Painting()
        let window = window(with: painting.makeWidget(name: "p", role: GTK_ACCESSIBLE_ROLE_IMG))
        #expect(await Self.wait { painting.draws > 0 })
        #expect(painting.verticalAdjustment == nil)
        gtk_window_destroy(window.cast())
    }

    @Test func ticksComeWithFramesUntilTheyEnd() async {
        let painting = Painting()
        let widget = painting.makeWidget(name: "p", role: GTK_ACCESSIBLE_ROLE_IMG)
        let window = window(with: widget)
        var times: [Int] = []
        widget.addTick { time in
            times.append(time)
            gtk_widget_queue_draw(widget)
            return times.count < 4
        }
        #expect(await Self.wait { times.count == 4 })
        #expect(times == times.sorted())
        #expect(widget.frameTime != nil)
        gtk_window_destroy(window.cast())
    }

    @Test func cellsStandForWhatIsDrawn() async {
        let painting = Painting()
        let widget = painting.makeWidget(name: "p", role: GTK_ACCESSIBLE_ROLE_GRID)
        painting.cells = (0..<3).map { index in
            let cell = AccessibleCell.make(in: widget)
            cell.setAccessibleLabel("Cell \(index)")
            return cell
        }
        let window = window(with: widget)
        #expect(await Self.wait { painting.draws > 0 })
        let cell = painting.cells[2]
        #expect(
            gtk_accessible_get_accessible_role(cell.opaque) == GTK_ACCESSIBLE_ROLE_GRID_CELL)
        #expect(gtk_widget_get_parent(cell) == widget)
        #expect(gtk_widget_get_width(cell) == 20)
        gtk_window_destroy(window.cast())
        #expect(painting.cells.isEmpty)
    }

    @Test func aStyleSheetReachesACanvas() async {
        StyleSheet.add("coloured { color: rgb(0, 128, 255); }")
        let painting = Painting()
        let widget = painting.makeWidget(name: "coloured", role: GTK_ACCESSIBLE_ROLE_IMG)
        let window = window(with: widget)
        #expect(await Self.wait { painting.draws > 0 })
        let colour = widget.textColour
        #expect(colour.red == 0 && colour.blue == 1)
        #expect(widget.themeColour("no_such_colour") == nil)
        gtk_window_destroy(window.cast())
    }
}
