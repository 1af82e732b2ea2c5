import Photos

/// Dates as metadata has them: EXIF's `2015:02:01 14:42:59`, ISO 8601 with
/// all that may be left out, and what cameras and programs make of both.
enum WrittenDate {
    /// What a text says, or nil when it is no date. Any bytes may be handed
    /// in.
    ///
    /// Padding at both ends (blanks, NULs) counts for nothing. Fields of
    /// blanks or zeros, by which cameras say that they do not know, make it
    /// nil; a blank time alone leaves the day. Behind the time an offset may
    /// stand; it belongs to the photographer's clock, and so does a `Z`: who
    /// writes `03:18Z` read that off some clock, and the day must not change
    /// for it.
    static func reading(of text: ArraySlice<UInt8>) -> DateReading? {
        var reader = ByteReader(text.withoutPadding)
        guard let year = reader.number(digits: 4), year > 0 else { return nil }
        guard let separator = reader.take(anyOf: ":-./ ") else {
            return reader.isAtEnd ? firstMoment(year, 1, 1) : nil
        }
        guard let month = reader.number(digits: 1...2) else { return nil }
        guard reader.next == separator else {
            return reader.isAtEnd ? firstMoment(year, month, 1) : nil
        }
        reader.skip(1)
        guard let day = reader.number(digits: 1...2) else { return nil }
        _ = reader.take(anyOf: "Tt")
        reader.skip { $0.isPadding }
        if isBlank(reader.rest) { return firstMoment(year, month, day) }
        guard let time = TimeOfDay.take(&reader, separators: ":.-", needsSeconds: false) else {
            return nil
        }
        reader.skip { $0.isPadding }
        let offset = UTCOffset.minutes(&reader)
        // Whatever else stands there: a date with a word behind it may be
        // anything.
        guard reader.isAtEnd, let taken = CaptureTime(year, month, day, time) else { return nil }
        return DateReading(
            time: taken, clock: offset.map { .localWithOffset(minutes: $0) } ?? .local,
            precision: time.millisecond == nil ? .second : .millisecond)
    }

    private static func firstMoment(_ year: Int, _ month: Int, _ day: Int) -> DateReading? {
        CaptureTime(year, month, day, TimeOfDay()).map { DateReading(time: $0, precision: .day) }
    }

    private static func isBlank(_ rest: ArraySlice<UInt8>) -> Bool {
        rest.allSatisfy { $0 == UInt8(ascii: ":") || $0.isPadding }
    }
}

extension CaptureTime {
    init?(_ year: Int, _ month: Int, _ day: Int, _ time: TimeOfDay) {
        self.init(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute,
            second: time.second, millisecond: time.millisecond ?? 0)
    }
}
