/// How fast the timeline is scrolled, from its place at each frame: smoothed,
/// so that an uneven hand does not count as a stop.
public struct ScrollSpeed: Sendable {
    /// Where the person goes.
    public enum Direction: Sendable {
        /// Towards the start of the timeline.
        case up
        /// Towards its end.
        case down
        case atRest
    }

    /// Smoothed; positive downwards.
    public private(set) var pixelsPerSecond = 0.0
    private var last: (top: Double, microseconds: Int)?
    private var stillTime = 0

    /// The time in which a lower speed is taken over to one half.
    private static let smoothing = 30_000.0
    /// Time in the same place that makes a stop: two frames of 60 Hz. One is
    /// none: a touchpad skips a frame now and then.
    private static let timeToStop = 30_000
    /// A gap between frames before which there was no scrolling: an idle
    /// window makes no frames.
    private static let idle = 250_000

    public init() {}

    /// Takes in the place at a frame.
    ///
    /// - Parameters:
    ///   - top: the upper edge of the viewport, in logical pixels.
    ///   - microseconds: the frame's time. A time that is not later than the
    ///     last one changes nothing.
    /// - Complexity: O(1).
    public mutating func observe(top: Double, at microseconds: Int) {
        guard let last else {
            self.last = (top, microseconds)
            return
        }
        let elapsed = microseconds - last.microseconds
        guard elapsed > 0 else { return }
        let moved = top - last.top
        self.last = (top, microseconds)
        stillTime = moved == 0 ? stillTime + elapsed : 0
        if elapsed > Self.idle || stillTime >= Self.timeToStop {
            pixelsPerSecond = 0
        } else if moved != 0 {
            take(moved / Double(elapsed) * 1_000_000, elapsed: Double(elapsed))
        }
    }

    /// The timeline has changed around what is in sight, by so much: no
    /// scrolling.
    /// - Complexity: O(1).
    public mutating func rebase(by distance: Double) {
        last?.top += distance
    }

    public var direction: Direction {
        pixelsPerSecond == 0 ? .atRest : pixelsPerSecond > 0 ? .down : .up
    }

    /// Whether frames must go on for a stop to be noticed.
    public var isMoving: Bool { pixelsPerSecond != 0 }

    /// Seconds until a cell has left the viewport if the speed stays; nil
    /// when it does not leave.
    /// - Complexity: O(1).
    public func secondsInSight(_ frame: CellFrame, _ viewport: Viewport) -> Double? {
        switch direction {
        case .atRest: nil
        case .down: max(0, frame.bottom - viewport.top) / pixelsPerSecond
        case .up: max(0, viewport.bottom - frame.y) / -pixelsPerSecond
        }
    }

    /// Whether all of a point's way through the viewport takes less than
    /// this: a fling, in which nothing can be looked at.
    /// - Complexity: O(1).
    public func crosses(_ viewport: Viewport, withinSeconds seconds: Double) -> Bool {
        abs(pixelsPerSecond) * seconds > viewport.height
    }

    /// A higher speed counts at once, or the first frames of a fling would
    /// look slow; so does a turn. A lower one is approached.
    private mutating func take(_ speed: Double, elapsed: Double) {
        let isLower = speed * pixelsPerSecond > 0 && abs(speed) < abs(pixelsPerSecond)
        guard isLower else {
            pixelsPerSecond = speed
            return
        }
        let weight = elapsed / (elapsed + Self.smoothing)
        pixelsPerSecond += (speed - pixelsPerSecond) * weight
    }
}
