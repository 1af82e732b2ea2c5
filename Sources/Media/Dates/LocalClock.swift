import Glibc
public import Photos

/// The clock of the machine that this runs on: for the one date that has no
/// zone of its own, a file's modification time.
public enum LocalClock {
    /// What the clock on the wall shows now, to the second.
    public static var now: CaptureTime {
        // The calendar has room for every time that is now.
        reading(ofNanoseconds: Int64(time(nil)) * 1_000_000_000) ?? CaptureTime(milliseconds: 0)
    }

    /// What the clock on the wall showed at a point of time; nil beyond the
    /// calendar's ends.
    ///
    /// - Parameter nanoseconds: since 1970-01-01 UTC.
    public static func reading(ofNanoseconds nanoseconds: Int64) -> CaptureTime? {
        var seconds = time_t(nanoseconds / 1_000_000_000)
        var fraction = nanoseconds % 1_000_000_000
        if fraction < 0 {
            seconds -= 1
            fraction += 1_000_000_000
        }
        var broken = tm()
        guard localtime_r(&seconds, &broken) != nil else { return nil }
        return CaptureTime(
            year: Int(broken.tm_year) + 1900, month: Int(broken.tm_mon) + 1,
            day: Int(broken.tm_mday), hour: Int(broken.tm_hour), minute: Int(broken.tm_min),
            second: Int(broken.tm_sec), millisecond: Int(fraction / 1_000_000))
    }
}
