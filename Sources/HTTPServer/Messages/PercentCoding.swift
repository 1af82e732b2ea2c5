/// Percent-encoding (RFC 3986, section 2.1) of paths and queries.
public enum PercentCoding {
    /// The pairs of a query or of an `application/x-www-form-urlencoded`
    /// body, decoded, in order; `+` is a blank, bad escapes stay as they
    /// are, and what is not UTF-8 becomes U+FFFD.
    public static func pairs(of text: String) -> [(name: String, value: String)] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (
                decoded(parts[0], plusIsBlank: true),
                parts.count == 2 ? decoded(parts[1], plusIsBlank: true) : ""
            )
        }
    }

    /// The decoded bytes of the first value of that name among such pairs.
    static func value(of name: String, in text: String) -> [UInt8]? {
        for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard decoded(parts[0], plusIsBlank: true) == name else { continue }
            return parts.count == 2 ? decodedBytes(parts[1], plusIsBlank: true) : []
        }
        return nil
    }

    /// The decoded parts of a path between its slashes.
    static func segments(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { decoded($0, plusIsBlank: false) }
    }

    /// The text that the escapes stand for.
    static func decoded(_ bytes: Substring.UTF8View, plusIsBlank: Bool) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(Substring(bytes))
        }
        return String(decoding: decodedBytes(bytes, plusIsBlank: plusIsBlank), as: UTF8.self)
    }

    private static func decodedBytes(
        _ bytes: Substring.UTF8View, plusIsBlank: Bool
    ) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            index = bytes.index(after: index)
            if byte == UInt8(ascii: "%"), let value = escape(in: bytes, at: index) {
                plain.append(value)
                index = bytes.index(index, offsetBy: 2)
            } else {
                plain.append(plusIsBlank && byte == UInt8(ascii: "+") ? ASCII.space : byte)
            }
        }
        return plain
    }

    private static func escape(
        in bytes: Substring.UTF8View, at index: Substring.UTF8View.Index
    ) -> UInt8? {
        guard let second = bytes.index(index, offsetBy: 1, limitedBy: bytes.endIndex),
            second != bytes.endIndex,
            let high = ASCII.hexadecimalValue(bytes[index]),
            let low = ASCII.hexadecimalValue(bytes[second])
        else { return nil }
        return high << 4 | low
    }
}
