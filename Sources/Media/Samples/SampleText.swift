import Photos

/// Times as they stand in metadata and names.
enum SampleText {
    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// `2014-04-09`
    static func day(_ time: CaptureTime, separator: String = "-") -> String {
        let date = time.date
        return [padded(date.year, 4), padded(date.month, 2), padded(date.day, 2)]
            .joined(separator: separator)
    }

    /// `12:34:56`
    static func clock(_ time: CaptureTime, separator: String = ":") -> String {
        [time.hour, time.minute, time.second].map { padded($0, 2) }.joined(separator: separator)
    }

    /// `20140409-123456`
    static func compact(_ time: CaptureTime, separator: String = "-") -> String {
        day(time, separator: "") + separator + clock(time, separator: "")
    }

    /// `2014:04:09 12:34:56`
    static func exif(_ time: CaptureTime) -> String {
        day(time, separator: ":") + " " + clock(time)
    }

    /// `+02:00`
    static func offset(_ minutes: Int, separator: String) -> String {
        (minutes < 0 ? "-" : "+") + padded(abs(minutes) / 60, 2) + separator
            + padded(abs(minutes) % 60, 2)
    }
}
