/// Where a photo's offset from UTC comes from.
public enum ZoneSource: UInt8, Sendable, CaseIterable {
    /// Local time is known and the offset is not.
    case unknown
    /// The offset was written, by the camera or beside the photo.
    case written
    /// By the place: the nautical zone, which knows no summer time.
    case place
    /// Only UTC is known: `taken` is that, for want of something better.
    case utc
    /// Only UTC was written; the offset is that of a photo taken near it.
    case neighbours
}
