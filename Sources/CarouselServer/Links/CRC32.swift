/// The checksum of ZIP: the polynomial 0xEDB88320, bits reflected, taken eight
/// bytes at a time.
struct CRC32 {
    private var state: UInt32 = .max

    /// Of all bytes so far.
    var value: UInt32 { ~state }

    mutating func update(_ bytes: [UInt8]) {
        var state = state
        bytes.withUnsafeBytes { bytes in
            var index = 0
            Self.tables.withUnsafeBufferPointer { tables in
                while index + 8 <= bytes.count {
                    let word = UInt64(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                    let mixed = word ^ UInt64(state)
                    state = 0
                    for byte in 0..<8 {
                        state ^= tables[(7 - byte) << 8 | Int(mixed >> UInt64(8 * byte) & 255)]
                    }
                    index += 8
                }
                while index < bytes.count {
                    state =
                        state >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])]
                    index += 1
                }
            }
        }
        self.state = state
    }

    /// Eight tables of 256: how a byte acts so many bytes further on.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
            tables[byte] = value
        }
        for byte in 0..<256 {
            for table in 1..<8 {
                let before = tables[(table - 1) << 8 | byte]
                tables[table << 8 | byte] = before >> 8 ^ tables[Int(before & 255)]
            }
        }
        return tables
    }()
}
