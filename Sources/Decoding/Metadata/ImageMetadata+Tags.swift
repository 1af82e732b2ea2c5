import DecoderProtocol

extension ImageMetadata {
    /// Where fields are found; of two tags for one field the first counts.
    static let exifTags: [(MetadataField, String)] = [
        (.exifDateTimeOriginal, "Exif.Photo.DateTimeOriginal"),
        (.exifSubSecTimeOriginal, "Exif.Photo.SubSecTimeOriginal"),
        (.exifOffsetTimeOriginal, "Exif.Photo.OffsetTimeOriginal"),
        (.exifDateTimeDigitized, "Exif.Photo.DateTimeDigitized"),
        (.exifSubSecTimeDigitized, "Exif.Photo.SubSecTimeDigitized"),
        (.exifOffsetTimeDigitized, "Exif.Photo.OffsetTimeDigitized"),
        (.exifDateTime, "Exif.Image.DateTime"),
        (.exifSubSecTime, "Exif.Photo.SubSecTime"),
        (.exifOffsetTime, "Exif.Photo.OffsetTime"),
        (.exifGPSDateStamp, "Exif.GPSInfo.GPSDateStamp"),
        (.exifGPSTimeStamp, "Exif.GPSInfo.GPSTimeStamp"),
        (.make, "Exif.Image.Make"),
        (.model, "Exif.Image.Model"),
        // TIFF/EP's place, used by some RAW files.
        (.exifDateTimeOriginal, "Exif.Image.DateTimeOriginal"),
    ]

    static let xmpTags: [(MetadataField, String)] = [
        (.xmpExifDateTimeOriginal, "Xmp.exif.DateTimeOriginal"),
        (.xmpPhotoshopDateCreated, "Xmp.photoshop.DateCreated"),
        (.xmpCreateDate, "Xmp.xmp.CreateDate"),
        (.make, "Xmp.tiff.Make"),
        (.model, "Xmp.tiff.Model"),
    ]

    static let iptcTags: [(MetadataField, String)] = [
        (.iptcDateCreated, "Iptc.Application2.DateCreated"),
        (.iptcTimeCreated, "Iptc.Application2.TimeCreated"),
    ]
}
