/// A QuickTime film of one frame, a JPEG, written box by box as a test wants
/// it.
public struct MadeFilm: Sendable {
    public var frame: [UInt8]
    public var width: Int
    public var height: Int
    public var milliseconds = 2000
    /// Seconds since 1970 UTC; nil is written as the zero that says unknown.
    public var created: Int?
    /// Apple's keys, such as `com.apple.quicktime.content.identifier`.
    public var keys: [(String, String)] = []
    /// `ftyp`'s brand.
    public var brand = "qt  "

    public init(frame: [UInt8], width: Int, height: Int) {
        self.frame = frame
        self.width = width
        self.height = height
    }

    public var bytes: [UInt8] {
        let head = box("ftyp", Array(brand.utf8) + number(0, 4) + Array(brand.utf8))
        return head + box("mdat", frame) + box("moov", movie(frameAt: head.count + 8))
    }

    private func movie(frameAt offset: Int) -> [UInt8] {
        let time = created.map { $0 + 2_082_844_800 } ?? 0
        let stamps = number(0, 4) + number(time, 4) + number(time, 4)
        let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap { number($0, 4) }
        let header =
            stamps + number(1000, 4) + number(milliseconds, 4) + number(0x10000, 4)
            + number(0x100, 2) + number(0, 10) + matrix + number(0, 24) + number(2, 4)
        let trackHeader =
            number(0xF, 4) + number(time, 4) + number(time, 4) + number(1, 4) + number(0, 4)
            + number(milliseconds, 4) + number(0, 16) + matrix + number(width << 16, 4)
            + number(height << 16, 4)
        let mediaHeader = stamps + number(1000, 4) + number(milliseconds, 4) + number(0, 4)
        let handler = number(0, 4) + Array("mhlrvide".utf8) + number(0, 13)
        let references = box(
            "dinf", box("dref", number(0, 4) + number(1, 4) + box("url ", number(1, 4))))
        let media = box(
            "mdia",
            box("mdhd", mediaHeader) + box("hdlr", handler)
                + box(
                    "minf",
                    box("vmhd", number(1, 4) + number(0, 8)) + references + samples(offset)))
        return box("mvhd", header) + box("trak", box("tkhd", trackHeader) + media) + keyBoxes
    }

    private func samples(_ offset: Int) -> [UInt8] {
        let entry = box(
            "jpeg",
            number(1, 8) + number(0, 16) + number(width, 2) + number(height, 2)
                + number(0x48_0000, 4) + number(0x48_0000, 4) + number(0, 4) + number(1, 2)
                + number(0, 32) + number(24, 2) + number(0xFFFF, 2))
        return box(
            "stbl",
            box("stsd", number(0, 4) + number(1, 4) + entry)
                + box("stts", [0, 1, 1, milliseconds].flatMap { number($0, 4) })
                + box("stsc", [0, 1, 1, 1, 1].flatMap { number($0, 4) })
                + box("stsz", [0, 0, 1, frame.count].flatMap { number($0, 4) })
                + box("stco", [0, 1, offset].flatMap { number($0, 4) }))
    }

    private var keyBoxes: [UInt8] {
        guard !keys.isEmpty else { return [] }
        let names = keys.flatMap { number($0.0.utf8.count + 8, 4) + Array("mdta\($0.0)".utf8) }
        let values = keys.enumerated().flatMap { index, key in
            let data = box("data", number(1, 4) + number(0, 4) + Array(key.1.utf8))
            return number(data.count + 8, 4) + number(index + 1, 4) + data
        }
        return box(
            "meta",
            box("hdlr", number(0, 8) + Array("mdta".utf8) + number(0, 13))
                + box("keys", number(0, 4) + number(keys.count, 4) + names)
                + box("ilst", values))
    }

    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(name.utf8) + content
    }

    /// Big-endian.
    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { index in
            let shift = 8 * (count - 1 - index)
            return shift < 64 ? UInt8(truncatingIfNeeded: value >> shift) : 0
        }
    }
}
