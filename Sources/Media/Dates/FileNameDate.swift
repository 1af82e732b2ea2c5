import Photos

/// Dates in the names that cameras, phones, messengers and screenshot tools
/// give to their files.
///
/// Not a list of programs but of forms, found anywhere in the name:
/// - `20140409_123456`, `-`, `.`, blank or `T` between, with milliseconds as
///   in `063000139`: Android, Samsung, Pixel, OnePlus, DJI, Screenshot …
/// - `20190101120000` and `20190101120000123`: bursts
/// - `2020-01-30`, also with `_` or `.`, then a time like `09-57-18` or
///   `13.54.12`, with a blank or a short word between: Dropbox, Telegram,
///   Signal, screenshots of macOS and GNOME (`… at 9.57.18 AM`, `um`, `à`)
/// - `20140409_12_34_56`: Windows phones
/// - the day alone: `IMG-20150302-WA0001`
/// - milliseconds since 1970 after `mmexport` or `FB_IMG_`, or alone
///
/// Names that begin with `PXL_` and times with a `Z` are UTC.
enum FileNameDate {
    /// What a file's name says, or nil. A time that is written to the second
    /// goes before a day; of the same kind the first one counts. Any bytes may
    /// be handed in.
    static func reading(of name: ArraySlice<UInt8>) -> DateReading? {
        let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
        var start = ByteReader(stem)
        let isUTC = start.take(word: "PXL_")
        var day: DateReading?
        var reader = ByteReader(stem)
        while !reader.isAtEnd {
            reader.skip { !$0.isASCIIDigit }
            let before = stem[stem.startIndex..<reader.rest.startIndex]
            if var found = reading(at: reader, before: before) {
                if isUTC, found.precision > .day { found.clock = .utc }
                if found.precision > .day { return found }
                day = day ?? found
            }
            reader.skip { $0.isASCIIDigit }
        }
        return day
    }

    /// - Parameter reader: at the first digit of a run.
    private static func reading(
        at reader: ByteReader, before: ArraySlice<UInt8>
    ) -> DateReading? {
        switch reader.digitRun {
        case 4: separatedDate(reader)
        case 8: compactDate(reader)
        case 13: sinceEpoch(reader, before: before)
        case 14, 17: compactMoment(reader)
        default: nil
        }
    }

    private static func separatedDate(_ start: ByteReader) -> DateReading? {
        var reader = start
        guard let year = reader.number(digits: 4), (firstYear...lastYear).contains(year),
            let separator = reader.take(anyOf: "-_."), reader.digitRun == 2,
            let month = reader.number(digits: 2), reader.next == separator
        else { return nil }
        reader.skip(1)
        guard reader.digitRun == 2, let day = reader.number(digits: 2) else { return nil }
        return moment(year, month, day, reader, dateSeparator: separator)
    }

    private static func compactDate(_ start: ByteReader) -> DateReading? {
        var reader = start
        guard let year = reader.number(digits: 4), (firstDigitalYear...lastYear).contains(year),
            let month = reader.number(digits: 2), let day = reader.number(digits: 2)
        else { return nil }
        return moment(year, month, day, reader, dateSeparator: nil)
    }

    private static func compactMoment(_ start: ByteReader) -> DateReading? {
        var reader = start
        guard let year = reader.number(digits: 4), (firstDigitalYear...lastYear).contains(year),
            let month = reader.number(digits: 2), let day = reader.number(digits: 2),
            let time = TimeOfDay.takeCompact(&reader)
        else { return nil }
        return CaptureTime(year, month, day, time).map { DateReading(time: $0, time.millisecond) }
    }

    private static func sinceEpoch(
        _ start: ByteReader, before: ArraySlice<UInt8>
    ) -> DateReading? {
        var reader = start
        guard let milliseconds = reader.number(digits: 13) else { return nil }
        let isAlone = before.isEmpty && reader.isAtEnd
        guard isAlone || epochPrefixes.contains(where: { before.elementsEqual($0) }) else {
            return nil
        }
        let time = CaptureTime(milliseconds: Int64(milliseconds))
        guard (2000...2049).contains(time.date.year) else { return nil }
        return DateReading(time: time, clock: .utc, precision: .millisecond)
    }

    /// A day, and the time behind it if there is one.
    private static func moment(
        _ year: Int, _ month: Int, _ day: Int, _ start: ByteReader, dateSeparator: UInt8?
    ) -> DateReading? {
        guard let date = CaptureTime(year, month, day, TimeOfDay()) else { return nil }
        var reader = start
        let gapStart = reader.rest
        reader.skip { !$0.isASCIIDigit }
        let gap = gapStart[gapStart.startIndex..<reader.rest.startIndex]
        guard (1...longestGap).contains(gap.count),
            let time = time(&reader, gap: gap, dateSeparator: dateSeparator),
            let taken = CaptureTime(year, month, day, time)
        else { return DateReading(time: date, precision: .day) }
        var reading = DateReading(time: taken, time.millisecond)
        if gap.elementsEqual([UInt8(ascii: "T")]), reader.take(word: "Z") { reading.clock = .utc }
        return reading
    }

    private static func time(
        _ reader: inout ByteReader, gap: ArraySlice<UInt8>, dateSeparator: UInt8?
    ) -> TimeOfDay? {
        let narrow: StaticBytes = "_-. Tt"
        let isNarrow = gap.count == 1 && gap.allSatisfy(narrow.contains)
        if isNarrow, let time = TimeOfDay.takeCompact(&reader) { return time }
        // Behind eight bare digits only the narrow forms are a time: in
        // `20140409 (1-2-3)` they are not.
        guard dateSeparator != nil || isNarrow,
            var time = TimeOfDay.take(&reader, separators: ".-_:", needsSeconds: true)
        else { return nil }
        // `2020-01-30-09-57-18-123`: seven figures, all joined alike.
        var trial = reader
        if time.millisecond == nil, let dateSeparator, gap.elementsEqual([dateSeparator]),
            trial.take(anyOf: "-_") == dateSeparator, trial.digitRun == 3
        {
            time.millisecond = trial.number(digits: 3)
            reader = trial
        }
        return time
    }

    /// Somebody may have dated a scan by hand, so years go back to the first
    /// photographs; eight bare digits are a date only if they name a day of
    /// the digital age.
    private static let firstYear = CaptureTime.firstSaneYear
    private static let firstDigitalYear = 1990
    private static let lastYear = 2099
    /// ` a las ` is 7 bytes, ` um kl. ` 8.
    private static let longestGap = 10
    private static let epochPrefixes = ["mmexport", "FB_IMG_"].map { Array($0.utf8) }
}

extension DateReading {
    fileprivate init(time: CaptureTime, _ millisecond: Int?) {
        self.init(time: time, precision: millisecond == nil ? .second : .millisecond)
    }
}
