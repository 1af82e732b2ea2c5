import DecoderProtocol
import Photos

/// One file of a sample folder, as planned.
struct SampleFile: Hashable {
    enum Content: Hashable {
        case picture(SamplePicture)
        /// A picture of which only the first bytes are there, this many of a
        /// thousand.
        case cutPicture(SamplePicture, perMille: Int)
        case video(SampleVideo)
        /// The bytes of the file at that place of the plan.
        case copy(of: Int)
        case bytes([UInt8])
    }

    /// Below the sample folder, without a leading `/`.
    var path: [UInt8]
    var content: Content
    /// In seconds since 1970-01-01 UTC.
    var modified: Int64
}

/// A short film of moving patterns.
struct SampleVideo: Hashable {
    /// `mp4` or `mov`.
    var fileExtension: String
    var size: PixelSize
    var seconds: Int
    /// Degrees by which the colours are turned.
    var hue: Int
    /// `2014-04-09T10:34:56Z`
    var creationTime: String
    /// `2014-04-09T12:34:56+0200`, as iPhones write it.
    var appleCreationDate: String?
    /// `+48.8584+002.2945/` (ISO 6709).
    var location: String?
}
