/// The forms of a request's target (RFC 9112, section 3.2).
enum TargetSyntax {
    /// Reads a target of visible characters. The authority is that of the
    /// absolute form, in small letters.
    static func parse(
        _ target: ArraySlice<UInt8>, for method: HTTPMethod
    ) throws(ParseFailure) -> (RequestTarget, authority: [UInt8]?) {
        if target.first == UInt8(ascii: "/") { return (try origin(target), nil) }
        if target.elementsEqual("*".utf8), method == .options {
            return (RequestTarget(rawPath: "*", rawQuery: nil), nil)
        }
        for scheme in ["http://", "https://"]
        where target.prefix(scheme.utf8.count).lazy.map(ASCII.lowercased)
            .elementsEqual(scheme.utf8)
        {
            let rest = target.dropFirst(scheme.utf8.count)
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
            let authority = rest[..<(end ?? rest.endIndex)]
            guard isAuthority(authority) else { throw .badHost }
            var path = rest[authority.endIndex...]
            if path.first != UInt8(ascii: "/") {
                path.insert(UInt8(ascii: "/"), at: path.startIndex)
            }
            return (try origin(path), authority.map(ASCII.lowercased))
        }
        throw .badTarget
    }

    /// Whether these bytes are a host with or without a port. No user name,
    /// no escapes.
    static func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
        var host = text
        if let colon = text.lastIndex(of: UInt8(ascii: ":")),
            text[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
        {
            guard text.endIndex - colon <= 6 else { return false }
            host = text[..<colon]
        }
        guard let first = host.first else { return false }
        if first == UInt8(ascii: "[") {
            return host.last == UInt8(ascii: "]")
                && host.dropFirst().dropLast().allSatisfy {
                    ASCII.hexadecimalValue($0) != nil || $0 == UInt8(ascii: ":")
                        || $0 == UInt8(ascii: ".")
                }
        }
        return host.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
            default: false
            }
        }
    }

    private static func origin(_ target: ArraySlice<UInt8>) throws(ParseFailure) -> RequestTarget {
        let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        let path = target[..<mark]
        let query = target[mark...].dropFirst()
        try checkPath(path)
        try checkQuery(query)
        return RequestTarget(
            rawPath: String(decoding: path, as: UTF8.self),
            rawQuery: mark == target.endIndex ? nil : String(decoding: query, as: UTF8.self))
    }

    private static func checkPath(_ path: ArraySlice<UInt8>) throws(ParseFailure) {
        var hasEscape = false
        var position = path.startIndex
        while position < path.endIndex {
            switch path[position] {
            case UInt8(ascii: "%"):
                hasEscape = true
                let value = try escape(in: path, at: &position)
                if value == UInt8(ascii: "/") { throw .encodedSlash }
                continue
            // What RFC 3986 gives no place in a path.
            case 0x22, 0x23, 0x3C, 0x3E, 0x5B...0x5E, 0x60, 0x7B...0x7D: throw .badTarget
            default: position += 1
            }
        }
        if hasEscape {
            for part in path.split(separator: UInt8(ascii: "/")) where part.contains(0x25) {
                guard let text = String(validating: unescaped(part), as: UTF8.self) else {
                    throw .notUTF8
                }
                if text == "." || text == ".." { throw .dotSegment }
            }
        }
        if hasDotSegment(path) { throw .dotSegment }
    }

    /// Whether a part between slashes is `.` or `..`.
    private static func hasDotSegment(_ path: ArraySlice<UInt8>) -> Bool {
        // Of the part so far; 3 when it can be neither any more.
        var dots = 0
        for byte in path {
            switch byte {
            case UInt8(ascii: "/"):
                if dots == 1 || dots == 2 { return true }
                dots = 0
            case UInt8(ascii: "."): dots = min(3, dots + 1)
            default: dots = 3
            }
        }
        return dots == 1 || dots == 2
    }

    private static func checkQuery(_ query: ArraySlice<UInt8>) throws(ParseFailure) {
        var position = query.startIndex
        while position < query.endIndex {
            switch query[position] {
            case UInt8(ascii: "%"): _ = try escape(in: query, at: &position)
            case 0x22, 0x23, 0x3C, 0x3E: throw .badTarget
            default: position += 1
            }
        }
    }

    /// The byte that the escape at `position` stands for; moves behind it.
    private static func escape(
        in text: ArraySlice<UInt8>, at position: inout Int
    ) throws(ParseFailure) -> UInt8 {
        guard position + 2 < text.endIndex,
            let high = ASCII.hexadecimalValue(text[position + 1]),
            let low = ASCII.hexadecimalValue(text[position + 2])
        else { throw .badTarget }
        let value = high << 4 | low
        guard value != 0 else { throw .encodedNUL }
        position += 3
        return value
    }

    private static func unescaped(_ part: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        var position = part.startIndex
        while position < part.endIndex {
            if part[position] == UInt8(ascii: "%"),
                let high = ASCII.hexadecimalValue(part[position + 1]),
                let low = ASCII.hexadecimalValue(part[position + 2])
            {
                plain.append(high << 4 | low)
                position += 3
            } else {
                plain.append(part[position])
                position += 1
            }
        }
        return plain
    }
}
