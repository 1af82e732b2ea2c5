import Photos

/// The rule by which photos fall into events.
///
/// It looks at two neighbours in the order of time and nothing else, so that
/// the events depend on the photos alone and not on the order in which these
/// arrive, and a change of one photo concerns its neighbours only.
///
/// A new event begins
/// - when more than `longestGap` passes between two photos, or
/// - when more than `nightGap` passes between them and the day changes,
///   where a day begins at `dayStart` rather than at midnight, or
/// - between the photos without a date and those with one.
///
/// All photos without a date are one event. One that never pauses is one
/// event, however long.
public struct EventGrouping: Hashable, Sendable {
    /// Milliseconds; more than that between two photos parts events.
    public let longestGap: Int64
    /// Milliseconds; more than that parts events over the start of a day.
    public let nightGap: Int64
    /// Milliseconds from midnight to the start of the day, by the
    /// photographer's clock.
    public let dayStart: Int64

    /// - Precondition: gaps are not negative; the day starts within a day.
    public init(longestGap: Int64, nightGap: Int64, dayStart: Int64) {
        precondition(longestGap >= 0 && nightGap >= 0, "a gap is not negative")
        precondition((0..<Self.day).contains(dayStart), "a day starts within a day")
        self.longestGap = longestGap
        self.nightGap = nightGap
        self.dayStart = dayStart
    }

    /// Six hours, or one hour over 4 a.m.: an evening that goes on past
    /// midnight stays whole.
    public static let standard = EventGrouping(
        longestGap: 6 * 3_600_000, nightGap: 3_600_000, dayStart: 4 * 3_600_000)

    /// Whether an event ends between two neighbours. The order of the two
    /// makes no difference.
    /// - Complexity: O(1).
    public func separates(_ a: CaptureTime?, _ b: CaptureTime?) -> Bool {
        guard let a, let b else { return a != b }
        let earlier = min(a, b)
        let later = max(a, b)
        let gap = later.milliseconds - earlier.milliseconds
        if gap <= min(nightGap, longestGap) { return false }
        return gap > longestGap || day(of: earlier) != day(of: later)
    }

    /// Whether an event ends between two neighbours, by their keys.
    /// - Complexity: O(1).
    func separates(_ a: OrderKey, _ b: OrderKey, _ coding: KeyCoding) -> Bool {
        let (a, b) = (coding.timeCode(of: a), coding.timeCode(of: b))
        if a == b { return false }
        let (low, high) = (min(a, b), max(a, b))
        // Nearly all neighbours: no need to look at the calendar.
        if low > KeyCoding.undated && high - low <= UInt64(min(nightGap, longestGap)) {
            return false
        }
        return separates(KeyCoding.time(a), KeyCoding.time(b))
    }

    private func day(of time: CaptureTime) -> Int64 {
        time.advanced(byMilliseconds: -dayStart).dayNumber
    }

    private static let day: Int64 = 86_400_000
}
