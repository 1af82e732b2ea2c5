import DecoderProtocol
import Photos

/// All dates of one file, read.
struct DateFields {
    let original: DateReading?
    let digitized: DateReading?
    /// EXIF's `DateTime`.
    let plain: DateReading?
    let gps: DateReading?
    let xmpOriginal: DateReading?
    let xmpCreated: DateReading?
    let xmpDigitized: DateReading?
    let containerCreation: DateReading?
    let appleCreation: DateReading?
    /// A recorder's own clock (AVI).
    let containerLocal: DateReading?
    let iptc: DateReading?
    private let offset: Int?
    private let location: Coordinate?

    init(_ facts: FileFacts) {
        func bytes(_ field: MetadataField) -> ArraySlice<UInt8>? {
            facts.fields[field].map { Array($0.utf8.prefix(Self.longest))[...] }
        }
        func offset(_ field: MetadataField) -> Int? {
            bytes(field).flatMap(UTCOffset.minutes(of:))
        }
        func exif(
            _ date: MetadataField, _ subSecond: MetadataField, _ offset: Int?
        ) -> DateReading? {
            bytes(date).flatMap {
                EXIFDate.reading(of: $0, subSecond: bytes(subSecond), offset: offset)
            }
        }
        func written(_ field: MetadataField) -> DateReading? {
            bytes(field).flatMap(WrittenDate.reading(of:))
        }
        // The offset of the moment itself goes before that of a later one,
        // and any is better than none.
        let ofOriginal = offset(.exifOffsetTimeOriginal)
        let ofDigitized = offset(.exifOffsetTimeDigitized)
        let ofPlain = offset(.exifOffsetTime)
        self.offset = ofOriginal ?? ofDigitized ?? ofPlain
        original = exif(.exifDateTimeOriginal, .exifSubSecTimeOriginal, self.offset)
        digitized = exif(
            .exifDateTimeDigitized, .exifSubSecTimeDigitized,
            ofDigitized ?? ofOriginal ?? ofPlain)
        plain = exif(
            .exifDateTime, .exifSubSecTime, ofPlain ?? ofOriginal ?? ofDigitized)
        gps = bytes(.exifGPSDateStamp).flatMap { date in
            bytes(.exifGPSTimeStamp).flatMap { EXIFDate.gpsReading(date: date, time: $0) }
        }
        xmpOriginal = written(.xmpExifDateTimeOriginal)
        xmpCreated = written(.xmpPhotoshopDateCreated)
        xmpDigitized = written(.xmpCreateDate)
        containerCreation = bytes(.containerCreationTime).flatMap(
            ContainerDate.creationReading(of:))
        appleCreation = written(.appleCreationDate)
        containerLocal = bytes(.containerLocalTime).flatMap(ContainerDate.creationReading(of:))
        iptc = bytes(.iptcDateCreated).flatMap { date in
            WrittenDate.reading(of: date + [UInt8(ascii: " ")] + (bytes(.iptcTimeCreated) ?? []))
                ?? WrittenDate.reading(of: date)
        }
        location = facts.location
    }

    /// EXIF's plain date when GPS's, which no editor touches, is of the same
    /// day or so; nil when there is none to compare with.
    var plainUnlessStale: DateReading? {
        guard let plain, let gps else { return nil }
        let distance = plain.time.milliseconds - gps.time.milliseconds
        return abs(distance) <= Self.widestOffset ? plain : nil
    }

    /// A reading as the photographer's clock had it (`CaptureDate`, "Zones").
    func placed(_ reading: DateReading, _ source: DateSource) -> CaptureDate {
        var date = CaptureDate(
            time: reading.time, source: source, precision: reading.precision)
        switch reading.clock {
        case .local:
            break
        case .localWithOffset(let minutes):
            date.utcOffsetMinutes = minutes
            date.zone = .written
        case .utc:
            guard let minutes = offset ?? nauticalOffset else {
                date.zone = .utc
                break
            }
            date.zone = offset == nil ? .place : .written
            date.time = reading.time.advanced(byMilliseconds: Int64(minutes) * 60_000)
            date.utcOffsetMinutes = minutes
        }
        return date
    }

    /// Nil also for 0°, 0°, which cameras write that have no fix.
    private var nauticalOffset: Int? {
        guard let location, location.latitude != 0 || location.longitude != 0 else { return nil }
        return UTCOffset.nautical(at: location)
    }

    /// No date is longer; what is, is none.
    private static let longest = 64
    /// 15 hours in milliseconds.
    private static let widestOffset: Int64 = 15 * 3_600_000
}
