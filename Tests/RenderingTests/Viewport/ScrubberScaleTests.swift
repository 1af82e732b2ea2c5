import Photos
import Rendering
import Testing
import Timeline

struct ScrubberScaleTests {
    /// Ten events, each in a year of its own, the newest first.
    private func layout(photos: Int = 12) -> TimelineLayout {
        let accumulator = Accumulator()
        accumulator.finishLoading()
        var transaction = accumulator.transaction()
        for year in 0..<10 {
            for photo in 0..<photos {
                transaction.addPhoto(
                    TestTimeline.record(
                        Int64(1 + year * photos + photo), day: 16_000 - 366 * year,
                        second: photos - photo))
            }
        }
        return TimelineLayout(transaction.commit(), width: 508, wantedCell: 100)
    }

    @Test func placesAndTopsAreEachOthersInverse() {
        let layout = layout()
        let scale = ScrubberScale(layout, viewportHeight: 400, length: 300, spacing: 10)
        let end = layout.height - 400
        #expect(scale.top(atY: 0) == 0)
        #expect(scale.top(atY: 300) == end)
        #expect(scale.top(atY: -9) == 0 && scale.top(atY: 999) == end)
        for y in stride(from: 0.0, through: 300, by: 7) {
            #expect(abs(scale.y(ofTop: scale.top(atY: y)) - y) < 1e-9)
        }
    }

    @Test func everyYearHasItsMarkWhereItBegins() {
        let layout = layout()
        let scale = ScrubberScale(layout, viewportHeight: 400, length: 1000, spacing: 10)
        #expect(scale.marks.map(\.year) == (0..<10).map { 2013 - $0 })
        #expect(scale.marks.map(\.y) == scale.marks.map(\.y).sorted())
        let third = layout.rows.row(ofPosition: 24).top
        #expect(abs(scale.top(atY: scale.marks[2].y) - third) < 1)
    }

    @Test func marksKeepTheirDistance() {
        for spacing in [5.0, 40, 110, 500] {
            let scale = ScrubberScale(
                layout(), viewportHeight: 400, length: 300, spacing: spacing)
            #expect(scale.marks.first?.year == 2013)
            for (a, b) in zip(scale.marks, scale.marks.dropFirst()) {
                #expect(b.y - a.y >= spacing)
            }
        }
    }

    @Test func aTimelineThatFitsTheWindowHasOnePlace() {
        let scale = ScrubberScale(
            layout(photos: 1), viewportHeight: 9_000, length: 300, spacing: 10)
        #expect(scale.top(atY: 200) == 0)
        #expect(scale.y(ofTop: 0) == 0)
        let empty = ScrubberScale(
            TimelineLayout(.empty, width: 100), viewportHeight: 400, length: 300, spacing: 10)
        #expect(empty.marks.isEmpty)
        #expect(empty.top(atY: 200) == 0)
    }
}
