import DecoderProtocol
import Photos

/// Which of a file's dates is the photo's, by a fixed order of trust.
///
/// 1. What says when the picture was taken: EXIF's original date, XMP's,
///    IPTC's, EXIF's and XMP's date of digitisation, Apple's creation date
///    (local, with its offset), the date in the file's name, a recorder's
///    clock (AVI).
/// 2. The container's creation time, EXIF's plain date (the one that editors
///    change; a camera without a better one means it), GPS's.
/// 3. The file's modification time.
///
/// A date that is not sane counts as none, and the next one is asked. One
/// that tells only the day (a messenger's file name) gives way to a later one
/// that falls on this day and has the time.
///
/// **Zones.** Local time stays as written, with its offset beside it when
/// there is one. A time that is known only in UTC becomes local by the offset
/// that another field of the file gives, else by the place (the nautical
/// zone: longitude ÷ 15°, to the hour; politics and summer time are not in
/// it), else it stays UTC and has no offset, and `zone` says so: whoever knows
/// the photos taken near it can tell by that.
struct CaptureDate {
    var time: CaptureTime?
    var utcOffsetMinutes: Int?
    var source: DateSource
    var zone = ZoneSource.unknown
    var precision = DateReading.Precision.second

    init(
        _ facts: FileFacts, fileName: ArraySlice<UInt8>, fileModified: CaptureTime?,
        today: CaptureTime
    ) {
        let fields = DateFields(facts)
        let candidates: [(DateReading?, DateSource)] = [
            (fields.original, .exif), (fields.xmpOriginal, .xmp), (fields.xmpCreated, .xmp),
            (fields.iptc, .xmp), (fields.digitized, .exif), (fields.xmpDigitized, .xmp),
            (fields.appleCreation, .container), (FileNameDate.reading(of: fileName), .filename),
            (fields.containerLocal, .container), (fields.containerCreation, .container),
            (fields.plainUnlessStale, .exif),
            (fields.gps, .exif), (fields.plain, .exif),
        ]
        let dates = candidates.compactMap { reading, source in
            reading.map { fields.placed($0, source) }
        }.filter { $0.isSane(today) }
        if let best = dates.first {
            let finer = dates.first { $0.precision > .day && $0.time?.date == best.time?.date }
            self = best.precision == .day ? finer ?? best : best
        } else {
            let modified = CaptureDate(time: fileModified, source: .fileModified)
            self = modified.isSane(today) ? modified : CaptureDate()
        }
    }

    init(
        time: CaptureTime? = nil, utcOffsetMinutes: Int? = nil, source: DateSource = .none,
        precision: DateReading.Precision = .second
    ) {
        self.time = time
        self.utcOffsetMinutes = utcOffsetMinutes
        self.source = source
        self.precision = precision
    }

    private func isSane(_ today: CaptureTime) -> Bool {
        time?.isSane(asOf: today) ?? false
    }
}
