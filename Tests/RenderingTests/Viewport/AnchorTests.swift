import Photos
import Rendering
import Testing
import Timeline

struct AnchorTests {
    private let page = 150.0

    /// Where a photo's cell stands on the screen.
    private func place(_ luid: LUID, _ layout: TimelineLayout, _ top: Double) -> Double? {
        layout.snapshot.position(of: luid).map { layout.frame(ofPosition: $0).y - top }
    }

    private func middle(_ viewport: Viewport) -> Double { viewport.top + viewport.height / 2 }

    /// The photo nearest to the middle of what is in sight.
    private func looked(at layout: TimelineLayout, _ viewport: Viewport) -> LUID? {
        layout.cells(from: viewport.top, to: viewport.bottom).min { a, b in
            distance(a.frame, viewport) < distance(b.frame, viewport)
        }?.record.luid
    }

    private func distance(_ frame: CellFrame, _ viewport: Viewport) -> Double {
        max(0, frame.y - middle(viewport), middle(viewport) - frame.bottom)
    }

    @Test func photosAddedAboveLeaveWhatIsInSightInPlace() throws {
        for events in TestTimeline.small where events.count == 3 {
            let accumulator = Accumulator()
            accumulator.finishLoading()
            var layout = TimelineLayout(
                TestTimeline.add(events: events, to: accumulator), width: 210, wantedCell: 100)
            let before = layout
            let limit = layout.height - page
            for top in stride(from: 1, through: limit, by: 40) {
                let viewport = Viewport(top: top, height: page)
                let photo = try #require(looked(at: before, viewport))
                let anchor = Anchor(before, viewport, nearestTo: middle(viewport))
                layout = before
                layout.update(
                    to: TestTimeline.add(
                        events: [5, 3], to: accumulator, firstLUID: 1_000, startDay: 16_100))
                let newTop = anchor.top(in: layout, viewportHeight: page)
                #expect(place(photo, layout, newTop) == place(photo, before, top))
            }
        }
    }

    @Test func atTheVeryTopTheNewestPhotosComeInSight() {
        let accumulator = Accumulator()
        accumulator.finishLoading()
        var layout = TimelineLayout(
            TestTimeline.add(events: [4, 4], to: accumulator), width: 210, wantedCell: 100)
        let anchor = Anchor(layout, Viewport(top: 0, height: page), nearestTo: 75)
        layout.update(
            to: TestTimeline.add(
                events: [9], to: accumulator, firstLUID: 1_000, startDay: 16_100))
        #expect(anchor.top(in: layout, viewportHeight: page) == 0)
    }

    @Test func whenThePhotoLookedAtIsRemovedItsNeighbourStays() throws {
        let accumulator = Accumulator()
        accumulator.finishLoading()
        var layout = TimelineLayout(
            TestTimeline.add(events: [12, 12], to: accumulator), width: 210, wantedCell: 100)
        let viewport = Viewport(top: 300, height: 300)
        let before = layout
        let photo = try #require(looked(at: before, viewport))
        let anchor = Anchor(before, viewport, nearestTo: middle(viewport))
        var transaction = accumulator.transaction()
        transaction.removePhoto(photo)
        layout.update(to: transaction.commit())
        let top = anchor.top(in: layout, viewportHeight: 300)
        let survivors = before.cells(from: 300, to: 600).map(\.record.luid).filter { $0 != photo }
        #expect(survivors.contains { place($0, layout, top) == place($0, before, 300) })
    }

    @Test func whenAllInSightIsRemovedTheSamePlaceIsShown() {
        let accumulator = Accumulator()
        accumulator.finishLoading()
        var layout = TimelineLayout(
            TestTimeline.add(events: [20], to: accumulator), width: 210, wantedCell: 100)
        let viewport = Viewport(top: 400, height: 150)
        let anchor = Anchor(layout, viewport, nearestTo: 475)
        let seen = layout.cells(from: 400, to: 550)
        var transaction = accumulator.transaction()
        for cell in seen {
            transaction.removePhoto(cell.record.luid)
        }
        layout.update(to: transaction.commit())
        let top = anchor.top(in: layout, viewportHeight: 150)
        let first = layout.cells(from: top, to: top + 150).first?.position ?? 0
        #expect(abs(first - (seen.first?.position ?? 0)) <= 2)
    }

    @Test func anEmptiedTimelineStandsAtItsTop() {
        let layout = TimelineLayout(
            TestTimeline.snapshot(events: [20]), width: 210, wantedCell: 100)
        let anchor = Anchor(layout, Viewport(top: 400, height: 150), nearestTo: 475)
        let empty = TimelineLayout(.empty, width: 210, wantedCell: 100)
        #expect(anchor.top(in: empty, viewportHeight: 150) == 0)
    }

    @Test func zoomingKeepsThePointUnderThePointerWithinItsPhoto() throws {
        let snapshot = TestTimeline.snapshot(events: [30, 7, 41, 3, 60])
        let before = TimelineLayout(snapshot, width: 640, wantedCell: 100)
        let viewport = Viewport(top: 500, height: 400)
        for wanted in [64, 80, 125, 200, 320] {
            for x in stride(from: 20.0, to: 640, by: 90) {
                for pointerY in [60.0, 200, 330] {
                    guard
                        let position = before.position(atX: x, y: viewport.top + pointerY)
                    else { continue }
                    let anchor = Anchor(before, viewport, under: x, viewport.top + pointerY)
                    var layout = before
                    layout.resize(width: 640, wantedCell: wanted)
                    let top = anchor.top(in: layout, viewportHeight: 400)
                    let frame = layout.frame(ofPosition: position)
                    guard top > 0, top < layout.height - 400 else { continue }
                    #expect(frame.y - top <= pointerY && frame.bottom - top >= pointerY)
                }
            }
        }
    }

    @Test func theTopStaysWithinTheTimeline() {
        for events in TestTimeline.small {
            let layout = TimelineLayout(
                TestTimeline.snapshot(events: events), width: 210, wantedCell: 100)
            for top in stride(from: 0.0, to: layout.height, by: 30) {
                let anchor = Anchor(
                    layout, Viewport(top: top, height: page), nearestTo: top + page)
                var narrow = layout
                narrow.resize(width: 700, wantedCell: 64)
                let newTop = anchor.top(in: narrow, viewportHeight: page)
                #expect(newTop >= 0)
                #expect(newTop <= max(0, narrow.height - page))
            }
        }
    }
}
