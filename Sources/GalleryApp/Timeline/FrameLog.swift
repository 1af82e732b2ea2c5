/// Counts what frames did.
package struct FrameLog {
    package private(set) var frames = 0
    package private(set) var smallDecodes = 0
    package private(set) var last = DrawnFrame()

    /// Cells drawn in the last frame.
    var cells: Int { last.cells }
    /// Whether the last frame had cells without a thumbnail.
    var hasPlaceholders: Bool { last.placeholders > 0 }
    /// Whether the last frame stood still with every cell as sharp as it gets.
    package var isSettled: Bool { last.isSettled }

    mutating func add(_ frame: DrawnFrame) {
        frames += 1
        smallDecodes += frame.decodes
        last = frame
    }
}
