import Photos

/// What a snapshot knows of one event.
public struct EventSummary: Hashable, Sendable {
    public let id: EventID
    /// Where its first photo stands in the timeline.
    public let firstPosition: Int
    /// At least 1.
    public let photoCount: Int
    /// The earliest time in it; nil for the event of the undated photos.
    public let first: CaptureTime?
    /// The latest time in it; nil exactly when `first` is.
    public let last: CaptureTime?

    /// The positions of its photos.
    public var positions: Range<Int> { firstPosition..<firstPosition + photoCount }

    /// The event as the store keeps it.
    public var stored: StoredEvent { StoredEvent(id: id, first: first, last: last) }
}
