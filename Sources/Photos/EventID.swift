/// The id of an event: a run of photos taken close together.
///
/// An event keeps its id when it grows, shrinks or moves in the timeline, and
/// over restarts (table `events`).
public struct EventID: Hashable, Comparable, Sendable {
    /// At least 1.
    public let rawValue: Int64

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (a: EventID, b: EventID) -> Bool {
        a.rawValue < b.rawValue
    }
}

extension EventID: CustomStringConvertible {
    public var description: String { String(rawValue) }
}
