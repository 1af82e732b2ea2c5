/// What the timeline holds in memory of one photo: all that placing and
/// drawing a cell needs, and no more. The rest stays in SQLite.
public struct HotRecord: Hashable, Sendable {
    public var luid: LUID
    /// Nil for a photo without a sane date.
    public var taken: CaptureTime?
    public var nameKey: NameKey
    public var flags: PhotoFlags
    /// Pixels as seen, 0 when unknown, held at 65,535: for shape and layout.
    public var width: UInt16
    public var height: UInt16
    /// Whole seconds of a video, held at 65,535; 0 for a photo.
    public var durationSeconds: UInt16
    public var thumbHash: ThumbHash

    public init(
        luid: LUID, taken: CaptureTime?, nameKey: NameKey = NameKey(rawValue: 0),
        flags: PhotoFlags = [], width: UInt16 = 0, height: UInt16 = 0,
        durationSeconds: UInt16 = 0, thumbHash: ThumbHash = .empty
    ) {
        self.luid = luid
        self.taken = taken
        self.nameKey = nameKey
        self.flags = flags
        self.width = width
        self.height = height
        self.durationSeconds = durationSeconds
        self.thumbHash = thumbHash
    }
}

/// What a cell shows besides the photo, and what filters ask for.
public struct PhotoFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let video = PhotoFlags(rawValue: 1 << 0)
    public static let hidden = PhotoFlags(rawValue: 1 << 1)
    public static let favourite = PhotoFlags(rawValue: 1 << 2)
    /// A Live Photo or motion photo.
    public static let live = PhotoFlags(rawValue: 1 << 3)
    public static let notUploaded = PhotoFlags(rawValue: 1 << 4)
    public static let needsAttention = PhotoFlags(rawValue: 1 << 5)
    /// The picture cannot be decoded; its metadata can be read.
    public static let unreadablePicture = PhotoFlags(rawValue: 1 << 6)
    /// No file of it can be reached now; the thumbnail still shows.
    public static let unavailable = PhotoFlags(rawValue: 1 << 7)
    /// A picture of several frames.
    public static let animated = PhotoFlags(rawValue: 1 << 8)
}
