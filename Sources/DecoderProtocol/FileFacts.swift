public import Photos

/// One of the texts that a file carries about itself. Dates and offsets stay
/// as written: `Media` decides what they mean.
public enum MetadataField: UInt8, Sendable, CaseIterable {
    case exifDateTimeOriginal, exifSubSecTimeOriginal, exifOffsetTimeOriginal
    case exifDateTimeDigitized, exifSubSecTimeDigitized, exifOffsetTimeDigitized
    case exifDateTime, exifSubSecTime, exifOffsetTime
    /// `Exif.GPSInfo.GPSDateStamp` and `GPSTimeStamp`, in UTC.
    case exifGPSDateStamp, exifGPSTimeStamp
    case xmpExifDateTimeOriginal, xmpPhotoshopDateCreated, xmpCreateDate
    /// A container's `creation_time`, in UTC.
    case containerCreationTime
    /// `com.apple.quicktime.creationdate`: local time with its offset.
    case appleCreationDate
    case make, model
    /// Apple's content identifier, which joins a Live Photo's two files.
    case contentIdentifier
    /// IPTC's date (`2008-05-08`) and time (`09:54:28+00:00`).
    case iptcDateCreated, iptcTimeCreated
    /// An AVI's date, by the camera's own clock.
    case containerLocalTime
}

/// What the decoder process read from one file without judging it.
public struct FileFacts: Hashable, Sendable {
    /// The most bytes of UTF-8 that the text of a field keeps.
    public static let textCapacity = 256

    public var format: FileFormat
    /// Texts are trimmed and never empty; what is longer than
    /// `textCapacity` is left out.
    public var fields: [MetadataField: String]
    /// Pixels as seen, orientation applied exactly once; nil when unknown.
    public var size: PixelSize?
    public var location: Coordinate?
    /// Videos only.
    public var durationMilliseconds: Int?
    /// More than one frame: shows its first and moves in the viewer.
    public var isAnimated: Bool
    /// The film within a motion photo's file.
    public var motion: MotionPart?
    /// Of the thumbnail that the camera put into the file, when there is a
    /// usable one.
    public var earlyThumbnail: EarlyThumbnail?

    public init(
        format: FileFormat, fields: [MetadataField: String] = [:], size: PixelSize? = nil,
        location: Coordinate? = nil, durationMilliseconds: Int? = nil, isAnimated: Bool = false,
        motion: MotionPart? = nil, earlyThumbnail: EarlyThumbnail? = nil
    ) {
        self.format = format
        self.fields = fields
        self.size = size
        self.location = location
        self.durationMilliseconds = durationMilliseconds
        self.isAnimated = isAnimated
        self.motion = motion
        self.earlyThumbnail = earlyThumbnail
    }
}

/// What a photo shows until its own thumbnails are made: made from the one
/// that its camera put into the file, at a hundredth of the cost.
public struct EarlyThumbnail: Hashable, Sendable {
    /// Baseline JPEG, 75 × 75, upright.
    public var s75: [UInt8]
    public var thumbHash: ThumbHash

    public init(s75: [UInt8], thumbHash: ThumbHash) {
        self.s75 = s75
        self.thumbHash = thumbHash
    }
}

/// What the decoder process read from an XMP file.
public struct SidecarFacts: Hashable, Sendable {
    /// As those of `FileFacts`.
    public var fields: [MetadataField: String]
    public var location: Coordinate?

    public init(fields: [MetadataField: String] = [:], location: Coordinate? = nil) {
        self.fields = fields
        self.location = location
    }
}
