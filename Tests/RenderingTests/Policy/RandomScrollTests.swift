import Photos
import Rendering
import TestSupport
import Testing
import Timeline

struct RandomScrollTests {
    /// Any scroll, resize, zoom and change of the timeline: `PolicyDriver`
    /// checks the bounds in every frame, and in the end all is sharp.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func everyCellGetsSharpInTheEnd(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let accumulator = Accumulator()
        accumulator.finishLoading()
        let events = (0..<8).map { _ in Int.random(in: 1...60, using: &random) }
        var driver = PolicyDriver(
            TestTimeline.add(events: events, to: accumulator),
            cache: CacheBudget(smallBytes: 60 * 22_500, fullBytes: 60 * 40_000),
            folding: seed % 2 == 0 ? nil : Folding(photos: 20, rows: 2))
        driver.framesADecode = Int.random(in: 1...6, using: &random)
        for step in 0..<40 {
            switch Int.random(in: 0..<9, using: &random) {
            case 2:
                let event = Int.random(in: 0..<driver.layout.snapshot.eventCount, using: &random)
                driver.layout.setOpened(Bool.random(using: &random), eventAt: event)
            case 0:
                driver.layout.resize(
                    width: Int.random(in: 200...500, using: &random),
                    wantedCell: [64, 80, 100, 125].randomElement(using: &random) ?? 100)
            case 1:
                change(accumulator, &random, Int64(10_000 + 100 * step))
                let anchor = Anchor(
                    driver.layout, driver.viewport,
                    nearestTo: driver.viewport.top + driver.viewport.height / 2)
                driver.layout.update(to: accumulator.snapshot)
                let top = anchor.top(
                    in: driver.layout, viewportHeight: driver.viewport.height)
                driver.policy.rebase(by: top - driver.viewport.top)
                driver.viewport.top = top
            default:
                let speed = Double(Int.random(in: -400...400, using: &random))
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    driver.frame(moving: speed)
                }
            }
            driver.frame()
        }
        driver.rest()
        let wanted: ThumbnailSize = driver.layout.grid.widestCell > 75 ? .s256 : .s75
        #expect(driver.shown.count == driver.screen)
        let folds = driver.lastPlan?.folds ?? []
        #expect(folds.allSatisfy { $0.picture != nil && $0.decode.isEmpty })
        // Where the small one is enough, a large one from before may show.
        #expect(driver.shown.values.allSatisfy { $0.size == wanted || wanted == .s75 })
    }

    private func change(
        _ accumulator: Accumulator, _ random: inout SplitMix64, _ firstLUID: Int64
    ) {
        var transaction = accumulator.transaction()
        for offset in 0..<10 {
            let day = Int.random(in: 15_980...16_010, using: &random)
            transaction.addPhoto(
                TestTimeline.record(firstLUID + Int64(offset), day: day, second: offset))
            transaction.removePhoto(LUID(Int64.random(in: 1...200, using: &random)))
        }
        transaction.commit()
    }
}
