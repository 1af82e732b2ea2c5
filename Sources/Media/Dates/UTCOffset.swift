import Photos

/// Offsets from UTC as cameras write them: `+01:00`, `-5:00`, `+0530`, `+2`,
/// `Z`, `UTC`, `GMT+1`.
enum UTCOffset {
    /// Minutes east of UTC; nil when the text is no offset or one that no
    /// place on Earth has (more than 15 hours).
    static func minutes(of text: ArraySlice<UInt8>) -> Int? {
        var reader = ByteReader(text.withoutPadding)
        guard let minutes = minutes(&reader), reader.isAtEnd else { return nil }
        return minutes
    }

    /// Takes an offset, if one stands here.
    static func minutes(_ reader: inout ByteReader) -> Int? {
        var trial = reader
        let isNamed = trial.take(word: "Z") || trial.take(word: "UTC") || trial.take(word: "GMT")
        guard let sign = sign(&trial) else {
            if isNamed { reader = trial }
            return isNamed ? 0 : nil
        }
        guard let size = size(&trial), size <= 15 * 60 else { return nil }
        reader = trial
        return sign * size
    }

    /// The offset of a local clock that showed `local` when it was `utc`: a
    /// whole number of quarters of an hour, within 15 hours; nil when the two
    /// are not of one moment.
    ///
    /// - Parameter tolerance: milliseconds by which one may be later, besides
    ///   two seconds either way: a film's container may have its end.
    static func minutes(
        between utc: CaptureTime, _ local: CaptureTime, tolerance: Int
    ) -> Int? {
        let (distance, overflow) = local.milliseconds.subtractingReportingOverflow(
            utc.milliseconds)
        let slack = Int64(2000 + min(max(tolerance, 0), 5 * 60_000))
        let quarter: Int64 = 15 * 60_000
        guard !overflow, abs(distance) <= 15 * 3_600_000 + slack else { return nil }
        let quarters = (Double(distance) / Double(quarter)).rounded()
        guard abs(distance - Int64(quarters) * quarter) <= slack else { return nil }
        let minutes = Int(quarters) * 15
        return abs(minutes) <= 15 * 60 ? minutes : nil
    }

    /// The nautical zone: longitude ÷ 15°, to the hour.
    static func nautical(at place: Coordinate) -> Int {
        Int((place.longitude / 15).rounded()) * 60
    }

    private static func sign(_ reader: inout ByteReader) -> Int? {
        if reader.take(word: "+") { return 1 }
        // The minus of typographers too.
        return reader.take(word: "-") || reader.take(word: "\u{2212}") ? -1 : nil
    }

    private static func size(_ reader: inout ByteReader) -> Int? {
        // `0530` and `530` are hours and minutes, `05` and `5` hours alone.
        let hourDigits = reader.digitRun > 2 ? reader.digitRun - 2 : reader.digitRun
        guard (1...2).contains(hourDigits), let hours = reader.number(digits: hourDigits) else {
            return nil
        }
        if let minutes = reader.number(digits: 2) {
            return minutes < 60 ? hours * 60 + minutes : nil
        }
        guard reader.take(word: ":") else { return hours * 60 }
        guard let minutes = reader.number(digits: 1...2), minutes < 60 else { return nil }
        // Seconds, which some write, are always zero.
        var trial = reader
        if trial.take(word: ":"), trial.number(digits: 2) != nil { reader = trial }
        return hours * 60 + minutes
    }
}
