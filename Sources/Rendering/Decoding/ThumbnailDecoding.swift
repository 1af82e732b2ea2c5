public import Photos

/// Gives the pixels of stored thumbnails. The driver of a gallery asks it
/// from the frame for 75 px and from background workers for 256 px.
public protocol ThumbnailDecoding: Sendable {
    /// Reads a photo's thumbnail and decodes it to `side` × `side` pixels.
    ///
    /// It is called from any thread, and from several at once, and answers
    /// without waiting for anything but the disk.
    /// - Returns: nil when none is stored or what is stored cannot be decoded.
    func pixels(of photo: LUID, _ size: ThumbnailSize, side: Int) -> SquarePixels?
}
