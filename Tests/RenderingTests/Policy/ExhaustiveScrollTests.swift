import Photos
import Rendering
import Testing
import Timeline

/// Every small timeline in every small window under every short scroll:
/// `PolicyDriver` checks the promises in each frame.
struct ExhaustiveScrollTests {
    /// Pixels a frame: up and down, slowly, in a fling, and not at all.
    private static let moves = [-300.0, -15, 0, 15, 300]

    @Test(arguments: [40.0, 170, 400], [nil, Folding(photos: 2, rows: 1)])
    func everyCellGetsSharpInTheEnd(height: Double, folding: Folding?) {
        for events in TestTimeline.small {
            let snapshot = TestTimeline.snapshot(events: events)
            for first in Self.moves {
                for second in Self.moves {
                    var driver = PolicyDriver(
                        snapshot, width: 206, height: height, folding: folding)
                    driver.frame()
                    for move in [first, first, second, second] { driver.frame(moving: move) }
                    driver.rest()
                    driver.frame()
                    #expect(driver.shown.count == driver.screen)
                    #expect(driver.shown.values.allSatisfy { $0.size == .s256 })
                    #expect(driver.lastPlan?.folds.allSatisfy { $0.picture != nil } == true)
                }
            }
        }
    }
}
