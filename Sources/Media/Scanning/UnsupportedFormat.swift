/// Pictures and films of kinds that are well known and that this build
/// decodes nothing of: the user is told so, whatever the file's name.
enum UnsupportedFormat {
    /// Whether a file's first bytes are those of such a kind.
    static func matches(_ head: [UInt8]) -> Bool {
        signatures.contains { head.starts(with: $0) } || isBMP(head)
    }

    private static let signatures: [[UInt8]] = [
        // Photoshop.
        Array("8BPS".utf8),
        // JPEG 2000, as a file and as a bare codestream.
        [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
        [0xFF, 0x4F, 0xFF, 0x51],
        // Windows Media, Flash, Ogg, MPEG program streams.
        [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA],
        Array("FLV".utf8) + [1],
        Array("OggS".utf8) + [0],
        [0, 0, 1, 0xBA],
    ]

    /// `BM` alone begins many a text, so the size of the header counts too.
    private static func isBMP(_ head: [UInt8]) -> Bool {
        guard head.count > 18, head.starts(with: Array("BM".utf8)) else { return false }
        return [12, 40, 52, 56, 64, 108, 124].contains(head[14])
            && head[15..<18].allSatisfy { $0 == 0 }
    }
}
