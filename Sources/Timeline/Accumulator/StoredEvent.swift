import Photos

/// An event as the store remembers it: an id, and the time that it covered.
///
/// Events are formed of the photos, always; a stored event only gives back
/// its id to the event that is formed within its time.
public struct StoredEvent: Hashable, Sendable {
    public var id: EventID
    /// The earliest time in it; nil for the event of the undated photos.
    public var first: CaptureTime?
    /// The latest time in it; nil exactly when `first` is.
    public var last: CaptureTime?

    public init(id: EventID, first: CaptureTime?, last: CaptureTime?) {
        self.id = id
        self.first = first
        self.last = last
    }
}
