import Photos

/// The timeline at one commit: immutable, a value, free to pass between
/// threads. What two snapshots have in common they share.
public struct Snapshot: Sendable {
    /// A timeline without photos.
    public static let empty: Snapshot = Snapshot()

    private init() {}

    /// Counts the commits of the accumulator that changed something.
    public var version: UInt64 { fatalError("to be written") }
    public var photoCount: Int { fatalError("to be written") }
    public var eventCount: Int { fatalError("to be written") }
    public var isEmpty: Bool { photoCount == 0 }

    /// The photo at a position from 0.
    /// - Complexity: O(log n).
    public subscript(position: Int) -> HotRecord { fatalError("to be written") }

    /// Calls `body` with each photo of a range of positions, in order.
    /// - Complexity: O(log n + k), a few nanoseconds a photo.
    public func forEachPhoto(in positions: Range<Int>, _ body: (Int, HotRecord) -> Void) {
        fatalError("to be written")
    }

    /// Calls `body` with each event of a range of event indexes, in order.
    /// - Complexity: O(log n + k).
    public func forEachEvent(in events: Range<Int>, _ body: (Int, EventSummary) -> Void) {
        fatalError("to be written")
    }

    /// - Complexity: O(log n).
    public func event(at index: Int) -> EventSummary { fatalError("to be written") }

    /// The index of the event that holds the photo at a position.
    /// - Complexity: O(log n).
    public func eventIndex(ofPosition position: Int) -> Int { fatalError("to be written") }

    /// - Complexity: O(log n).
    public func path(ofPosition position: Int) -> PhotoPath { fatalError("to be written") }

    /// - Precondition: the timeline has a photo there.
    /// - Complexity: O(log n).
    public func position(of path: PhotoPath) -> Int { fatalError("to be written") }

    /// Where a photo stands; nil when the timeline does not have it.
    /// - Complexity: O(log n).
    public func position(of luid: LUID) -> Int? { fatalError("to be written") }

    /// The record of a photo; nil when the timeline does not have it.
    /// - Complexity: O(log n).
    public func record(of luid: LUID) -> HotRecord? { fatalError("to be written") }

    /// The position of the first photo, in the order of the timeline, that
    /// was taken at `time` or lies beyond it; `photoCount` when there is none.
    /// - Complexity: O(log n).
    public func position(at time: CaptureTime) -> Int { fatalError("to be written") }

    /// The earliest and the latest time of all; nil when no photo has one.
    /// - Complexity: O(log n).
    public var dates: ClosedRange<CaptureTime>? { fatalError("to be written") }

    /// The months that have photos, in the order of the timeline, the
    /// undated photos last or first as a month of their own.
    /// - Complexity: O(m log n) for m months.
    public var months: [MonthMark] { fatalError("to be written") }

    /// What turns `old` into this snapshot.
    ///
    /// Both may be of any age, and even of different accumulators (then
    /// nothing is shared and the work is that of reading both).
    /// - Parameter limit: With more changed photos and events than that, the
    ///   answer is not incremental: reload everything.
    /// - Complexity: O(k log n) for k changes; parts that the two share are
    ///   skipped.
    public func changes(
        from old: Snapshot, limit: Int = SnapshotChanges.standardLimit
    ) -> SnapshotChanges { fatalError("to be written") }
}
