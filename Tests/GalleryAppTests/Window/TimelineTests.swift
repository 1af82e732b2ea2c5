import CGTK
import Carousel
import GTKKit
import Photos
import Rendering
import Testing

@testable import GalleryApp

extension WindowTests {
    private func window(
        events: [Int], width: Int = 420, height: Int = 420
    ) async throws -> TestWindow {
        let library = SyntheticLibrary()
        library.fill(events: events)
        return try await TestWindow(library, width: width, height: height)
    }

    /// Whether the pixels in the middle of a cell are those of its picture.
    private func isDrawn(_ photo: LUID, in test: TestWindow) throws -> Bool {
        let cells = try #require(test.timeline.widget)
        let place = try #require(test.timeline.placeInSight(of: photo))
        let picture = try #require(cells.picture())
        let side = test.timeline.layout.grid.widestCell
        let painted = PaintedPicture(of: photo).pixels(
            width: side, height: side, middleSquare: true)
        let pixels = picture.pixels()
        var equal = 0
        // A column through the cell, below the sticky header's height.
        for y in stride(from: side / 2, to: side - 30, by: 3) {
            let x = side / 3
            let row = Int(place.origin.y) + y
            guard row < picture.height else { continue }
            let drawn = (row * picture.width + Int(place.origin.x) + x) * 4
            let wanted = (y * side + x) * 4
            let distance = (0..<3).map { abs(Int(pixels[drawn + $0]) - Int(painted[wanted + $0])) }
            guard (distance.max() ?? 0) <= 2 else { return false }
            equal += 1
        }
        return equal > 5
    }

    @Test func eachCellShowsItsOwnPhotoPixelByPixel() async throws {
        let test = try await window(events: [3, 5], width: 500, height: 640)
        await test.settle()
        #expect(test.inSight.count == 8)
        for photo in test.inSight.prefix(6) {
            #expect(try isDrawn(photo, in: test), "photo \(photo)")
        }
        test.close()
    }

    @Test func onlyWhatIsInSightOrNextToItIsDecoded() async throws {
        let test = try await window(events: [400])
        await test.settle()
        let painter = test.library.painter
        let screen = test.inSight.count
        #expect(test.timeline.frames.cells == screen)
        #expect(painter.decodes(.s75) <= screen)
        #expect(painter.decodes(.s256) >= screen)
        #expect(painter.decodes(.s256) <= 2 * screen + test.timeline.layout.grid.columns)
        test.close()
    }

    @Test func photosThatComeAboveLeaveTheViewInPlace() async throws {
        let test = try await window(events: [100])
        test.timeline.scroll(to: 1_000)
        await test.settle()
        let adjustment = try #require(test.timeline.verticalAdjustment)
        let value = gtk_adjustment_get_value(adjustment)
        let photo = test.inSight[test.inSight.count / 2]
        let place = test.place(of: photo)
        test.library.fill(events: [40], firstLUID: 1_000, lastDay: 16_300)
        await test.showsLibrary()
        #expect(test.place(of: photo) == place)
        // A kinetic scroll holds on to the value: it must not jump.
        #expect(gtk_adjustment_get_value(adjustment) == value)
        await test.settle()
        #expect(test.place(of: photo) == place)
        test.timeline.scroll(to: 0)
        await test.settle()
        #expect(test.inSight.first == test.library.snapshot[0].luid)
        test.close()
    }

    @Test func atTheTopNewPhotosComeInSight() async throws {
        let test = try await window(events: [100])
        test.library.fill(events: [2], firstLUID: 1_000, lastDay: 16_300)
        await test.showsLibrary()
        await test.settle()
        #expect(test.inSight.first == test.library.snapshot[0].luid)
        test.close()
    }

