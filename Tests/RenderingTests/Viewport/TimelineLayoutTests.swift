import Photos
import Rendering
import TestSupport
import Testing
import Timeline

struct TimelineLayoutTests {
    /// Small timelines in windows of one to three columns.
    static let layouts = TestTimeline.small.flatMap { events in
        [100, 210, 330].map { width in
            TimelineLayout(TestTimeline.snapshot(events: events), width: width, wantedCell: 100)
        }
    }

    @Test func everyPhotoHasItsOwnCellWithinTheTimeline() {
        for layout in Self.layouts {
            let cells = layout.cells(from: 0, to: layout.height)
            #expect(cells.map(\.position) == Array(0..<layout.snapshot.photoCount))
            for (index, cell) in cells.enumerated() {
                #expect(cell.record == layout.snapshot[cell.position])
                #expect(cell.frame == layout.frame(ofPosition: cell.position))
                #expect(cell.frame.x >= 0)
                #expect(cell.frame.x + cell.frame.width <= Double(layout.grid.width))
                #expect(cell.frame.bottom <= layout.height)
                for other in cells[..<index] {
                    #expect(!overlap(cell.frame, other.frame))
                }
            }
        }
    }

    @Test func aViewportHoldsExactlyTheCellsThatTouchIt() {
        for layout in Self.layouts {
            let all = layout.cells(from: 0, to: layout.height)
            for height in [1.0, 50, 130] {
                var top = -60.0
                while top < layout.height + 60 {
                    let expected = all.filter {
                        $0.frame.bottom > top && $0.frame.y < top + height
                    }
                    #expect(layout.cells(from: top, to: top + height) == expected)
                    top += 17
                }
            }
        }
    }

    @Test func aPointFindsThePhotoThatIsDrawnThere() {
        for layout in Self.layouts {
            let cells = layout.cells(from: 0, to: layout.height)
            for x in stride(from: 0.5, to: Double(layout.grid.width) + 20, by: 9) {
                for y in stride(from: -10.5, to: layout.height + 10, by: 13) {
                    let expected = cells.first {
                        x >= $0.frame.x && x < $0.frame.x + $0.frame.width && y >= $0.frame.y
                            && y < $0.frame.bottom
                    }
                    #expect(layout.position(atX: x, y: y) == expected?.position)
                }
            }
        }
    }

    @Test func resizingGivesWhatANewLayoutWouldGive() {
        for layout in Self.layouts {
            for width in [90, 205, 400] {
                for cell in [64, 100, 150] {
                    var resized = layout
                    resized.resize(width: width, wantedCell: cell)
                    let fresh = TimelineLayout(layout.snapshot, width: width, wantedCell: cell)
                    #expect(
                        resized.cells(from: 0, to: resized.height)
                            == fresh.cells(from: 0, to: fresh.height))
                    #expect(resized.height == fresh.height)
                }
            }
        }
    }

    @Test func updatingGivesWhatANewLayoutWouldGive() {
        let accumulator = Accumulator()
        accumulator.finishLoading()
        var layout = TimelineLayout(accumulator.snapshot, width: 330, wantedCell: 100)
        var random = SplitMix64(seed: 1)
        for _ in 0..<200 {
            var transaction = accumulator.transaction()
            for _ in 0..<5 {
                let luid = Int64.random(in: 1...60, using: &random)
                if Bool.random(using: &random) {
                    let day = Int.random(in: 15_900...16_000, using: &random)
                    transaction.addPhoto(TestTimeline.record(luid, day: day, second: 0))
                } else {
                    transaction.removePhoto(LUID(luid))
                }
            }
            let snapshot = transaction.commit()
            layout.update(to: snapshot)
            let fresh = TimelineLayout(snapshot, width: 330, wantedCell: 100)
            #expect(
                layout.cells(from: 0, to: layout.height) == fresh.cells(from: 0, to: fresh.height))
        }
    }

    @Test func anEmptyTimelineHasNothing() {
        let layout = TimelineLayout(.empty, width: 300)
        #expect(layout.height == 0)
        #expect(layout.cells(from: 0, to: 1000).isEmpty)
        #expect(layout.position(atX: 10, y: 10) == nil)
    }

    private func overlap(_ a: CellFrame, _ b: CellFrame) -> Bool {
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.bottom && b.y < a.bottom
    }
}
