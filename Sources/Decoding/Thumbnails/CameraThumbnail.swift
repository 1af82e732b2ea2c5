import DecoderProtocol
import Photos

/// Makes a first thumbnail of the one that a camera put into its file.
struct CameraThumbnail {
    /// Of the real picture, as stored.
    let stored: PixelSize
    let orientation: Orientation

    /// What our own small thumbnails are written with.
    private static let quality: Int32 = 80

    /// Nil when it is no picture, too small or of another shape: an editor
    /// turned or cut the picture and left the thumbnail as it was.
    func early(_ bytes: [UInt8]) -> EarlyThumbnail? {
        bytes.withUnsafeBytes { try? early($0) }
    }

    private func early(_ bytes: UnsafeRawBufferPointer) throws -> EarlyThumbnail? {
        let header = try Picture.header(of: bytes)
        guard let side = side(of: header.size), header.pixelCount < 1 << 20 else { return nil }
        // Out of a picture in memory, as cuts and turns read out of order.
        let small = try header.plain().decoded().middleSquare(side)
            .made(to: .square(ThumbnailSize.s75.pixels)).turned(orientation).decoded()
        let jpeg = try PictureWriter.bytes(of: small, as: .jpeg, quality: Self.quality)
        let encoder = ThumbHashEncoder(side: ThumbnailSize.s75.pixels)
        guard let hash = small.withPixels(encoder.hash(of:)) else { return nil }
        return EarlyThumbnail(s75: jpeg, thumbHash: hash)
    }

    /// The side of the square from the middle without the black bars that
    /// fill a 4:3 thumbnail of a picture of another shape.
    private func side(of thumbnail: PixelSize) -> Int? {
        guard thumbnail.width > 0, thumbnail.height > 0, stored.width > 0, stored.height > 0,
            (thumbnail.width >= thumbnail.height) == (stored.width >= stored.height)
        else { return nil }
        let shape = Double(stored.width) / Double(stored.height)
        let width = min(Double(thumbnail.width), Double(thumbnail.height) * shape)
        let height = min(Double(thumbnail.height), Double(thumbnail.width) / shape)
        let side = Int(min(width, height))
        return side >= ThumbnailSize.s75.pixels ? side : nil
    }
}
