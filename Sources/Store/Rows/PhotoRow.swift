import Photos

/// Whether a photo's thumbnails are there.
public enum ThumbnailState: UInt8, Hashable, Sendable {
    case wanted, made
    /// The picture cannot be decoded; `problems` says why.
    case impossible
}

/// A photo with the files that hold its bytes.
public struct PhotoRow: Hashable, Sendable {
    public var luid: LUID
    /// Nil until a file of it has been hashed.
    public var contentHash: ContentHash?
    public var thumbnails: ThumbnailState
    public var userFlags: UserFlags
    /// The one whose metadata the photo shows comes first: reachable before
    /// unreachable, then first seen first. Empty for a photo that is gone.
    public var files: [FileRow]
}

/// An event with the span of its photos, as stored to keep its id.
public struct EventRow: Hashable, Sendable {
    public var id: EventID
    /// Both nil for the event of photos without a date.
    public var first: CaptureTime?
    public var last: CaptureTime?

    public init(id: EventID, first: CaptureTime?, last: CaptureTime?) {
        self.id = id
        self.first = first
        self.last = last
    }
}

/// How much is in a library and how much work is left.
public struct LibraryCounts: Hashable, Sendable {
    /// Photos and videos in the timeline.
    public var shown = 0
    public var files = 0
    public var hashesWanted = 0
    public var thumbnailsWanted = 0
    public var problems = 0
}
