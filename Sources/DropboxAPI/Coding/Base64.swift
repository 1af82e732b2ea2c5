/// Base64 with padding (RFC 4648, section 4), as binary is spelt on the wire.
public enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// Spells bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(buffer >> bits) & 63])
            }
        }
        if bits > 0 { text.append(alphabet[Int(buffer << (6 - bits)) & 63]) }
        while text.count % 4 != 0 { text.append(padding) }
        return text
    }

    /// Nil for other characters, other lengths, and spare bits that are not
    /// zero: every value has one spelling.
    public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        var paddings = 0
        for character in text {
            if character == padding {
                paddings += 1
                continue
            }
            guard paddings == 0, let value = value(of: character) else { return nil }
            buffer = buffer << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        guard bits < 6, paddings * 2 == bits, buffer & ((1 << bits) - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

/// Bytes on the wire: base64.
public struct WireBytes: Hashable, Sendable, WireEncodable, WireDecodable {
    public var bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        let text = try String(json: json, at: place)
        guard let bytes = Base64.decode(text.utf8) else {
            throw WireError(place: place, reason: .invalid("is not base64"))
        }
        self.bytes = bytes
    }

    public func write(to writer: inout JSONWriter) { writer.plainString(Base64.encode(bytes)) }
}
