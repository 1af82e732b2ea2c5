import CGTK
import Foundation
import GTKKit
import Photos
import Rendering
import TestSupport
import Testing

@testable import GalleryApp

extension WindowTests {
    private func window(
        events: [Int], width: Int = 500, height: Int = 500, opensEvents: Bool = true
    ) async throws -> TestWindow {
        let library = SyntheticLibrary()
        library.fill(events: events)
        let test = try await TestWindow(
            library, width: width, height: height, opensEvents: opensEvents)
        await test.settle()
        return test
    }

    @Test func aFlingShowsThumbnailsInEveryFrameAndQueuesNoLargeOne() async throws {
        let test = try await window(events: [600])
        var frames: [DrawnFrame] = []
        test.timeline.onFrame = { frames.append($0) }
        var steps = 0
        test.window.window.addTick { _ in
            steps += 1
            test.timeline.scroll(to: Double(steps) * 700)
            return steps < 40
        }
        #expect(await wait { steps >= 40 })
        test.timeline.onFrame = { _ in }
        let inFling = frames.filter { $0.pixelsPerSecond > 4 * test.timeline.viewport.height }
        #expect(!inFling.isEmpty)
        #expect(frames.allSatisfy { $0.placeholders == 0 })
        #expect(inFling.allSatisfy { $0.fullJobs == 0 })
        #expect(frames.allSatisfy { $0.visibleJobs <= $0.screen && $0.aheadJobs <= $0.screen })
        await test.settle()
        #expect(test.timeline.frames.last.rungs[Rung.full.rawValue] == test.inSight.count)
        test.close()
    }

