/// A decoded square picture: BGRA, 8 bits each, opaque (so premultiplied as
/// well), rows from the top without gaps.
public struct SquarePixels: Hashable, Sendable {
    /// Width and height in pixels.
    public let side: Int
    /// side × side × 4 bytes.
    public let bgra: [UInt8]

    /// - Precondition: there are side × side × 4 bytes.
    public init(side: Int, bgra: [UInt8]) {
        precondition(
            bgra.count == side * side * 4, "\(bgra.count) bytes for \(side) × \(side) pixels")
        self.side = side
        self.bgra = bgra
    }
}
