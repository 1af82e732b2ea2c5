/// The first line of a request: `GET /path?query HTTP/1.1`.
struct RequestLine: Sendable {
    let method: HTTPMethod
    let version: HTTPVersion
    let target: RequestTarget
    /// The authority of a target in absolute form, in small letters.
    let authority: [UInt8]?

    /// Reads the line that `range` of `bytes` holds, without its line end.
    init(_ bytes: [UInt8], in range: Range<Int>, limits: ParserLimits) throws(ParseFailure) {
        let line = bytes[range]
        guard let first = line.firstIndex(of: ASCII.space),
            let last = line.lastIndex(of: ASCII.space), first < last,
            first > range.lowerBound, line[..<first].allSatisfy(ASCII.isToken)
        else { throw .badRequestLine }
        let name = line[..<first]
        let target = line[(first + 1)..<last]
        version = try Self.version(line[(last + 1)...])
        guard !target.isEmpty, !target.contains(where: { $0 <= ASCII.space || $0 >= 0x7F })
        else { throw .badRequestLine }
        guard target.count <= limits.targetSize else { throw .targetTooLong }
        guard let method = Self.method(name) else { throw .unknownMethod }
        self.method = method
        (self.target, authority) = try TargetSyntax.parse(target, for: method)
    }

    private static func method(_ name: ArraySlice<UInt8>) -> HTTPMethod? {
        for method in HTTPMethod.allCases where name.elementsEqual(method.rawValue.utf8) {
            return method
        }
        return nil
    }

    private static func version(_ text: ArraySlice<UInt8>) throws(ParseFailure) -> HTTPVersion {
        let digits: ClosedRange<UInt8> = 0x30...0x39
        let start = text.startIndex
        guard text.count == 8, text.starts(with: "HTTP/".utf8), digits.contains(text[start + 5]),
            text[start + 6] == UInt8(ascii: "."), digits.contains(text[start + 7])
        else { throw .badRequestLine }
        switch (text[start + 5], text[start + 7]) {
        case (0x31, 0x31): return .http11
        case (0x31, 0x30): return .http10
        default: throw .versionNotSupported
        }
    }
}
