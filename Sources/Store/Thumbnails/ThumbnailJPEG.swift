/// What the bytes of a JPEG say of themselves, as far as storing them needs.
/// Sources: ITU-T T.81, annex B.
enum ThumbnailJPEG {
    /// Whether the bytes begin and end as a JPEG does: a page lost or mixed up
    /// by the disk rarely leaves both.
    static func isWhole(_ bytes: [UInt8]) -> Bool {
        bytes.count > 4 && bytes[0] == 0xFF && bytes[1] == 0xD8
            && bytes[bytes.count - 2] == 0xFF && bytes[bytes.count - 1] == 0xD9
    }

    /// Width and height by the frame header; nil for what is no whole JPEG.
    static func dimensions(of bytes: [UInt8]) -> (Int, Int)? {
        guard isWhole(bytes) else { return nil }
        func number(_ index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }
        var index = 2
        // Marker and length of a segment, then what it holds.
        while index + 4 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            switch marker {
            case 0xFF:
                // A marker may have any number of these before it.
                index += 1
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard index + 9 <= bytes.count - 2 else { return nil }
                return (number(index + 7), number(index + 5))
            case 0xD0...0xDA:
                // The picture begins, or ends, without a frame.
                return nil
            default:
                index += 2 + number(index + 2)
            }
        }
        return nil
    }
}
