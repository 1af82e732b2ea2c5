public import Photos

/// A picture to be made from nothing but numbers, for sample folders: a
/// landscape, a city or the like that looks believable small and differs by
/// seed, with a short label to tell it by.
///
/// The same value gives the same pixels with the same libraries.
public struct SamplePicture: Hashable, Sendable {
    /// What it is written as. `heic` and `avif` depend on the libraries of
    /// the machine: where they cannot be written the reason is `unsupported`.
    public enum Format: UInt8, Sendable, CaseIterable {
        case jpeg, png, webp, heic, avif
    }

    /// Allowed widths and heights.
    public static let sides = 16...8192
    /// The most bytes of a label.
    public static let labelCapacity = 32

    public var format: Format
    /// As seen; held within `sides`. With an `orientation` that turns, the
    /// stored pixels have width and height exchanged.
    public var size: PixelSize
    public var seed: UInt64
    /// Digits, upper-case letters, spaces and `-.:/#`, drawn small into a
    /// corner; other characters are drawn as spaces. May be empty.
    public var label: String
    public var exif: SampleEXIF

    public init(
        format: Format, size: PixelSize, seed: UInt64, label: String = "",
        exif: SampleEXIF = SampleEXIF()
    ) {
        self.format = format
        let sides = Self.sides
        self.size = PixelSize(
            width: min(max(size.width, sides.lowerBound), sides.upperBound),
            height: min(max(size.height, sides.lowerBound), sides.upperBound))
        self.seed = seed
        self.label = String(label.prefix(Self.labelCapacity))
        self.exif = exif
    }
}

/// What a sample picture says about itself; absent values are not written.
public struct SampleEXIF: Hashable, Sendable {
    /// `2014:04:09 12:34:56`, written as it stands.
    public var dateTimeOriginal: String?
    /// `780`
    public var subSecTimeOriginal: String?
    /// `+02:00`
    public var offsetTimeOriginal: String?
    public var location: Coordinate?
    public var make: String?
    public var model: String?
    /// EXIF's 1 to 8; others count as 1. The pixels are stored turned, so
    /// that a viewer which obeys it shows the picture upright. HEIC and AVIF
    /// keep orientation elsewhere: for these it counts as 1.
    public var orientation: Int

    public init(
        dateTimeOriginal: String? = nil, subSecTimeOriginal: String? = nil,
        offsetTimeOriginal: String? = nil, location: Coordinate? = nil, make: String? = nil,
        model: String? = nil, orientation: Int = 1
    ) {
        self.dateTimeOriginal = dateTimeOriginal
        self.subSecTimeOriginal = subSecTimeOriginal
        self.offsetTimeOriginal = offsetTimeOriginal
        self.location = location
        self.make = make
        self.model = model
        self.orientation = orientation
    }
}
