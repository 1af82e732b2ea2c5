/// A kind of file that tells something about another file.
public enum SidecarKind: UInt8, Sendable {
    case xmp
    /// Google Takeout's JSON.
    case takeout
    /// Apple's list of edits.
    case adjustments
    /// A camera's own thumbnail of a film or raw file.
    case thumbnail

    /// Whether its content says something about the photo. The others are
    /// kept with their photo and not read.
    public var isRead: Bool { self == .xmp || self == .takeout }
}

/// What a sidecar says of its photo.
public struct SidecarMetadata: Hashable, Sendable {
    public var taken: CaptureTime?
    public var utcOffsetMinutes: Int?
    /// `utc` when `taken` is UTC.
    public var zone: ZoneSource
    public var location: Coordinate?

    public init(
        taken: CaptureTime? = nil, utcOffsetMinutes: Int? = nil, zone: ZoneSource = .unknown,
        location: Coordinate? = nil
    ) {
        self.taken = taken
        self.utcOffsetMinutes = utcOffsetMinutes
        self.zone = zone
        self.location = location
    }

    /// It says nothing that is known here.
    public var isEmpty: Bool { taken == nil && location == nil }
}
