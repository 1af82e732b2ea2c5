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
        // One generic call and not one for each byte: every row that is read
        // has a hash.
        let words =
            bytes.withContiguousStorageIfAvailable(Self.words)
            ?? Array(bytes).withUnsafeBufferPointer(Self.words)
        guard let words else { return nil }
        self.words = words
    }

    private static func words(
        of bytes: UnsafeBufferPointer<UInt8>
    ) -> (UInt64, UInt64, UInt64, UInt64)? {
        guard bytes.count == byteCount else { return nil }
        func word(_ start: Int) -> UInt64 {
            var word: UInt64 = 0
            for index in start..<(start + 8) { word = word << 8 | UInt64(bytes[index]) }
            return word
        }
        return (word(0), word(8), word(16), word(24))
    }

    /// A hash from 64 hexadecimal digits; nil for anything else.
    public init?(hexadecimal text: some StringProtocol) {
        // One generic call and not one for each digit: requests name hundreds.
        var text = String(text)
        guard let words = text.withUTF8(Self.parsed(ofDigits:)) else { return nil }
        self.words = words
    }

    private static func parsed(
        ofDigits digits: UnsafeBufferPointer<UInt8>
    ) -> (UInt64, UInt64, UInt64, UInt64)? {
        guard digits.count == byteCount * 2 else { return nil }
        let bytes = UnsafeRawBufferPointer(digits)
        var wrong: UInt64 = 0
        func word(_ start: Int) -> UInt64 {
            let high = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            let low = bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
            return value(ofEightDigits: UInt64(bigEndian: high), &wrong) << 32
                | value(ofEightDigits: UInt64(bigEndian: low), &wrong)
        }
        let words = (word(0), word(16), word(32), word(48))
        return wrong == 0 ? words : nil
    }

    /// The number that eight hexadecimal digits spell, all at a time: digits
    /// and letters come at random, and a branch for each would be foreseen
    /// wrongly every other time.
    /// - Parameter wrong: gets a bit for each byte that is no digit.
    private static func value(ofEightDigits text: UInt64, _ wrong: inout UInt64) -> UInt64 {
        func each(_ byte: UInt64) -> UInt64 { byte * 0x0101_0101_0101_0101 }
        let ascii = text & each(0x7F)
        // With the highest bit of a byte clear, nothing is carried into the next.
        let digit = ascii ^ each(0x30)
        let isNoDigit = digit + each(0x80 - 10)
        let letter = (ascii | each(0x20)) ^ each(0x60)
        let isNoLetter = (letter + each(0x80 - 7)) | ~(letter + each(0x80 - 1))
        wrong |= (text | (isNoDigit & isNoLetter)) & each(0x80)
        var nibbles = (ascii & each(0x0F)) + 9 * (ascii >> 6 & each(1))
        nibbles = (nibbles | nibbles >> 4) & 0x00FF_00FF_00FF_00FF
        nibbles = (nibbles | nibbles >> 8) & 0x0000_FFFF_0000_FFFF
        return (nibbles | nibbles >> 16) & 0xFFFF_FFFF
    }

    /// The 32 bytes, first byte first.
    public var bytes: [UInt8] {
        let words = [words.0, words.1, words.2, words.3]
        return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { bytes, count in
            for index in 0..<Self.byteCount {
                let shift = UInt64(56 - 8 * (index % 8))
                bytes[index] = UInt8(truncatingIfNeeded: words[index / 8] >> shift)
            }
            count = Self.byteCount
        }
    }

    /// The first sixteen bytes, as two numbers: enough to tell contents apart
    /// where all would take too much memory.
    public var firstHalf: (UInt64, UInt64) { (words.0, words.1) }

    /// 64 lower-case hexadecimal digits, as on the wire.
    public var hexadecimal: String {
        let words = [words.0, words.1, words.2, words.3]
        return String(unsafeUninitializedCapacity: 2 * Self.byteCount) { digits in
            for index in 0..<(2 * Self.byteCount) {
                let nibble =
                    UInt8(truncatingIfNeeded: words[index / 16] >> UInt64(60 - 4 * (index % 16)))
                    & 15
                digits[index] =
                    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
            }
            return 2 * Self.byteCount
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
}

extension ContentHash: CustomStringConvertible {
    public var description: String { hexadecimal }
}
