/// How many small thumbnails can be decoded within a frame on this machine:
/// learnt from what frames and decodes have cost, not a constant.
///
/// Times are microseconds of the main thread.
public struct FrameBudget: Sendable {
    /// The part of a frame's interval that drawing and decoding may take; the
    /// rest is the toolkit's and the compositor's.
    private static let usablePart = 0.6
    /// Of each new measurement, so much is taken over.
    private static let weight = 0.125

    private let interval: Double
    private var drawing: Double
    private var decoding: Double?

    /// - Parameter frameInterval: of the display; 16,667 for 60 Hz.
    /// - Precondition: it is positive.
    public init(frameInterval: Int = 16_667) {
        precondition(frameInterval > 0, "a frame takes time")
        interval = Double(frameInterval)
        drawing = interval / 4
    }

    /// Takes in what a frame has cost.
    ///
    /// - Parameters:
    ///   - total: the whole frame, decodes included.
    ///   - decodes: how many there were.
    ///   - decoding: what these took together.
    /// - Complexity: O(1).
    public mutating func observe(total: Double, decodes: Int, decoding spent: Double) {
        let rest = max(0, total - spent)
        drawing += (rest - drawing) * Self.weight
        guard decodes > 0 else { return }
        let each = spent / Double(decodes)
        decoding = decoding.map { $0 + (each - $0) * Self.weight } ?? each
    }

    /// Decodes that fit into the next frame: at least one, so that every cell
    /// gets its turn on the slowest machine. Before the first has been
    /// measured there is no limit: what the first screen costs is the measure.
    /// - Complexity: O(1).
    public var decodes: Int {
        guard let decoding, decoding > 0 else { return .max }
        let left = interval * Self.usablePart - drawing
        return max(1, Int(min(max(0, left) / decoding, 1_000_000)))
    }
}
