import CGTK
import GTKKit
import Photos
import Testing

@testable import GalleryApp

extension WindowTests {
    private func window() async throws -> TestWindow {
        let library = SyntheticLibrary()
        // Four years, the newest first.
        for year in 0..<4 {
            library.fill(
                events: [30, 20], firstLUID: Int64(1 + 100 * year), lastDay: 16_230 - 366 * year)
        }
        let test = try await TestWindow(library, width: 500, height: 500)
        await test.settle()
        return test
    }

    @Test func theScrubberGoesAnywhereWithinOneFrame() async throws {
        let test = try await window()
        let scrubber = try #require(test.window.scrubber)
        let last = test.library.snapshot[test.library.snapshot.photoCount - 1].luid
        let before = test.timeline.frames.frames
        scrubber.drag(toShare: 1)
        #expect(test.inSight.last == last)
        try #require(await wait { test.timeline.frames.frames > before })
        // The first frame has thumbnails already.
        #expect(test.timeline.frames.last.placeholders == 0)
        #expect(scrubber.isDragged)
        #expect(scrubber.words.hasSuffix("2011"))
        scrubber.drag(toShare: 0)
        #expect(test.timeline.viewport.top == 0)
        #expect(scrubber.words.hasSuffix("2014"))
        scrubber.endDrag()
        #expect(!scrubber.isDragged)
        await test.settle()
        test.close()
    }

    @Test(.enabled(if: RealInput.isThere, "xdotool is not installed"))
    func draggingTheScrubberByPointerShowsTheDate() async throws {
        let test = try await window()
        let scrubber = try #require(test.window.scrubber)
        let widget: Widget = try #require(scrubber.widget)
        let height = Double(gtk_widget_get_height(widget))
        // A press may come before the server has the new window in its place.
        for _ in 0..<5 where !scrubber.isDragged {
            try await RealInput.act(
                ["mouseup", "1", "mousemove"] + test.onScreen(widget, 12, 30)
                    + ["mousedown", "1"])
            _ = await wait(seconds: 5) { scrubber.isDragged }
        }
        try #require(scrubber.isDragged)
        try await RealInput.act(["mousemove"] + test.onScreen(widget, 12, height / 2))
        try #require(await wait { test.timeline.viewport.top > 1_000 })
        #expect(await test.says(scrubber.words))
        try await RealInput.act(["mousemove"] + test.onScreen(widget, 12, height - 3))
        let end = test.timeline.layout.height - test.timeline.viewport.height
        try #require(await wait { test.timeline.viewport.top == end })
        #expect(scrubber.words.hasSuffix("2011"))
        try await RealInput.act(["mouseup", "1"])
        try #require(await wait { !scrubber.isDragged })
        await test.settle()
        test.close()
    }

    @Test(.enabled(if: RealInput.isThere, "xdotool is not installed"))
    func theWheelScrollsAndControlAndTheWheelZoom() async throws {
        let test = try await window()
        let widget: Widget = try #require(test.timeline.widget)
        try await RealInput.act(
            ["mousemove"] + test.onScreen(widget, 200, 200)
                + ["click", "--repeat", "12", "--delay", "5", "5"])
        try #require(await wait { test.timeline.viewport.top > 300 })
        await test.settle()
        let columns = test.timeline.layout.grid.columns
        try await RealInput.act(["keydown", "ctrl", "click", "5", "keyup", "ctrl"])
        try #require(await wait { test.timeline.layout.grid.columns > columns })
        await test.settle()
        test.close()
    }
}