    @Test func pinchingKeepsThePhotoUnderTheFingers() async throws {
        let test = try await window(events: [300], width: 640)
        test.timeline.scroll(to: 2_000)
        await test.settle()
        let widget: Widget = try #require(test.timeline.widget)
        let controllers = gtk_widget_observe_controllers(widget)
        defer { g_object_unref(controllers?.raw) }
        let gestures = (0..<g_list_model_get_n_items(controllers)).compactMap {
            g_list_model_get_item(controllers, $0)
        }
        defer { gestures.forEach { g_object_unref($0) } }
        let pinch = try #require(
            gestures.first { $0.isInstance(of: gtk_gesture_zoom_get_type()) })
        let photo = test.inSight[test.inSight.count / 2]
        let before = try #require(test.timeline.placeInSight(of: photo))
        let pointer = (
            x: Double(before.origin.x) + 30, y: Double(before.origin.y) + 40
        )
        test.timeline.pointer = pointer
        let columns = test.timeline.layout.grid.columns
        for scale in [0.9, 0.8, 0.65, 0.5] {
            pinch.emit("scale-changed", scale)
        }
        #expect(test.timeline.layout.grid.columns > columns)
        let place = try #require(test.timeline.placeInSight(of: photo))
        #expect(Double(place.origin.y) <= pointer.y)
        #expect(Double(place.origin.y + place.size.height) >= pointer.y - 2)
        await test.settle()
        test.close()
    }

    @Test func memoryStaysFlatOverLongScrolling() async throws {
        let test = try await window(events: [500, 500, 500])
        let budget = CacheBudget(smallBytes: 1 << 20, fullBytes: 4 << 20)
        test.timeline.policy.setCacheBudget(budget)
        var random = SplitMix64(seed: 11)
        var most = 0
        test.timeline.onFrame = { most = max(most, $0.cacheBytes) }
        func scroll(frames: Int) async {
            let end = test.timeline.frames.frames + frames
            while test.timeline.frames.frames < end {
                let limit = test.timeline.layout.height - test.timeline.viewport.height
                let next = Double.random(in: 0...limit, using: &random)
                let before = test.timeline.frames.frames
                test.timeline.scroll(to: next)
                _ = await wait { test.timeline.frames.frames > before }
            }
        }
        await scroll(frames: 150)
        // What tests beside this one take is in it too, for a while; what
        // scrolling took and kept would be in every round.
        var growth = Int.max
        for _ in 0..<4 where growth >= 24 << 20 {
            let warm = residentBytes()
            await scroll(frames: 300)
            growth = min(growth, residentBytes() - warm)
        }
        // What is in sight is pinned beyond the budget; pages come and go.
        let screen = 40 * 180 * 180 * 4
        #expect(most <= budget.smallBytes + budget.fullBytes + (2 << 20) + screen)
        #expect(growth < 24 << 20)
        test.timeline.onFrame = { _ in }
        test.close()
    }

    private func residentBytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }

    @Test(.enabled(if: RealInput.isThere, "xdotool is not installed"))
    func aClickOnTheCompositeCellOpensTheEventInPlace() async throws {
        let test = try await window(events: [3, 90, 5], opensEvents: false)
        let widget: Widget = try #require(test.timeline.widget)
        let viewport = test.timeline.viewport
        let fold = try #require(
            test.timeline.layout.folds(from: 0, to: test.timeline.layout.height).first)
        test.timeline.scroll(to: fold.frame.bottom - viewport.height + 30)
        await test.settle()
        let first = try #require(test.inSight.first)
        let place = test.place(of: first)
        let top = test.timeline.viewport.top
        try await test.click(widget, fold.frame.x + 20, fold.frame.y + 20 - top)
        try #require(
            await wait {
                test.timeline.layout.folds(from: 0, to: test.timeline.layout.height).isEmpty
            })
        #expect(test.place(of: first) == place)
        await test.settle()
        // Its header folds it again.
        test.timeline.scroll(to: test.timeline.layout.rows.header(ofEventAt: 1).top)
        await test.settle()
        try await test.click(widget, 100, 30)
        try #require(
            await wait {
                !test.timeline.layout.folds(from: 0, to: test.timeline.layout.height).isEmpty
            })
        await test.settle()
        #expect(!test.viewer.isOpen)
        test.close()
    }

    @Test func theKeyboardOpensAnEventAtItsFold() async throws {
        let test = try await window(events: [90], opensEvents: false)
        let fold = try #require(
            test.timeline.layout.folds(from: 0, to: test.timeline.layout.height).first)
        test.timeline.move(.right)
        for _ in 0..<fold.hidden.lowerBound { test.timeline.move(.right) }
        #expect(test.timeline.focus == test.library.snapshot[fold.hidden.lowerBound].luid)
        let opened = test.timeline.toggleEventAtFocus()
        #expect(opened)
        #expect(test.timeline.layout.cells(from: 0, to: 1e6).count == 90)
        let folded = test.timeline.toggleEventAtFocus()
        #expect(folded)
        #expect(test.timeline.layout.folds(from: 0, to: 1e6) == [fold])
        await test.settle()
        test.close()
    }

    @Test func thePhotoThatTheKeyboardIsAtHasTheFocusToBeAnnounced() async throws {
        let test = try await window(events: [200])
        let widget: Widget = try #require(test.timeline.widget)
        gtk_widget_grab_focus(widget)
        test.timeline.move(.down)
        test.timeline.move(.right)
        let photo = try #require(test.timeline.focus)
        try #require(
            await wait {
                test.timeline.accessibleCells.cell(of: photo).map { gtk_widget_has_focus($0) } == 1
            })
        // Scrolled away, its cell is used for another photo: keys stay here.
        test.timeline.scroll(to: 4_000)
        await test.settle()
        #expect(await wait { test.timeline.accessibleCells.cell(of: photo) == nil })
        #expect(test.timeline.hasKeyboard)
        test.timeline.move(.down)
        await test.settle()
        let next = try #require(test.timeline.focus)
        #expect(test.inSight.contains(next))
        try #require(
            await wait {
                test.timeline.accessibleCells.cell(of: next).map { gtk_widget_has_focus($0) } == 1
            })
        test.close()
    }

    @Test func cellsSlideToTheirNewPlacesAndRest() async throws {
        let test = try await window(events: [40])
        let moved = test.inSight[6]
        let before = try #require(test.place(of: moved))
        test.library.change { $0.removePhoto(test.inSight[2]) }
        await test.showsLibrary()
        #expect(test.timeline.motion != nil)
        await test.settle()
        #expect(test.timeline.motion == nil)
        #expect(try #require(test.place(of: moved)) <= before)
        test.close()
    }
}
