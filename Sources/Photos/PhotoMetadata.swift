/// Where a capture time comes from, best first.
public enum DateSource: UInt8, Sendable, CaseIterable {
    case exif, xmp, sidecar, filename, container, fileModified, none

    /// The name in JSON: `exif`, `file_modified` …
    public var name: String {
        switch self {
        case .exif: "exif"
        case .xmp: "xmp"
        case .sidecar: "sidecar"
        case .filename: "filename"
        case .container: "container"
        case .fileModified: "file_modified"
        case .none: "none"
        }
    }
}

/// What a file shows.
public enum PhotoKind: UInt8, Sendable {
    case photo, video

    /// The name in JSON.
    public var name: String { self == .photo ? "photo" : "video" }
}

/// Width and height in pixels, as seen: after the orientation is applied.
public struct PixelSize: Hashable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A place on Earth in degrees (WGS 84).
public struct Coordinate: Hashable, Sendable {
    /// −90 to 90, north positive.
    public let latitude: Double
    /// −180 to 180, east positive.
    public let longitude: Double

    /// A place; nil when out of range or not a number.
    public init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// What is known of a photo besides its bytes: derived from the file and its
/// sidecars alone, so that it can be derived anew at any time.
public struct PhotoMetadata: Hashable, Sendable {
    public var kind: PhotoKind
    /// Nil when no source has a sane date.
    public var taken: CaptureTime?
    /// Minutes east of UTC of the photographer's clock, when known.
    public var utcOffsetMinutes: Int?
    public var dateSource: DateSource
    /// Where the offset comes from, and whether `taken` is UTC.
    public var zone: ZoneSource
    /// Nil when the file does not tell.
    public var size: PixelSize?
    public var location: Coordinate?
    /// Maker and model, without the maker twice: `Canon EOS 70D`.
    public var camera: String?
    /// Videos only.
    public var durationMilliseconds: Int?
    public var traits: FileTraits

    public init(
        kind: PhotoKind, taken: CaptureTime? = nil, utcOffsetMinutes: Int? = nil,
        dateSource: DateSource = .none, zone: ZoneSource = .unknown, size: PixelSize? = nil,
        location: Coordinate? = nil, camera: String? = nil, durationMilliseconds: Int? = nil,
        traits: FileTraits = FileTraits()
    ) {
        self.kind = kind
        self.taken = taken
        self.utcOffsetMinutes = utcOffsetMinutes
        self.dateSource = dateSource
        self.zone = zone
        self.size = size
        self.location = location
        self.camera = camera
        self.durationMilliseconds = durationMilliseconds
        self.traits = traits
    }
}
