/// What a picture can be written as.
public enum PictureFormat: UInt8, Hashable, Sendable, CaseIterable {
    case jpeg = 0
    case png = 1
    case webp = 2
}

/// What the app asks of the decoder process.
///
/// On the socket: a frame, with the descriptor of the open file attached to
/// its first byte when `carriesFile`. Answers come in the order of the
/// requests, each with the number of its request.
public enum DecoderRequest: Hashable, Sendable {
    /// Read what the file says about itself.
    case facts
    /// Read an XMP file.
    case sidecar
    /// Make both thumbnails.
    case thumbnails
    /// Make an upright sRGB picture that is no wider or higher than `maxSide`
    /// and not enlarged.
    case picture(maxSide: Int, format: PictureFormat = .jpeg)
    /// Make the bytes of a sample picture.
    case samplePicture(SamplePicture)

    /// Sides that a picture can be asked for.
    public static let pictureSides = 16...16_384

    /// Whether the descriptor of a file comes with it.
    public var carriesFile: Bool {
        switch self {
        case .facts, .sidecar, .thumbnails, .picture: true
        case .samplePicture: false
        }
    }
}
