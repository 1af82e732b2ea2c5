import Rendering

/// What one frame of the timeline did, for tests and measurements.
package nonisolated struct DrawnFrame {
    /// The upper edge of what was in sight, from the top of the timeline.
    package var top = 0.0
    /// How far that edge has moved with the timeline around what is in sight,
    /// which stayed in place: no scrolling.
    package var rebased = 0.0
    package var pixelsPerSecond = 0.0
    /// Cells drawn on each rung of the ladder, by its number.
    package var rungs = [Int](repeating: 0, count: Rung.allCases.count)
    /// Thumbnails decoded within the frame.
    package var decodes = 0
    /// Jobs that wait in the background when the frame is done: in sight, and
    /// in the band that comes into sight next.
    package var visibleJobs = 0
    package var aheadJobs = 0
    /// Those of them at 256 px.
    package var fullJobs = 0
    /// Which state of the queue the frame made; see `DecodeWorkers`.
    package var queue = 0
    /// Cells that one screen can hold.
    package var screen = 0
    package var cacheBytes = 0
    /// What making the render nodes cost, in microseconds of the thread.
    package var snapshotMicroseconds = 0.0
    /// Whether it stood still with every cell as sharp as it gets.
    package var isSettled = false

    /// Cells drawn.
    package var cells: Int { rungs.reduce(0, +) }
    /// Cells drawn without a thumbnail.
    package var placeholders: Int {
        rungs[Rung.colour.rawValue] + rungs[Rung.thumbHash.rawValue]
    }
}
