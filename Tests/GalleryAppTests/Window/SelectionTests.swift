import CGTK
import GTKKit
import Photos
import Testing

@testable import GalleryApp

/// Choosing photos, and acting on several at once.
extension WindowTests {
    /// Clicks into the middle of a photo's cell.
    private func click(_ photo: LUID, _ modifiers: GdkModifierType, in test: TestWindow) throws {
        let place = try #require(test.timeline.placeInSight(of: photo))
        let (x, y) = (
            Double(place.origin.x + place.size.width / 2),
            Double(place.origin.y + place.size.height / 2)
        )
        if !test.timeline.choose(photo, atX: x, y: y, modifiers: modifiers.rawValue) {
            test.timeline.onOpen(photo)
        }
    }

    private var plain: GdkModifierType { GdkModifierType(rawValue: 0) }

    @Test func clicksWithControlAndShiftChoose() async throws {
        let (test, photos) = try await test()
        try click(photos[1], GDK_CONTROL_MASK, in: test)
        try click(photos[3], GDK_SHIFT_MASK, in: test)
        #expect(test.timeline.selection.photos == Set(photos[1...3]))
        #expect(await test.says("3 chosen"))
        // While some are chosen, a click chooses; none opens.
        try click(photos[5], plain, in: test)
        #expect(test.timeline.selection.count == 4)
        #expect(!test.viewer.isOpen)
        #expect(test.timeline.onKey(GDK_KEY_Escape))
        #expect(test.timeline.selection.isEmpty)
        try click(photos[5], plain, in: test)
        #expect(test.viewer.isOpen)
        test.close()
    }

    @Test func theCircleInTheCornerChooses() async throws {
        let (test, photos) = try await test()
        let place = try #require(test.timeline.placeInSight(of: photos[2]))
        let chooses = test.timeline.choose(
            photos[2], atX: Double(place.origin.x) + 10, y: Double(place.origin.y) + 10,
            modifiers: 0)
        #expect(chooses)
        #expect(test.timeline.selection.photos == [photos[2]])
        test.close()
    }

    @Test func chosenPhotosAreHiddenTogetherAndComeBackTogether() async throws {
        let (test, photos) = try await test()
        for index in [1, 2, 3] { try click(photos[index], GDK_CONTROL_MASK, in: test) }
        activate("win.hide", in: test)
        #expect(await test.says("3 photos hidden"))
        #expect(test.timeline.selection.isEmpty)
        #expect(test.timeline.focus == photos[4], "the keyboard goes on to the next that stays")
        #expect(await wait { test.timeline.layout.snapshot.photoCount == 9 })
        #expect(test.library.acts == [.hide], "in one act")
        activate("win.undo", in: test)
        #expect(await wait { test.timeline.layout.snapshot.photoCount == 12 })
        test.close()
    }

    @Test func allAreMarkedUnlessAllAre() async throws {
        let (test, photos) = try await test()
        test.timeline.focus = photos[0]
        #expect(test.timeline.onKey(GDK_KEY_f))
        #expect(
            await wait {
                test.timeline.layout.snapshot.record(of: photos[0])?.flags
                    .contains(.favourite) == true
            })
        activate("win.select-all", in: test)
        #expect(test.timeline.selection.count == 12)
        activate("win.favourite", in: test)
        #expect(await test.says("12 photos marked as favourites"))
        #expect(
            await wait {
                photos.allSatisfy {
                    test.timeline.layout.snapshot.record(of: $0)?.flags
                        .contains(.favourite) == true
                }
            })
        activate("win.favourite", in: test)
        #expect(await test.says("12 photos are no favourites any more"))
        activate("win.select-none", in: test)
        #expect(test.timeline.selection.isEmpty)
        test.close()
    }

    @Test func shiftAndArrowsChooseARange() async throws {
        let (test, photos) = try await test()
        test.timeline.focus = photos[4]
        for step in [FocusStep.right, .right, .left] {
            let before = test.timeline.focus
            test.timeline.move(step == .right ? .right : .left)
            test.timeline.extendSelection(from: before)
        }
        #expect(test.timeline.selection.photos == [photos[4], photos[5]])
        test.close()
    }

    private enum FocusStep { case left, right }

    @Test func aRectangleChoosesWhatItTouches() async throws {
        let (test, photos) = try await test()
        let first = try #require(test.timeline.placeInSight(of: photos[0]))
        let top = test.timeline.viewport.top
        var band = RubberBand(
            x: Double(first.origin.x) + 5, y: Double(first.origin.y) + 5, top: top)
        let second = try #require(test.timeline.placeInSight(of: photos[1]))
        band.pointer = (Double(second.origin.x) + 5, Double(second.origin.y) + 20)
        band.follow(top: top, width: 420, height: test.timeline.layout.height)
        #expect(band.positions(in: test.timeline.layout) == [0, 1])
        band.pointer = (Double(first.origin.x) - 50, Double(first.origin.y) - 1000)
        band.follow(top: top, width: 420, height: test.timeline.layout.height)
        #expect(band.positions(in: test.timeline.layout) == [0], "it ends with the timeline")
        test.close()
    }

    @Test func aRectangleScrollsTheFasterTheFurtherThePointerIsAway() {
        var band = RubberBand(x: 0, y: 0, top: 0)
        band.pointer = (0, 420)
        #expect(band.scroll(at: 0, height: 400) == 0, "the first frame only begins")
        #expect(abs(band.scroll(at: 16_000, height: 400) - 20 * 12 * 0.016) < 1e-9)
        band.pointer = (0, -50)
        #expect(abs(band.scroll(at: 32_000, height: 400) + 50 * 12 * 0.016) < 1e-9)
        band.pointer = (0, 200)
        #expect(band.scroll(at: 48_000, height: 400) == 0)
    }
}
