import Photos
import Rendering
import Testing
import Timeline

struct CellMotionTests {
    private func layouts(
        removing removed: Set<Int64>
    ) -> (old: TimelineLayout, new: TimelineLayout) {
        let accumulator = Accumulator()
        accumulator.finishLoading()
        let snapshot = TestTimeline.add(events: [40], to: accumulator)
        let old = TimelineLayout(snapshot, width: 508, wantedCell: 100)
        var new = old
        var transaction = accumulator.transaction()
        for luid in removed { transaction.removePhoto(LUID(luid)) }
        new.update(to: transaction.commit())
        return (old, new)
    }

    @Test func photosBehindARemovedOneSlideFromTheirOldPlaces() throws {
        let (old, new) = layouts(removing: [7])
        let viewport = Viewport(top: 0, height: 500)
        var motion = try #require(CellMotion(from: old, top: 0, to: new, viewport))
        let begins = motion.advance(to: 1_000)
        #expect(begins)
        for cell in new.cells(from: 0, to: 500) {
            let before = old.frame(
                ofPosition: try #require(old.snapshot.position(of: cell.record.luid)))
            let offset = motion.offset(of: cell.record.luid, at: 1_000)
            #expect(cell.frame.x + offset.x == before.x)
            #expect(cell.frame.y + offset.y == before.y)
        }
        var last = motion.offset(of: LUID(8), at: 1_000)
        #expect(last.x > 0)
        for time in stride(from: 11_000, through: 151_000, by: 10_000) {
            let offset = motion.offset(of: LUID(8), at: time)
            #expect(offset.x < last.x)
            last = offset
        }
        #expect(last == (0, 0))
        #expect(motion.offset(of: LUID(3), at: 50_000) == (0, 0))
        let goesOn = motion.advance(to: 150_000)
        #expect(goesOn)
        let isOver = !motion.advance(to: 151_000)
        #expect(isOver)
    }

    @Test func nothingMovesWhenTheViewportWentAlong() {
        let (old, _) = layouts(removing: [])
        var new = old
        new.resize(width: 508, wantedCell: 100)
        let viewport = Viewport(top: 120, height: 200)
        #expect(CellMotion(from: old, top: 120, to: new, viewport) == nil)
        // All of it has moved as the window shows it: a scroll, no change.
        let moved = CellMotion(from: old, top: 100, to: new, viewport)
        #expect(moved?.offset(of: LUID(6), at: 0).y == 20)
    }

    @Test func whatCameFromFarAwayDoesNotFlitBy() {
        let (old, new) = layouts(removing: [])
        let viewport = Viewport(top: 0, height: 300)
        #expect(CellMotion(from: old, top: 600, to: new, viewport) == nil)
    }
}
