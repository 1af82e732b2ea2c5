internal import CTurboJPEG
public import Photos

/// Decodes our own thumbnails into pixels of a cell's exact size, with a
/// handle and buffers it keeps. One for each thread.
///
/// Pixels are BGRA, 8 bits each, opaque (so premultiplied as well), rows from
/// the top without gaps.
public final class ThumbnailPixels {
    public init() {}

    /// Decodes a thumbnail to `side` × `side` pixels.
    ///
    /// What is not a baseline JPEG of exactly the size's dimensions within
    /// its bound of bytes is refused before it is decoded.
    /// - Precondition: `side` is 1 to 4,096.
    public func pixels(
        of jpeg: [UInt8], _ size: ThumbnailSize, side: Int
    ) throws(MediaError) -> [UInt8] {
        fatalError("not written yet")
    }

    /// Likewise, into memory of the caller's: the first `side` × `side` × 4
    /// bytes of `target` are written.
    public func decode(
        _ jpeg: UnsafeRawBufferPointer, _ size: ThumbnailSize, side: Int,
        into target: UnsafeMutableRawBufferPointer
    ) throws(MediaError) {
        fatalError("not written yet")
    }
}
