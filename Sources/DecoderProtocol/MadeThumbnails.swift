public import Photos

/// Both thumbnails of a file, made in one pass: the square from the middle
/// of the picture, upright, sRGB, opaque (on white), without metadata.
/// Pictures smaller than a thumbnail are enlarged, so the sizes are exact.
public struct MadeThumbnails: Hashable, Sendable {
    /// Baseline JPEG, 256 × 256.
    public var s256: [UInt8]
    /// Baseline JPEG, 75 × 75.
    public var s75: [UInt8]
    public var thumbHash: ThumbHash
    /// Set when the thumbnails show only what could be decoded: the file is
    /// truncated or corrupt. They are worth showing, and it is a problem.
    public var damage: DecodingFailure?

    public init(
        s256: [UInt8], s75: [UInt8], thumbHash: ThumbHash, damage: DecodingFailure? = nil
    ) {
        self.s256 = s256
        self.s75 = s75
        self.thumbHash = thumbHash
        self.damage = damage
    }
}
