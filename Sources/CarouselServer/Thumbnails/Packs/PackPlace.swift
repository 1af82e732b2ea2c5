/// Where one thumbnail lies in the packs of its size, in eight bytes.
///
/// A thumbnail lies there as a batch brings it: four bytes for its length, the
/// first the highest, and the bytes of a JPEG. Those that lie one behind the
/// other are a stretch of a batch, and need no putting together.
struct PackPlace: RawRepresentable, Hashable, Sendable {
    /// Bytes of a pack at most: 256 MiB.
    static let packCapacity = 1 << 28
    /// Packs of one size at most: together they hold half a terabyte.
    static let packLimit = 1 << 11
    /// Bytes of a JPEG stay below it; decoders may bring less.
    static let lengthLimit = 1 << 24
    /// Bytes before a JPEG.
    static let prefix = 4

    /// The number of the pack, 28 bits of the offset, 24 of the length. Never
    /// below zero, so that rows sort by pack and offset.
    let rawValue: Int64

    /// - Precondition: all are below their limits.
    init(pack: Int, offset: Int, length: Int) {
        precondition(
            0..<Self.packLimit ~= pack && 0..<Self.packCapacity ~= offset
                && 0..<Self.lengthLimit ~= length, "no place: \(pack), \(offset), \(length)")
        rawValue = Int64(pack << 52 | offset << 24 | length)
    }

    /// A place that a row names; nil for what is none.
    init?(rawValue: Int64) {
        guard rawValue >= 0 else { return nil }
        self.rawValue = rawValue
    }

    var pack: Int { Int(rawValue >> 52) }
    var offset: Int { Int(rawValue >> 24) & (Self.packCapacity - 1) }
    /// Bytes of the JPEG.
    var length: Int { Int(rawValue) & (Self.lengthLimit - 1) }

    /// The JPEG with its length before it.
    var range: Range<Int64> { Int64(offset)..<Int64(offset + Self.prefix + length) }
}
