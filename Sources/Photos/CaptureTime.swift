/// What the photographer's clock said: local wall-clock time as written, to
/// the millisecond. Photos sort and group by it, for every viewer alike; the
/// UTC offset is kept beside it as an annotation.
public struct CaptureTime: Hashable, Comparable, Sendable {
    /// Milliseconds from 1970-01-01T00:00:00.000 to this time, both read off
    /// the same clock on the wall. Not a point of the UTC scale.
    public let milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The time of a clock that shows these figures; nil when there is no
    /// such day or time. A second of 60 is a leap second, counted as 59.
    public init?(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int,
        millisecond: Int = 0
    ) {
        guard let date = CalendarDate(year: year, month: month, day: day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            (0...999).contains(millisecond)
        else { return nil }
        let seconds = hour * 3600 + minute * 60 + min(second, 59)
        self.init(date: date, millisecondOfDay: seconds * 1000 + millisecond)
    }

    /// - Parameter millisecondOfDay: 0 to 86,399,999.
    public init(date: CalendarDate, millisecondOfDay: Int) {
        milliseconds = Int64(date.daysSince1970) * Self.day + Int64(millisecondOfDay)
    }

    /// The day on the calendar.
    public var date: CalendarDate {
        CalendarDate(daysSince1970: Int(dayNumber))
    }

    /// Milliseconds since midnight: 0 to 86,399,999.
    public var millisecondOfDay: Int {
        Int(milliseconds - dayNumber * Self.day)
    }

    public var hour: Int { millisecondOfDay / 3_600_000 }
    public var minute: Int { millisecondOfDay / 60_000 % 60 }
    public var second: Int { millisecondOfDay / 1000 % 60 }
    public var millisecond: Int { millisecondOfDay % 1000 }

    /// Days since 1970-01-01, rounded down.
    public var dayNumber: Int64 {
        let quotient = milliseconds / Self.day
        return milliseconds % Self.day < 0 ? quotient - 1 : quotient
    }

    /// This time moved by a number of milliseconds, held at the ends of the
    /// scale.
    public func advanced(byMilliseconds distance: Int64) -> CaptureTime {
        let (sum, overflow) = milliseconds.addingReportingOverflow(distance)
        guard overflow else { return CaptureTime(milliseconds: sum) }
        return CaptureTime(milliseconds: distance < 0 ? .min : .max)
    }

    public static func < (a: CaptureTime, b: CaptureTime) -> Bool {
        a.milliseconds < b.milliseconds
    }

    private static let day: Int64 = 86_400_000
}

extension CaptureTime {
    /// The first year a photo can carry: the year of the oldest photograph
    /// known (Niépce, 1826 or 1827).
    public static let firstSaneYear = 1826

    /// Whether a photo can have been taken then: from 1826 to the day after
    /// `today`, which allows for clocks ahead of ours. Other dates are
    /// treated as none, so that years like 0172 or 9999 never get a place in
    /// the timeline.
    public func isSane(asOf today: CaptureTime) -> Bool {
        date.year >= Self.firstSaneYear
            && milliseconds <= today.advanced(byMilliseconds: Self.day).milliseconds
    }
}

extension CaptureTime: CustomStringConvertible {
    /// `2014-04-09T12:34:56.780`, without an offset: it is a clock's reading.
    public var description: String {
        let date = date
        return pad(date.year, 4) + "-" + pad(date.month, 2) + "-" + pad(date.day, 2) + "T"
            + pad(hour, 2) + ":" + pad(minute, 2) + ":" + pad(second, 2) + "."
            + pad(millisecond, 3)
    }

    private func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }
}
