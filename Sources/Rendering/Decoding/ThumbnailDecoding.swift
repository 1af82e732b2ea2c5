public import Photos

/// Gives the pixels of stored thumbnails. The driver of a gallery asks it
/// from the frame for 75 px and from background workers for 256 px.
public protocol ThumbnailDecoding: Sendable {
    /// Reads photos' thumbnails, all at once, as a frame needs them, and
    /// decodes them to `side` × `side` pixels.
    ///
    /// It is called from any thread, and from several at once, and answers
    /// without waiting for anything but the disk.
    /// - Returns: in the order of `photos`; nil where none is stored or what
    ///   is stored cannot be decoded.
    func pixels(of photos: [LUID], _ size: ThumbnailSize, side: Int) -> [SquarePixels?]
}

extension ThumbnailDecoding {
    /// One photo's thumbnail, likewise.
    public func pixels(of photo: LUID, _ size: ThumbnailSize, side: Int) -> SquarePixels? {
        pixels(of: [photo], size, side: side).first ?? nil
    }
}
