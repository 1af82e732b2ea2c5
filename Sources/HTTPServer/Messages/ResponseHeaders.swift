/// The header fields of an answer, in the order they were added.
///
/// The server itself writes `Date`, `Content-Length`, `Transfer-Encoding` and
/// `Connection`; adding one of these is a programming error.
public struct ResponseHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The fields as they go over the wire, each with its line end.
    private(set) var encoded: [UInt8] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// Adds a field; one of the same name stays.
    ///
    /// Control characters in the value become blanks (RFC 9110, section
    /// 5.5), so that no value can smuggle in a line.
    ///
    /// - Precondition: `name` is a token, and not one the server writes.
    public mutating func add(_ name: String, _ value: String) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy(ASCII.isToken), "not a field name: \(name)")
        precondition(!Self.isReserved(name), "the server itself writes \(name)")
        encoded.append(contentsOf: name.utf8)
        encoded.append(UInt8(ascii: ":"))
        encoded.append(ASCII.space)
        for byte in value.utf8 {
            encoded.append(ASCII.isFieldValue(byte) ? byte : ASCII.space)
        }
        encoded.append(ASCII.carriageReturn)
        encoded.append(ASCII.lineFeed)
    }

    /// The value of the first field of that name.
    public subscript(name: String) -> String? {
        let wanted = name.utf8.map(ASCII.lowercased)
        for line in encoded.split(separator: ASCII.lineFeed) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                line[..<colon].lazy.map(ASCII.lowercased).elementsEqual(wanted)
            else { continue }
            return String(decoding: line[(colon + 2)...].dropLast(), as: UTF8.self)
        }
        return nil
    }

    private static func isReserved(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: name.lowercased() == "date"
        case 10: name.lowercased() == "connection"
        case 14: name.lowercased() == "content-length"
        case 17: name.lowercased() == "transfer-encoding"
        default: false
        }
    }
}
