import CGTK
import Glibc
import Photos
import Timeline

/// Dates and times of photos in the user's language: read off the
/// photographer's clock, never moved to another zone.
struct DateWords {
    /// January to December, as they stand in a date and by themselves.
    let months: [String]
    let monthsAlone: [String]
    /// Monday to Sunday.
    let weekdays: [String]
    /// Whether the month comes before the day, as in American English.
    let monthFirst: Bool
    /// Whether hours are counted to 12.
    let twelveHours: Bool

    /// "May 2014"; "No date" for photos without one.
    func period(_ month: CalendarMonth?) -> String {
        guard let month else { return "No date" }
        return "\(monthsAlone[month.month - 1]) \(month.year)"
    }

    /// "Friday, 9 May", without the year: the month's heading has it.
    func day(_ date: CalendarDate) -> String {
        "\(weekdays[date.weekday]), \(dayAndMonth(date))"
    }

    /// "9 – 11 May" or "30 April – 2 May", with years where they differ.
    func days(from first: CalendarDate, to last: CalendarDate) -> String {
        if first.year != last.year {
            let comma = monthFirst ? "," : ""
            return "\(dayAndMonth(first))\(comma) \(first.year) – "
                + "\(dayAndMonth(last))\(comma) \(last.year)"
        }
        if first.month != last.month || monthFirst {
            return "\(dayAndMonth(first)) – \(dayAndMonth(last))"
        }
        return "\(first.day) – \(dayAndMonth(last))"
    }

    /// "07:02" or "7:02 am".
    func time(_ time: CaptureTime) -> String {
        guard twelveHours else { return "\(twoDigits(time.hour)):\(twoDigits(time.minute))" }
        let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
        return "\(hour):\(twoDigits(time.minute)) \(time.hour < 12 ? "am" : "pm")"
    }

    /// "Friday, 9 May 2014, 14:02"; "Friday, May 9, 2014, 14:02".
    func moment(_ time: CaptureTime) -> String {
        "\(day(time.date))\(monthFirst ? "," : "") \(time.date.year), \(self.time(time))"
    }

    /// "0:34" or "1:02:03".
    func length(seconds: Int) -> String {
        let minutes = seconds / 60
        guard minutes >= 60 else { return "\(minutes):\(twoDigits(seconds % 60))" }
        return "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(seconds % 60))"
    }

    private func dayAndMonth(_ date: CalendarDate) -> String {
        let month = months[date.month - 1]
        return monthFirst ? "\(month) \(date.day)" : "\(date.day) \(month)"
    }

    private func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension DateWords {
    /// The words of the locale that the process has set.
    static func ofLocale() -> DateWords {
        DateWords(
            months: (1...12).map { word("%B", month: $0, day: 1) },
            monthsAlone: (1...12).map { word("%OB", month: $0, day: 1) },
            // 1 to 7 January 2018 are Monday to Sunday.
            weekdays: (1...7).map { word("%A", month: 1, day: $0) },
            monthFirst: format(Int32(D_FMT)).hasPrefix("%m"),
            twelveHours: format(Int32(T_FMT)).contains("%I")
                || format(Int32(T_FMT)).contains("%r"))
    }

    private static func word(_ format: String, month: Int32, day: Int32) -> String {
        guard let date = g_date_time_new_utc(2018, month, day, 12, 0, 0) else { return "" }
        defer { g_date_time_unref(date) }
        guard let text = g_date_time_format(date, format) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private static func format(_ item: Int32) -> String {
        nl_langinfo(item).map { String(cString: $0) } ?? ""
    }
}
