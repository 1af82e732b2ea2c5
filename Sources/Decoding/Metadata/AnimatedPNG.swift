/// Tells an animated PNG, which libvips reads as its first frame.
enum AnimatedPNG {
    /// Whether an `acTL` chunk with more than one frame stands before the
    /// picture's data.
    static func isAnimated(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var position = 8
        // A chunk: length, type, data, checksum.
        while position <= bytes.count - 12 {
            let length = integer(in: bytes, at: position)
            let type = bytes[position + 4..<position + 8]
            if type.elementsEqual("acTL".utf8) {
                return position <= bytes.count - 16 && integer(in: bytes, at: position + 8) > 1
            }
            if type.elementsEqual("IDAT".utf8) { return false }
            position += length + 12
        }
        return false
    }

    private static func integer(in bytes: UnsafeRawBufferPointer, at position: Int) -> Int {
        bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
