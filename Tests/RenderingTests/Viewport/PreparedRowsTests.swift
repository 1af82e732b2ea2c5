import Photos
import Rendering
import Testing
import Timeline

struct PreparedRowsTests {
    private func layout(_ snapshot: Snapshot) -> TimelineLayout {
        TimelineLayout(
            snapshot, width: 508, wantedCell: 100, folding: Folding(photos: 20, rows: 2))
    }

    private func expectEqual(_ a: TimelineLayout, _ b: TimelineLayout) {
        #expect(a.height == b.height && a.grid == b.grid)
        #expect(a.cells(from: 0, to: a.height) == b.cells(from: 0, to: b.height))
        #expect(a.folds(from: 0, to: a.height) == b.folds(from: 0, to: b.height))
    }

    @Test func aResizeWithPreparedRowsGivesWhatOneWithoutDoes() {
        let base = layout(TestTimeline.snapshot(events: [3, 50, 17, 21, 40]))
        let prepared = PreparedRows(near: base)
        for width in stride(from: 60, through: 900, by: 20) {
            var plain = base
            var quick = base
            plain.resize(width: width, wantedCell: 100)
            quick.resize(width: width, wantedCell: 100, prepared: prepared)
            expectEqual(plain, quick)
        }
    }

    @Test func rowsOfAnotherStateAreNotTaken() {
        let accumulator = Accumulator()
        accumulator.finishLoading()
        var base = layout(TestTimeline.add(events: [3, 50], to: accumulator))
        let prepared = PreparedRows(near: base)
        base.setOpened(true, eventAt: 1)
        var opened = base
        opened.resize(width: 610, wantedCell: 100, prepared: prepared)
        #expect(opened.grid.columns == 6)
        #expect(opened.cells(from: 0, to: opened.height).count == 53)
        var transaction = accumulator.transaction()
        transaction.removePhoto(LUID(2))
        base.update(to: transaction.commit())
        base.resize(width: 406, wantedCell: 100, prepared: prepared)
        #expect(base.cells(from: 0, to: base.height).count == 52)
    }
}
