/// The two thumbnails every photo has: square, upright, sRGB, JPEG.
public enum ThumbnailSize: UInt8, Sendable, CaseIterable {
    /// 75 × 75 px, decoded within the frame.
    case s75
    /// 256 × 256 px, decoded in the background.
    case s256

    /// Width and height in pixels.
    public var pixels: Int { self == .s75 ? 75 : 256 }
}
