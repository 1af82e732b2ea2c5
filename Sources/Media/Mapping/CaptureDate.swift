import DecoderProtocol
import Photos

/// Which of a file's dates is the photo's, by a fixed order of trust.
///
/// 1. What says when the picture was taken: EXIF's original date, XMP's,
///    EXIF's and XMP's date of digitisation, Apple's creation date (local,
///    with its offset), a time to the second in the file's name.
/// 2. The day in the file's name. When a weaker date falls on it, that one,
///    as it has the time too.
/// 3. Weaker ones: the container's creation time, EXIF's plain date (the one
///    that editors change; a camera without a better one means it), GPS's.
/// 4. The file's modification time.
///
/// A date that is not sane counts as none, and the next one is asked.
///
/// **Zones.** Local time stays as written, with its offset beside it when
/// there is one. A time that is known only in UTC becomes local by the offset
/// that another field of the file gives, else by the place (the nautical
/// zone: longitude ÷ 15°, to the hour; politics and summer time are not in
/// it), else it stays UTC and has no offset: whoever knows more of the
/// photographer's whereabouts can tell by that.
struct CaptureDate {
    var time: CaptureTime?
    var utcOffsetMinutes: Int?
    var source: DateSource

    init(
        _ facts: FileFacts, fileName: ArraySlice<UInt8>, fileModified: CaptureTime?,
        today: CaptureTime
    ) {
        let fields = DateFields(facts)
        let name = FileNameDate.reading(of: fileName)
        let namedDay = name?.precision == .day ? name : nil
        let namedTime = namedDay == nil ? name : nil
        func sane(_ reading: DateReading?, _ source: DateSource) -> CaptureDate? {
            reading.map { fields.placed($0, source) }.flatMap { $0.isSane(today) ? $0 : nil }
        }
        let strong =
            sane(fields.original, .exif) ?? sane(fields.xmpOriginal, .xmp)
            ?? sane(fields.xmpCreated, .xmp) ?? sane(fields.digitized, .exif)
            ?? sane(fields.xmpDigitized, .xmp) ?? sane(fields.appleCreation, .container)
            ?? sane(namedTime, .filename)
        if let strong {
            self = strong
            return
        }
        let weak = [
            sane(fields.containerCreation, .container), sane(fields.plainUnlessStale, .exif),
            sane(fields.gps, .exif), sane(fields.plain, .exif),
        ].compactMap(\.self)
        if let day = sane(namedDay, .filename) {
            self = weak.first { $0.time?.date == day.time?.date } ?? day
            return
        }
        let modified = sane(fileModified.map { DateReading(time: $0) }, .fileModified)
        self = weak.first ?? modified ?? CaptureDate()
    }

    init(time: CaptureTime? = nil, utcOffsetMinutes: Int? = nil, source: DateSource = .none) {
        self.time = time
        self.utcOffsetMinutes = utcOffsetMinutes
        self.source = source
    }

    private func isSane(_ today: CaptureTime) -> Bool {
        time?.isSane(asOf: today) ?? false
    }
}
