public import Photos

/// Where a month begins in the timeline: what a date scrubber shows.
public struct MonthMark: Hashable, Sendable {
    /// Nil for the photos without a date.
    public let month: CalendarMonth?
    /// Where its first photo stands in the timeline.
    public let firstPosition: Int
    /// At least 1.
    public let photoCount: Int
}

/// A month of the Gregorian calendar.
public struct CalendarMonth: Hashable, Comparable, Sendable {
    public let year: Int
    /// 1 to 12.
    public let month: Int

    /// - Parameter month: 1 to 12.
    public init(year: Int, month: Int) {
        precondition((1...12).contains(month), "month \(month) of a year")
        self.year = year
        self.month = month
    }

    /// The month of a moment's day. A day begins when the night is over
    /// (`EventGrouping.dayStart`): what was taken after midnight belongs to
    /// the evening before, in the title of its event as in its month.
    public init(of time: CaptureTime) {
        let day = max(
            time.milliseconds - EventGrouping.standard.dayStart, KeyCoding.firstTime)
        let date = CaptureTime(milliseconds: day).date
        self.init(year: date.year, month: date.month)
    }

    public static func < (a: CalendarMonth, b: CalendarMonth) -> Bool {
        (a.year, a.month) < (b.year, b.month)
    }
}
