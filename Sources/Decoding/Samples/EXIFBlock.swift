import DecoderProtocol
import Photos

/// Writes EXIF as files carry it: `Exif`, two NULs and a little-endian TIFF
/// with the directories that are needed.
struct EXIFBlock {
    /// A tag with its value as stored.
    private struct Entry {
        var tag: Int
        var type: Int
        var count: Int
        var value: [UInt8]
    }

    let bytes: [UInt8]

    init(_ exif: SampleEXIF) {
        var main: [Entry] = []
        if let make = exif.make { main.append(Self.text(0x010F, make)) }
        if let model = exif.model { main.append(Self.text(0x0110, model)) }
        main.append(Self.short(0x0112, (1...8).contains(exif.orientation) ? exif.orientation : 1))
        var photo = [Entry(tag: 0x9000, type: 7, count: 4, value: Array("0232".utf8))]
        if let date = exif.dateTimeOriginal { photo.append(Self.text(0x9003, date)) }
        if let offset = exif.offsetTimeOriginal { photo.append(Self.text(0x9011, offset)) }
        if let subSecond = exif.subSecTimeOriginal { photo.append(Self.text(0x9291, subSecond)) }
        bytes = Self.block(main: main, photo: photo, place: exif.location.map(Self.place))
    }

    private static func block(main: [Entry], photo: [Entry], place: [Entry]?) -> [UInt8] {
        var main = main
        main.append(Self.long(0x8769, 0))
        if place != nil { main.append(Self.long(0x8825, 0)) }
        // The directories follow one another; a pointer's length is fixed, so
        // their places are known before their contents.
        let photoStart = 8 + directory(main, at: 8).count
        let placeStart = photoStart + directory(photo, at: photoStart).count
        for index in main.indices {
            if main[index].tag == 0x8769 { main[index].value = number(photoStart, 4) }
            if main[index].tag == 0x8825 { main[index].value = number(placeStart, 4) }
        }
        return Array("Exif\0\0II*\0".utf8) + number(8, 4) + directory(main, at: 8)
            + directory(photo, at: photoStart) + (place.map { directory($0, at: placeStart) } ?? [])
    }

    /// A directory at an offset of the TIFF, and behind it the values that do
    /// not fit into it.
    private static func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
        var table = number(entries.count, 2)
        var values: [UInt8] = []
        let valuesStart = start + 2 + entries.count * 12 + 4
        for entry in entries {
            table += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
            if entry.value.count <= 4 {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                table += number(valuesStart + values.count, 4)
                values += entry.value
                // Values begin at even offsets.
                if values.count % 2 == 1 { values.append(0) }
            }
        }
        return table + number(0, 4) + values
    }

    private static func place(_ place: Coordinate) -> [Entry] {
        [
            Entry(tag: 0x0000, type: 1, count: 4, value: [2, 3, 0, 0]),
            text(0x0001, place.latitude < 0 ? "S" : "N"),
            degrees(0x0002, place.latitude.magnitude),
            text(0x0003, place.longitude < 0 ? "W" : "E"),
            degrees(0x0004, place.longitude.magnitude),
        ]
    }

    /// Degrees, minutes and ten-thousandths of seconds.
    private static func degrees(_ tag: Int, _ degrees: Double) -> Entry {
        let parts = Int((degrees * 36_000_000).rounded())
        let value =
            number(parts / 36_000_000, 4) + number(1, 4) + number(parts / 600_000 % 60, 4)
            + number(1, 4) + number(parts % 600_000, 4) + number(10_000, 4)
        return Entry(tag: tag, type: 5, count: 3, value: value)
    }

    private static func text(_ tag: Int, _ text: String) -> Entry {
        let value = Array(text.utf8) + [0]
        return Entry(tag: tag, type: 2, count: value.count, value: value)
    }

    private static func short(_ tag: Int, _ value: Int) -> Entry {
        Entry(tag: tag, type: 3, count: 1, value: number(value, 2))
    }

    private static func long(_ tag: Int, _ value: Int) -> Entry {
        Entry(tag: tag, type: 4, count: 1, value: number(value, 4))
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
