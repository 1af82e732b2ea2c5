internal import CGExiv2
import DecoderProtocol
import Photos

/// EXIF, XMP and IPTC of one still picture, read by exiv2.
///
/// Never given a video: exiv2 0.27 spins for a minute on known hostile ones.
final class ImageMetadata {
    private let metadata: UnsafeMutablePointer<GExiv2Metadata>
    private let hasEXIF: Bool
    let hasXMP: Bool
    private let hasIPTC: Bool

    /// Reads a whole file; nil when exiv2 makes nothing of it.
    convenience init?(file bytes: UnsafeRawBufferPointer) {
        self.init { metadata, error in
            gexiv2_metadata_open_buf(
                metadata, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count,
                error)
        }
    }

    /// Reads a block of EXIF as JPEG files carry it, which other readers
    /// find in files that exiv2 cannot take apart.
    convenience init?(exifBlock bytes: UnsafeRawBufferPointer) {
        self.init { metadata, error in
            gexiv2_metadata_from_app1_segment(
                metadata, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count,
                error)
        }
    }

    private init?(
        _ read: (
            UnsafeMutablePointer<GExiv2Metadata>,
            UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
        ) -> gboolean
    ) {
        guard let metadata = gexiv2_metadata_new() else { return nil }
        var error: UnsafeMutablePointer<GError>?
        guard read(metadata, &error) != 0 else {
            if let error { g_error_free(error) }
            g_object_unref(metadata)
            return nil
        }
        self.metadata = metadata
        hasEXIF = gexiv2_metadata_has_exif(metadata) != 0
        hasXMP = gexiv2_metadata_has_xmp(metadata) != 0
        hasIPTC = gexiv2_metadata_has_iptc(metadata) != 0
    }

    deinit {
        g_object_unref(metadata)
    }

    var isEmpty: Bool { !hasEXIF && !hasXMP && !hasIPTC }

    /// Pixels as stored, by the picture's own header; nil when exiv2 does
    /// not say.
    var storedSize: PixelSize? {
        let width = Int(gexiv2_metadata_get_pixel_width(metadata))
        let height = Int(gexiv2_metadata_get_pixel_height(metadata))
        return width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
    }

    /// EXIF's own, not a maker's.
    var orientation: Orientation {
        guard hasEXIF else { return .upright }
        let value = gexiv2_metadata_try_get_tag_long(metadata, "Exif.Image.Orientation", nil)
        return Orientation(rawValue: value) ?? .upright
    }

    /// Where the camera was, from EXIF or else XMP.
    var location: Coordinate? {
        (hasEXIF ? place("Exif.GPSInfo.GPS") : nil) ?? (hasXMP ? place("Xmp.exif.GPS") : nil)
    }

    private func place(_ tags: String) -> Coordinate? {
        guard let latitude = text(ofTag: tags + "Latitude"),
            let longitude = text(ofTag: tags + "Longitude")
        else { return nil }
        let hasReferences = tags.hasPrefix("Exif")
        return EXIFPlace.coordinate(
            latitude: latitude,
            latitudeReference: hasReferences ? text(ofTag: tags + "LatitudeRef") : nil,
            longitude: longitude,
            longitudeReference: hasReferences ? text(ofTag: tags + "LongitudeRef") : nil)
    }

    /// The size that the camera says its picture has.
    var statedSize: PixelSize? {
        guard hasEXIF else { return nil }
        let width = gexiv2_metadata_try_get_tag_long(metadata, "Exif.Photo.PixelXDimension", nil)
        let height = gexiv2_metadata_try_get_tag_long(metadata, "Exif.Photo.PixelYDimension", nil)
        return width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
    }

    /// The texts that `Media` judges, as written.
    func fields() -> [MetadataField: String] {
        var fields: [MetadataField: String] = [:]
        func add(_ tags: [(MetadataField, String)]) {
            for (field, tag) in tags where fields[field] == nil {
                if let value = text(ofTag: tag) { fields[field] = value }
            }
        }
        if hasEXIF { add(Self.exifTags) }
        if hasXMP { add(Self.xmpTags) }
        if hasIPTC { add(Self.iptcTags) }
        if hasEXIF, let identifier = appleContentIdentifier {
            fields[.contentIdentifier] = identifier
        }
        return fields
    }

    /// The text of one tag by exiv2's name for it.
    func text(ofTag tag: String) -> String? {
        guard let text = gexiv2_metadata_try_get_tag_string(metadata, tag, nil) else {
            return nil
        }
        defer { g_free(text) }
        return FieldText.text(text)
    }

    private var appleContentIdentifier: String? {
        let tag = "Exif.Photo.MakerNote"
        guard let block = gexiv2_metadata_try_get_tag_raw(metadata, tag, nil) else { return nil }
        defer { g_bytes_unref(block) }
        var count: UInt = 0
        guard let data = g_bytes_get_data(block, &count) else { return nil }
        return AppleMakerNote.contentIdentifier(
            in: UnsafeRawBufferPointer(start: data, count: Int(count)))
    }

    /// The thumbnail that EXIF keeps beside the picture: mostly a JPEG.
    var thumbnail: [UInt8]? {
        guard hasEXIF else { return nil }
        var data: UnsafeMutablePointer<UInt8>?
        var count: Int32 = 0
        guard gexiv2_metadata_get_exif_thumbnail(metadata, &data, &count) != 0, let data else {
            return nil
        }
        defer { g_free(data) }
        return Array(UnsafeBufferPointer(start: data, count: Int(count)))
    }

    /// The camera's embedded previews, smallest first: sizes to choose from.
    func previews() -> [Preview] {
        guard let list = gexiv2_metadata_get_preview_properties(metadata) else { return [] }
        var previews: [Preview] = []
        var entry = list
        while let properties = entry.pointee {
            let width = Int(gexiv2_preview_properties_get_width(properties))
            let height = Int(gexiv2_preview_properties_get_height(properties))
            if width > 0, height > 0 {
                previews.append(
                    Preview(
                        size: PixelSize(width: width, height: height), owner: self,
                        properties: properties))
            }
            entry += 1
        }
        return previews.sorted { $0.size.width * $0.size.height < $1.size.width * $1.size.height }
    }

    /// A picture that the camera put into the file beside the real one.
    struct Preview {
        let size: PixelSize
        fileprivate let owner: ImageMetadata
        fileprivate let properties: UnsafeMutablePointer<GExiv2PreviewProperties>

        /// The preview's own file: mostly a JPEG.
        func bytes() -> [UInt8]? {
            guard
                let image = gexiv2_metadata_try_get_preview_image(
                    owner.metadata, properties, nil)
            else { return nil }
            defer { g_object_unref(image) }
            var count: UInt32 = 0
            guard let data = gexiv2_preview_image_get_data(image, &count) else { return nil }
            return Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
        }
    }
}
