/// The first bytes of a file; what lies behind them reads as absent.
struct FileHead {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    func byte(at position: Int) -> UInt8? {
        bytes.indices.contains(position) ? bytes[position] : nil
    }

    /// An unsigned integer of `size` bytes, at most 4.
    func integer(at position: Int, size: Int, bigEndian: Bool) -> Int? {
        guard position >= 0, position <= bytes.count - size else { return nil }
        var value = 0
        for index in 0..<size {
            let offset = bigEndian ? index : size - 1 - index
            value = value << 8 | Int(bytes[position + offset])
        }
        return value
    }

    func has(_ signature: [UInt8], at position: Int) -> Bool {
        guard position >= 0, position <= bytes.count - signature.count else { return false }
        return bytes[position...].starts(with: signature)
    }

    func has(_ signature: StaticString, at position: Int) -> Bool {
        signature.withUTF8Buffer { has(Array($0), at: position) }
    }
}
