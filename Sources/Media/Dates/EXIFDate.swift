import Photos

/// EXIF's dates: one field for the date, one for the part of a second, one
/// for the offset, each of which may be missing or wrong.
enum EXIFDate {
    /// - Parameters:
    ///   - subSecond: digits behind the second, any number of them.
    ///   - offset: minutes, as another field has it; one within the date's own
    ///     text goes before.
    static func reading(
        of text: ArraySlice<UInt8>, subSecond: ArraySlice<UInt8>?, offset: Int?
    ) -> DateReading? {
        guard var reading = WrittenDate.reading(of: text) else { return nil }
        if reading.precision == .second, let milliseconds = milliseconds(of: subSecond) {
            reading.time = reading.time.advanced(byMilliseconds: Int64(milliseconds))
            reading.precision = .millisecond
        }
        if reading.clock == .local, let offset {
            reading.clock = .localWithOffset(minutes: offset)
        }
        return reading
    }

    /// GPS's date (`2022:01:12`) and time (`07:30:14`, or three fractions
    /// like `7/1 30/1 1400/100`), which are UTC.
    static func gpsReading(date: ArraySlice<UInt8>, time: ArraySlice<UInt8>) -> DateReading? {
        guard let day = WrittenDate.reading(of: date), day.precision == .day,
            let milliseconds = millisecondOfDay(time.withoutPadding)
        else { return nil }
        return DateReading(
            time: day.time.advanced(byMilliseconds: Int64(milliseconds)), clock: .utc,
            precision: .second)
    }

    private static func milliseconds(of subSecond: ArraySlice<UInt8>?) -> Int? {
        guard let subSecond else { return nil }
        var reader = ByteReader(subSecond.withoutPadding)
        guard let milliseconds = reader.milliseconds(), reader.isAtEnd else { return nil }
        return milliseconds
    }

    private static func millisecondOfDay(_ text: ArraySlice<UInt8>) -> Int? {
        let parts = text.split { $0 == UInt8(ascii: ":") || $0.isPadding }
        guard parts.count == 3, let hour = number(parts[0]), let minute = number(parts[1]),
            let second = number(parts[2]), hour < 24, minute < 60, second < 61
        else { return nil }
        return (Int(hour) * 3600 + Int(minute) * 60) * 1000 + min(Int(second * 1000), 59_999)
    }

    /// `14`, `14.00` or `1400/100`.
    private static func number(_ text: ArraySlice<UInt8>) -> Double? {
        var reader = ByteReader(text)
        guard let whole = reader.number(digits: 1...12) else { return nil }
        if reader.take(word: "/") {
            guard let divisor = reader.number(digits: 1...12), divisor > 0, reader.isAtEnd else {
                return nil
            }
            return Double(whole) / Double(divisor)
        }
        if reader.isAtEnd { return Double(whole) }
        guard reader.take(word: "."), let fraction = reader.milliseconds(), reader.isAtEnd else {
            return nil
        }
        return Double(whole) + Double(fraction) / 1000
    }
}
