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

    public init(
        format: FileFormat, fields: [MetadataField: String] = [:], size: PixelSize? = nil,
        location: Coordinate? = nil, durationMilliseconds: Int? = nil, isAnimated: Bool = false
    ) {
        self.format = format
        self.fields = fields
        self.size = size
        self.location = location
        self.durationMilliseconds = durationMilliseconds
        self.isAnimated = isAnimated
    }
}
