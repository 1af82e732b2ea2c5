/// A rectangle of the timeline, in logical pixels from its upper left corner.
public struct CellFrame: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var bottom: Double { y + height }
}
