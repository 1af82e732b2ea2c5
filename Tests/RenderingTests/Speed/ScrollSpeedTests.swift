import Rendering
import Testing

struct ScrollSpeedTests {
    private let frame = 16_667

    /// Frames at 60 Hz, each so many pixels further.
    private func speed(afterSteps steps: [Double]) -> ScrollSpeed {
        var speed = ScrollSpeed()
        var top = 0.0
        speed.observe(top: top, at: 0)
        for (index, step) in steps.enumerated() {
            top += step
            speed.observe(top: top, at: (index + 1) * frame)
        }
        return speed
    }

    @Test func aSteadyScrollIsMeasuredExactly() {
        let down = speed(afterSteps: Array(repeating: 10, count: 5))
        #expect(abs(down.pixelsPerSecond - 600) < 1)
        #expect(down.direction == .down)
        let up = speed(afterSteps: Array(repeating: -10, count: 5))
        #expect(abs(up.pixelsPerSecond + 600) < 1)
        #expect(up.direction == .up)
    }

    @Test func theFirstFrameOfAFlingIsFast() {
        #expect(speed(afterSteps: [800]).pixelsPerSecond > 40_000)
    }

    @Test func oneSkippedFrameIsNoStopAndTwoAre() {
        #expect(speed(afterSteps: [800, 800, 0]).pixelsPerSecond > 40_000)
        let stopped = speed(afterSteps: [800, 800, 0, 0])
        #expect(stopped.pixelsPerSecond == 0)
        #expect(!stopped.isMoving)
        #expect(stopped.direction == .atRest)
    }

    @Test func aLateFrameDoesNotLookLikeAnotherSpeed() {
        var speed = ScrollSpeed()
        speed.observe(top: 0, at: 0)
        speed.observe(top: 10, at: frame)
        speed.observe(top: 40, at: 4 * frame)
        #expect(abs(speed.pixelsPerSecond - 600) < 1)
    }

    @Test func slowingDownIsFollowedWithinAFewFrames() {
        let speed = speed(afterSteps: [800] + Array(repeating: 8, count: 15))
        #expect(speed.pixelsPerSecond < 1_000)
    }

    @Test func aTurnCountsAtOnce() {
        let speed = speed(afterSteps: [100, 100, -20])
        #expect(speed.direction == .up)
        #expect(abs(speed.pixelsPerSecond + 1_200) < 1)
    }

    @Test func aMoveAfterAPauseIsAJumpNotAScroll() {
        var speed = ScrollSpeed()
        speed.observe(top: 0, at: 0)
        speed.observe(top: 100_000, at: 2_000_000)
        #expect(speed.pixelsPerSecond == 0)
    }

    @Test func aChangeOfTheTimelineAboveIsNoScrolling() {
        var speed = ScrollSpeed()
        speed.observe(top: 1_000, at: 0)
        speed.rebase(by: 5_000)
        speed.observe(top: 6_000, at: frame)
        #expect(speed.pixelsPerSecond == 0)
    }

    @Test func theSameTimeTwiceChangesNothing() {
        var speed = speed(afterSteps: [10, 10])
        let before = speed.pixelsPerSecond
        speed.observe(top: 500, at: 2 * frame)
        #expect(speed.pixelsPerSecond == before)
    }

    @Test func timeInSightIsTheWayToTheEdgeItLeavesBy() {
        let viewport = Viewport(top: 1_000, height: 800)
        let cell = CellFrame(x: 0, y: 1_400, width: 100, height: 100)
        let down = speed(afterSteps: Array(repeating: 10, count: 3))
        #expect(abs((down.secondsInSight(cell, viewport) ?? 0) - 500 / 600) < 0.01)
        let up = speed(afterSteps: Array(repeating: -10, count: 3))
        #expect(abs((up.secondsInSight(cell, viewport) ?? 0) - 400 / 600) < 0.01)
        #expect(ScrollSpeed().secondsInSight(cell, viewport) == nil)
    }

    @Test func aFlingCrossesTheViewportFasterThanOneCanSee() {
        let viewport = Viewport(top: 0, height: 800)
        #expect(speed(afterSteps: [800]).crosses(viewport, withinSeconds: 0.25))
        #expect(!speed(afterSteps: [20, 20]).crosses(viewport, withinSeconds: 0.25))
    }
}
