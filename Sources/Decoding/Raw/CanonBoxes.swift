import DecoderProtocol
import Photos

/// The metadata of a Canon CR3, which exiv2 0.27 does not find: a box for
/// each of EXIF's directories, every one a TIFF of its own.
///
/// Source: Laurent Clévy, "Describing the Canon Raw v3 (CR3) file format".
struct CanonBoxes {
    /// What stands in the first directory, and in EXIF's and GPS's.
    private let main: ImageMetadata?
    private let exif: ImageMetadata?
    private let gps: ImageMetadata?

    /// Nil when the file is none.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 16, bytes[4..<12].elementsEqual("ftypcrx ".utf8),
            let movie = Self.box("moov", in: bytes),
            let canon = Self.box("uuid", in: movie), canon.count > Self.identifier.count,
            canon.starts(with: Self.identifier)
        else { return nil }
        let boxes = UnsafeRawBufferPointer(rebasing: canon.dropFirst(Self.identifier.count))
        main = Self.box("CMT1", in: boxes).flatMap(ImageMetadata.init(file:))
        exif = Self.box("CMT2", in: boxes).flatMap(ImageMetadata.init(file:))
        gps = Self.box("CMT4", in: boxes).flatMap(ImageMetadata.init(file:))
    }

    var fields: [MetadataField: String] {
        var fields = main?.fields() ?? [:]
        // exiv2 takes EXIF's directory for a first one and has no names for
        // most of what it finds there.
        for (field, tag) in Self.exifTags {
            if let text = exif?.text(ofTag: tag) { fields[field] = text }
        }
        return fields
    }

    var location: Coordinate? {
        guard let gps, let latitude = gps.text(ofTag: "Exif.Image.0x0002"),
            let longitude = gps.text(ofTag: "Exif.Image.0x0004")
        else { return nil }
        return EXIFPlace.coordinate(
            latitude: latitude, latitudeReference: gps.text(ofTag: "Exif.Image.0x0001"),
            longitude: longitude, longitudeReference: gps.text(ofTag: "Exif.Image.0x0003"))
    }

    private static let exifTags: [(MetadataField, String)] = [
        (.exifDateTimeOriginal, "Exif.Image.DateTimeOriginal"),
        (.exifDateTimeDigitized, "Exif.Image.0x9004"),
        (.exifOffsetTime, "Exif.Image.0x9010"),
        (.exifOffsetTimeOriginal, "Exif.Image.0x9011"),
        (.exifOffsetTimeDigitized, "Exif.Image.0x9012"),
        (.exifSubSecTime, "Exif.Image.0x9290"),
        (.exifSubSecTimeOriginal, "Exif.Image.0x9291"),
        (.exifSubSecTimeDigitized, "Exif.Image.0x9292"),
    ]

    /// Canon's, of the box that holds the others.
    private static let identifier: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
        0x48,
    ]

    /// The content of the first box of that name.
    private static func box(
        _ name: String, in bytes: UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer? {
        var position = 0
        while position <= bytes.count - 8 {
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length >= 8, length <= bytes.count - position else { return nil }
            if bytes[position + 4..<position + 8].elementsEqual(name.utf8) {
                return UnsafeRawBufferPointer(rebasing: bytes[position + 8..<position + length])
            }
            position += length
        }
        return nil
    }
}
