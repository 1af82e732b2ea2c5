public import Photos

/// A thumbnail to decode in the background.
public struct DecodeJob: Hashable, Sendable {
    public let photo: LUID
    public let size: ThumbnailSize
    /// The cell's width in device pixels: what the picture is scaled to.
    public let side: Int
    /// Which of the photo's pictures is meant, so that the result of an
    /// edited photo's old picture is not taken for the new one's.
    public let picture: ThumbHash

    public init(photo: LUID, size: ThumbnailSize, side: Int, picture: ThumbHash) {
        self.photo = photo
        self.size = size
        self.side = side
        self.picture = picture
    }
}