    @Test func zoomingKeepsThePhotoUnderThePointer() async throws {
        let test = try await window(events: [300], width: 640)
        test.timeline.scroll(to: 2_000)
        await test.settle()
        let pointer = (x: 300.0, y: 200.0)
        test.timeline.pointer = pointer
        func under() -> LUID? {
            test.timeline.layout.position(
                atX: pointer.x, y: pointer.y + test.timeline.viewport.top
            ).map { test.timeline.layout.snapshot[$0].luid }
        }
        let photo = try #require(under())
        let columns = test.timeline.layout.grid.columns
        let fraction =
            try (pointer.y - #require(test.place(of: photo)))
            / Double(test.timeline.layout.grid.cellHeight)
        test.timeline.zoom(larger: false)
        #expect(test.timeline.layout.grid.columns > columns)
        let frame = try #require(test.place(of: photo))
        let height = Double(test.timeline.layout.grid.cellHeight)
        #expect(abs((pointer.y - frame) / height - fraction) < 0.02)
        test.timeline.resetZoom()
        #expect(test.timeline.layout.grid.columns == columns)
        await test.settle()
        test.close()
    }

    @Test func theKeyboardGoesThroughTheGridAndBringsCellsInSight() async throws {
        let test = try await window(events: [100])
        await test.settle()
        test.timeline.move(.down)
        #expect(test.timeline.focus == test.library.snapshot[0].luid)
        test.timeline.move(.right)
        #expect(test.timeline.focus == test.library.snapshot[1].luid)
        test.timeline.move(.end)
        #expect(test.timeline.focus == test.library.snapshot[99].luid)
        await test.settle()
        #expect(test.inSight.contains(test.library.snapshot[99].luid))
        test.timeline.move(.start)
        await test.settle()
        #expect(test.timeline.viewport.top == 0)
        for _ in 0..<40 {
            test.timeline.move(.pageDown)
        }
        #expect((90..<100).contains(test.library.snapshot.position(of: test.timeline.focus!)!))
        test.close()
    }

    @Test func thumbnailsThatAreMadeLaterAppear() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [4])
        let withheld = LUID(2)
        library.painter.withhold([withheld])
        let test = try await TestWindow(library)
        await test.settle()
        #expect(test.timeline.policy.picture(of: withheld) == nil)
        #expect(test.timeline.frames.hasPlaceholders)
        library.painter.withhold([])
        library.report(LibraryProgress(stage: .finishing, finished: 1, toFinish: 2))
        #expect(await wait { test.timeline.policy.picture(of: withheld) != nil })
        await test.settle()
        #expect(!test.timeline.frames.hasPlaceholders)
        test.close()
    }

    @Test func assistiveTechnologyFindsTheVisiblePhotos() async throws {
        let test = try await window(events: [60])
        await test.settle()
        test.timeline.scroll(to: 600)
        await test.settle()
        #expect(await wait { test.timeline.accessibleCells.count == test.inSight.count })
        for photo in test.inSight {
            let cell = try #require(test.timeline.accessibleCells.cell(of: photo))
            let role = gtk_accessible_get_accessible_role(cell.opaque)
            #expect(role == GTK_ACCESSIBLE_ROLE_GRID_CELL)
        }
        let record = try #require(test.library.snapshot.record(of: LUID(9)))
        #expect(test.timeline.accessibleLabel(of: record).hasPrefix("Video, 1:03"))
        test.close()
    }

    @Test func aNarrowWindowStillShowsEverything() async throws {
        let test = try await window(events: [5], width: 360, height: 500)
        await test.settle()
        #expect(test.timeline.width == 360)
        #expect(test.timeline.layout.grid.columns == 2)
        test.close()
    }

    @Test func darkAndLightFollowTheSystem() async throws {
        let manager = adw_style_manager_get_default()
        defer { adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_DEFAULT) }
        let test = try await window(events: [1])
        /// Nil while nothing has been drawn.
        func background() -> [UInt8] {
            (test.timeline.widget?.picture()?.pixels().suffix(4).prefix(3)).map(Array.init) ?? [128]
        }
        adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_FORCE_LIGHT)
        #expect(await wait { background().allSatisfy { $0 > 240 } })
        adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_FORCE_DARK)
        #expect(await wait { background().allSatisfy { $0 < 60 } })
        test.close()
    }
}
