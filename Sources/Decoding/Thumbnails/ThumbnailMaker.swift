internal import CVips
import DecoderProtocol
import Photos

/// Makes both thumbnails and the ThumbHash from one decoded square: the
/// original is decoded once, and shrunk as far as possible while it is.
struct ThumbnailMaker {
    private let encoder = ThumbHashEncoder(side: ThumbnailSize.s75.pixels)

    /// What a 256 px thumbnail and a 75 px one are written with.
    private static let quality256: Int32 = 85
    private static let quality75: Int32 = 80

    func thumbnails(of file: OriginalFile) throws(DecodingFailure) -> MadeThumbnails {
        let large = try OriginalPicture.decoded(
            file, to: .square(ThumbnailSize.s256.pixels))
        let small = try large.picture.made(to: .square(ThumbnailSize.s75.pixels))
        return MadeThumbnails(
            s256: try PictureWriter.bytes(of: large.picture, as: .jpeg, quality: Self.quality256),
            s75: try PictureWriter.bytes(of: small, as: .jpeg, quality: Self.quality75),
            thumbHash: small.withPixels(encoder.hash(of:)) ?? .empty, damage: large.damage)
    }
}

/// Writes pictures without metadata; JPEG is baseline.
enum PictureWriter {
    static func bytes(
        of picture: Picture, as format: PictureFormat, quality: Int32
    ) throws(DecodingFailure) -> [UInt8] {
        do throws(VipsFault) {
            return try picture.saved { image, data, length in
                switch format {
                case .jpeg: carousel_vips_save_jpeg(image, data, length, quality, 1)
                case .png: carousel_vips_save_png(image, data, length, 1)
                case .webp: carousel_vips_save_webp(image, data, length, quality, 1)
                }
            }
        } catch {
            throw error.failure
        }
    }
}
