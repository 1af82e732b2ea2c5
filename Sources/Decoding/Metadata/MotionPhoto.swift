import DecoderProtocol
import Photos

/// Finds the film that phones put into a picture's file.
///
/// Three ways, each believed only when a film begins there:
/// - Google's XMP: `MotionPhoto` with the lengths of the file's items
///   (Motion Photo format 1.0), or the older `MicroVideoOffset` from its end;
/// - the box `mpvd` of HEIC and AVIF (the same format);
/// - Samsung's trailer `SEFT`, whose directory names `MotionPhoto_Data` (as in
///   exiftool's `Samsung.pm`).
enum MotionPhoto {
    static func film(in file: OriginalFile, _ metadata: ImageMetadata?) -> MotionPart? {
        switch file.format {
        case .jpeg:
            return metadata.flatMap { byXMP(file, $0) } ?? bySamsungTrailer(file)
        case .heif, .avif:
            return byBox(file) ?? metadata.flatMap { byXMP(file, $0) } ?? bySamsungTrailer(file)
        default:
            return nil
        }
    }

    /// A film's bytes begin with a box of a few bytes called `ftyp`.
    private static func part(_ file: OriginalFile, _ offset: Int64, _ length: Int64) -> MotionPart?
    {
        guard offset > 0, length > 16, length <= file.size - offset,
            let head = file.bytes(at: offset + 4, count: 4), head.elementsEqual("ftyp".utf8)
        else { return nil }
        return MotionPart(offset: offset, length: length)
    }

    private static func byXMP(_ file: OriginalFile, _ metadata: ImageMetadata) -> MotionPart? {
        guard metadata.hasXMP else { return nil }
        for prefix in ["Xmp.GCamera.", "Xmp.Camera."] {
            if metadata.text(ofTag: prefix + "MicroVideo") == "1",
                let length = metadata.text(ofTag: prefix + "MicroVideoOffset").flatMap(Int64.init),
                let part = part(file, file.size - length, length)
            {
                return part
            }
            if metadata.text(ofTag: prefix + "MotionPhoto") == "1",
                let part = byContainer(file, metadata)
            {
                return part
            }
        }
        return nil
    }

    /// The items follow the picture, in their order, up to the file's end.
    private static func byContainer(
        _ file: OriginalFile, _ metadata: ImageMetadata
    ) -> MotionPart? {
        var items: [(isFilm: Bool, length: Int64)] = []
        for number in 1...16 {
            let item = "Xmp.Container.Directory[\(number)]/Container:Item/Item:"
            guard let semantic = metadata.text(ofTag: item + "Semantic") else { break }
            let length = metadata.text(ofTag: item + "Length").flatMap(Int64.init) ?? 0
            let padding = metadata.text(ofTag: item + "Padding").flatMap(Int64.init) ?? 0
            guard (0...file.size).contains(length), (0...file.size).contains(padding) else {
                return nil
            }
            items.append((semantic == "MotionPhoto", length + padding))
        }
        var end = file.size
        for item in items.reversed() {
            if item.isFilm { return part(file, end - item.length, item.length) }
            end -= item.length
        }
        return nil
    }

    private static func byBox(_ file: OriginalFile) -> MotionPart? {
        var position: Int64 = 0
        for _ in 0..<64 {
            guard let header = file.bytes(at: position, count: 16) else { return nil }
            var length = integer(header[..<4])
            var content: Int64 = 8
            if length == 1 {
                length = integer(header[8..<16])
                content = 16
            } else if length == 0 {
                length = file.size - position
            }
            guard length >= content, length <= file.size - position else { return nil }
            if header[4..<8].elementsEqual("mpvd".utf8) {
                return part(file, position + content, length - content)
            }
            position += length
        }
        return nil
    }

    private static func bySamsungTrailer(_ file: OriginalFile) -> MotionPart? {
        guard let tail = file.bytes(at: file.size - 8, count: 8),
            tail[4...].elementsEqual("SEFT".utf8)
        else { return nil }
        let directorySize = integer(tail[..<4].reversed())
        let directory = file.size - 8 - directorySize
        guard (12...1 << 16).contains(directorySize), directory > 0,
            let bytes = file.bytes(at: directory, count: Int(directorySize)),
            bytes.starts(with: Array("SEFH".utf8))
        else { return nil }
        let count = Int(min(integer(bytes[8..<12].reversed()), 1024))
        for index in 0..<count {
            let entry = 12 + index * 12
            guard entry + 12 <= bytes.count else { return nil }
            // EmbeddedVideoFile.
            guard bytes[entry + 2] == 0x30, bytes[entry + 3] == 0x0A else { continue }
            let start = directory - integer(bytes[entry + 4..<entry + 8].reversed())
            let length = integer(bytes[entry + 8..<entry + 12].reversed())
            guard start > 0, let name = file.bytes(at: start + 4, count: 4) else { return nil }
            let head = 8 + integer(name.reversed())
            return part(file, start + head, length - head)
        }
        return nil
    }

    private static func integer(_ bytes: some Sequence<UInt8>) -> Int64 {
        // A length above 2⁶³ is none.
        Int64(clamping: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
