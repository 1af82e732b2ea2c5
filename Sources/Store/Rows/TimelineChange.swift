import Photos

/// What happened to a photo's place or cell in the timeline.
public enum TimelineChange: Hashable, Sendable {
    /// New, or other than before.
    case put(HotRecord)
    /// No longer shown.
    case remove(LUID)
}
