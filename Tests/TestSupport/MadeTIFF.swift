/// A TIFF with EXIF's directories, written value by value as a test wants it:
/// the metadata of a JPEG, or a raw file without a picture.
public struct MadeTIFF: Sendable {
    /// A tag and its value; texts get their NUL.
    public enum Value: Sendable {
        case text(String)
        case short(Int)
        case long(Int)
        case bytes([UInt8])
        /// Numerators and denominators in turns.
        case rationals([Int])
    }

    public typealias Tags = [(tag: Int, value: Value)]

    public var main: Tags = []
    public var photo: Tags = []
    public var place: Tags = []
    /// A JPEG for EXIF's thumbnail.
    public var thumbnail: [UInt8]?

    public init(main: Tags = [], photo: Tags = [], place: Tags = [], thumbnail: [UInt8]? = nil) {
        self.main = main
        self.photo = photo
        self.place = place
        self.thumbnail = thumbnail
    }

    /// A photo of that time.
    public static func taken(
        _ date: String, subSecond: String? = nil, offset: String? = nil, camera: String = "One"
    ) -> MadeTIFF {
        var photo: Tags = [(0x9003, .text(date))]
        if let offset { photo.append((0x9011, .text(offset))) }
        if let subSecond { photo.append((0x9291, .text(subSecond))) }
        return MadeTIFF(main: [(0x0110, .text(camera))], photo: photo)
    }

    /// Apple's maker note with a Live Photo's identifier.
    public static func appleNote(identifier: String) -> Value {
        let text = Array(identifier.utf8) + [0]
        let entry = big(0x11, 2) + big(2, 2) + big(text.count, 4) + big(32, 4)
        return .bytes(
            Array("Apple iOS\0\0\u{1}MM".utf8) + big(1, 2) + entry + big(0, 4) + text)
    }

    /// The whole TIFF, little-endian.
    public var bytes: [UInt8] {
        var main = main.sorted { $0.tag < $1.tag }
        main += photo.isEmpty ? [] : [(0x8769, .long(0))]
        main += place.isEmpty ? [] : [(0x8825, .long(0))]
        let photoStart = 8 + directory(main, at: 8, next: 0).count
        let photoBytes = photo.isEmpty ? [] : directory(photo, at: photoStart, next: 0)
        let placeStart = photoStart + photoBytes.count
        let placeBytes = place.isEmpty ? [] : directory(place, at: placeStart, next: 0)
        let second = placeStart + placeBytes.count
        for index in main.indices {
            if main[index].tag == 0x8769 { main[index].value = .long(photoStart) }
            if main[index].tag == 0x8825 { main[index].value = .long(placeStart) }
        }
        let head = Array("II*\0".utf8) + Self.little(8, 4)
        let first = directory(main, at: 8, next: thumbnail == nil ? 0 : second)
        guard let thumbnail else { return head + first + photoBytes + placeBytes }
        var tags: Tags = [
            (0x0103, .short(6)), (0x0201, .long(0)), (0x0202, .long(thumbnail.count)),
        ]
        let length = directory(tags, at: second, next: 0).count
        tags[1].value = .long(second + length)
        return head + first + photoBytes + placeBytes + directory(tags, at: second, next: 0)
            + thumbnail
    }

    private func directory(_ tags: Tags, at start: Int, next: Int) -> [UInt8] {
        var table = Self.little(tags.count, 2)
        var values: [UInt8] = []
        let valuesStart = start + 2 + tags.count * 12 + 4
        for (tag, value) in tags {
            let (type, count, bytes) = Self.stored(value)
            table += Self.little(tag, 2) + Self.little(type, 2) + Self.little(count, 4)
            if bytes.count <= 4 {
                table += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
            } else {
                table += Self.little(valuesStart + values.count, 4)
                values += bytes + (bytes.count % 2 == 1 ? [0] : [])
            }
        }
        return table + Self.little(next, 4) + values
    }

    private static func stored(_ value: Value) -> (type: Int, count: Int, bytes: [UInt8]) {
        switch value {
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .short(let number): (3, 1, little(number, 2))
        case .long(let number): (4, 1, little(number, 4))
        case .bytes(let bytes): (7, bytes.count, bytes)
        case .rationals(let numbers): (5, numbers.count / 2, numbers.flatMap { little($0, 4) })
        }
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func big(_ number: Int, _ count: Int) -> [UInt8] {
        little(number, count).reversed()
    }
}

/// A JPEG's segments, to be taken out and put in.
public enum JPEGSegments {
    /// The JPEG without EXIF, XMP, profiles and comments.
    public static func withoutMetadata(_ jpeg: [UInt8]) -> [UInt8] {
        var kept = Array(jpeg.prefix(2))
        var position = 2
        while position + 4 <= jpeg.count, jpeg[position] == 0xFF, jpeg[position + 1] != 0xDA {
            let end = position + 2 + Int(jpeg[position + 2]) << 8 + Int(jpeg[position + 3])
            let marker = jpeg[position + 1]
            if !(0xE1...0xEF).contains(marker), marker != 0xFE { kept += jpeg[position..<end] }
            position = end
        }
        return kept + jpeg[position...]
    }

    /// Where the frame header begins, with its marker: precision, height and
    /// width are four bytes behind it.
    public static func frame(in jpeg: [UInt8]) -> Int? {
        var position = 2
        while position + 4 <= jpeg.count, jpeg[position] == 0xFF {
            let marker = jpeg[position + 1]
            if (0xC0...0xC2).contains(marker) { return position }
            position += 2 + Int(jpeg[position + 2]) << 8 + Int(jpeg[position + 3])
        }
        return nil
    }

    /// The JPEG with EXIF of these directories.
    public static func adding(_ tiff: MadeTIFF, to jpeg: [UInt8]) -> [UInt8] {
        adding(Array("Exif\0\0".utf8) + tiff.bytes, to: jpeg)
    }

    /// The JPEG with an XMP packet.
    public static func adding(xmp: String, to jpeg: [UInt8]) -> [UInt8] {
        adding(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8), to: jpeg)
    }

    private static func adding(_ segment: [UInt8], to jpeg: [UInt8]) -> [UInt8] {
        let length = segment.count + 2
        precondition(length < 1 << 16, "a segment has less than 64 KiB")
        let head: [UInt8] = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
        return jpeg.prefix(2) + head + segment + jpeg.dropFirst(2)
    }
}
