/// Which end of the timeline comes first.
///
/// Photos sort by capture time, then by the natural order of their file
/// names, then by LUID. Photos without a date stand at the old end.
public enum TimelineOrder: Hashable, Sendable {
    /// The whole order reversed, ties included: the last picture of a burst
    /// comes before its first.
    case newestFirst
    case oldestFirst
}
