import DecoderProtocol
import Photos

/// How large a picture may be to be decoded at all.
enum PixelLimit {
    /// 150 million: above any camera's single shot, and what decoders need
    /// for it fits the memory that a worker has.
    static let pixels: Int64 = 150_000_000

    /// Checks the size that a header tells, before any pixel is decoded.
    static func check(_ size: PixelSize) throws(DecodingFailure) {
        let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, count <= Int(pixels) else {
            throw DecodingFailure(
                .tooLarge,
                "The picture has \(size.width) × \(size.height) pixels; "
                    + "more than 150 million are not decoded.")
        }
    }
}
