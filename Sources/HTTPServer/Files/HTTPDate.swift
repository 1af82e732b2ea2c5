/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110,
/// section 5.6.7).
enum HTTPDate {
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The text for seconds since 1970; years 1 to 9999.
    static func text(_ seconds: Int64) -> String {
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let second = Int(seconds) - day * 86_400
        let (year, month, dayOfMonth) = civil(day)
        // 1970 began on a Thursday.
        let weekday = ((day + 3) % 7 + 7) % 7
        let time = [second / 3_600, second / 60 % 60, second % 60].map(two).joined(separator: ":")
        let fourDigits = String(String(10_000 + year).dropFirst())
        return "\(days[weekday]), \(two(dayOfMonth)) \(months[month - 1]) \(fourDigits) \(time) GMT"
    }

    /// The seconds of a date in this form; nil for anything else. (The two
    /// forms of the last century are ignored, as any date may be.)
    static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].count == 4, parts[5] == "GMT",
            let day = number(parts[1], 2), let month = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], 4)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 2), let minute = number(clock[1], 2),
            let second = number(clock[2], 2), (1...31).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        let days = daysSince1970(year: year, month: month + 1, day: day)
        return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }

    private static func number(_ text: Substring, _ digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// Days to a date and back: Howard Hinnant, "chrono-Compatible Low-Level
    /// Date Algorithms".
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
