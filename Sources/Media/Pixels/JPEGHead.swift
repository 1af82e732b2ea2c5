import Photos

/// What a JPEG's markers say of it, read without decoding.
struct JPEGHead {
    /// Baseline sequential DCT, Huffman coded, 8 bits (ITU-T T.81, SOF0).
    let isBaseline: Bool
    let size: PixelSize

    /// Nil when the bytes are no JPEG, or end before the frame header.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var position = 2
        while position + 4 <= bytes.count {
            guard bytes[position] == 0xFF else { return nil }
            let marker = bytes[position + 1]
            // Fill bytes may stand before a marker.
            if marker == 0xFF {
                position += 1
                continue
            }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard length >= 2 else { return nil }
            if Self.isFrameHeader(marker) {
                guard length >= 8, position + 2 + length <= bytes.count else { return nil }
                func number(at offset: Int) -> Int {
                    Int(bytes[position + offset]) << 8 | Int(bytes[position + offset + 1])
                }
                isBaseline = marker == 0xC0 && bytes[position + 4] == 8
                size = PixelSize(width: number(at: 7), height: number(at: 5))
                return
            }
            // A scan before its frame, or the end.
            if marker == 0xDA || marker == 0xD9 { return nil }
            position += 2 + length
        }
        return nil
    }

    /// SOF0 to SOF15 without DHT, JPG and DAC, which lie between them.
    private static func isFrameHeader(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }
}
