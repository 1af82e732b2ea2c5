/// Dropbox's `content_hash`: SHA-256 over the SHA-256s of a file's 4 MiB
/// blocks. Two files are the same content exactly when their hashes are equal.
///
/// Source: Dropbox's "Content hash" reference.
public struct ContentHash: Hashable, Sendable {
    /// Bytes of a hash.
    public static let byteCount = 32
    /// Bytes of a block: 4 MiB.
    public static let blockSize = 4 * 1024 * 1024

    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// A hash from its 32 bytes; nil when there are not exactly 32.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var words: [UInt64] = [0, 0, 0, 0]
        for (index, byte) in bytes.enumerated() {
            words[index / 8] = words[index / 8] << 8 | UInt64(byte)
        }
        self.words = (words[0], words[1], words[2], words[3])
    }

    /// As the one above, without its price of a generic call: hashes are read
    /// and spelt for every row of a listing.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        words = bytes.withUnsafeBytes { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
            )
        }
    }

    /// A hash from 64 hexadecimal digits; nil for anything else.
    public init?(hexadecimal text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == Self.byteCount * 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(ofDigit: digits[index]),
                let low = Self.value(ofDigit: digits[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(bytes: bytes)
    }

    /// The 32 bytes, first byte first.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.byteCount) { bytes, count in
            count = Self.byteCount
            forEachByte { bytes[$0] = $1 }
        }
    }

    /// 64 lower-case hexadecimal digits, as on the wire.
    public var hexadecimal: String {
        String(unsafeUninitializedCapacity: Self.byteCount * 2) { text in
            forEachByte { index, byte in
                text[2 * index] = Self.digit(byte >> 4)
                text[2 * index + 1] = Self.digit(byte & 15)
            }
            return Self.byteCount * 2
        }
    }

    public static func == (a: ContentHash, b: ContentHash) -> Bool {
        a.words == b.words
    }

    public func hash(into hasher: inout Hasher) {
        // The value is a digest already: its first words are as good as all.
        hasher.combine(words.0)
        hasher.combine(words.1)
    }

    private func forEachByte(_ body: (Int, UInt8) -> Void) {
        var index = 0
        func visit(_ word: UInt64) {
            for shift in stride(from: 56, through: 0, by: -8) {
                body(index, UInt8(truncatingIfNeeded: word >> UInt64(shift)))
                index += 1
            }
        }
        visit(words.0)
        visit(words.1)
        visit(words.2)
        visit(words.3)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension ContentHash: CustomStringConvertible {
    public var description: String { hexadecimal }
}
