/// The part of the timeline that is in sight. Lengths are logical pixels.
public struct Viewport: Hashable, Sendable {
    /// From the top of the timeline to the upper edge of what is in sight.
    public var top: Double
    public var height: Double
    /// Device pixels to a logical one.
    public var scale: Int

    public init(top: Double, height: Double, scale: Int = 1) {
        self.top = top
        self.height = height
        self.scale = scale
    }

    public var bottom: Double { top + height }
}
