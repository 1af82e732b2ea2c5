import GTKKit
import Rendering

/// Counts what frames did, for tests and measurements.
struct FrameLog {
    private(set) var frames = 0
    private(set) var smallDecodes = 0
    /// Cells drawn in the last frame.
    private(set) var cells = 0
    /// Whether the last frame had cells without a thumbnail.
    private(set) var hasPlaceholders = false
    /// Whether the last frame stood still with every cell as sharp as it gets.
    private(set) var isSettled = false

    mutating func add(_ plan: FramePlan<Texture>, decodes: Int) {
        frames += 1
        smallDecodes += decodes
        cells = plan.cells.count
        hasPlaceholders = plan.cells.contains { $0.picture == nil && !$0.decodesSmall }
        isSettled = plan.isSettled
    }
}
