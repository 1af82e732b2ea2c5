/// What the fields say that decide where a request ends and what becomes of
/// its connection.
struct FramingFields: Sendable {
    private var contentLength: Int64?
    private var isChunked = false
    private var host: Range<Int>?
    private var hostBytes: [UInt8] = []
    private var asksToClose = false
    private var asksToStay = false
    private(set) var expectsContinue = false

    /// Looks at one field.
    mutating func take(
        _ field: RequestHeaders.Field, of bytes: [UInt8]
    ) throws(ParseFailure) {
        let nameStart = Int(field.nameStart)
        let valueStart = Int(field.valueStart)
        let name = bytes[nameStart..<nameStart + Int(field.nameCount)]
        let value = bytes[valueStart..<valueStart + Int(field.valueCount)]
        // The lengths sort out nearly all other names at once.
        switch name.count {
        case 4 where Self.equals(name, "host"): try takeHost(value)
        case 6 where Self.equals(name, "expect"):
            guard Self.equals(value, "100-continue") else { throw .unknownExpectation }
            expectsContinue = true
        case 10 where Self.equals(name, "connection"): takeConnection(value)
        case 14 where Self.equals(name, "content-length"): try takeLength(value)
        case 17 where Self.equals(name, "transfer-encoding"): try takeCoding(value)
        default: break
        }
    }

    /// The checks that need all fields.
    func check(_ line: RequestLine) throws(ParseFailure) {
        if isChunked {
            guard contentLength == nil else { throw .lengthAndCoding }
            guard line.version == .http11 else { throw .codingInHTTP10 }
        }
        guard host != nil else {
            if line.version == .http11 { throw .missingHost }
            return
        }
        if let authority = line.authority, authority != hostBytes { throw .hostMismatch }
    }

    var body: RequestHead.Framing {
        if isChunked { return .chunked }
        guard let contentLength, contentLength > 0 else { return .none }
        return .sized(contentLength)
    }

    func keepsAlive(_ version: HTTPVersion) -> Bool {
        version == .http11 ? !asksToClose : asksToStay && !asksToClose
    }

    private mutating func takeHost(_ value: ArraySlice<UInt8>) throws(ParseFailure) {
        guard host == nil else { throw .repeatedHost }
        guard TargetSyntax.isAuthority(value) else { throw .badHost }
        host = value.indices
        hostBytes = value.map(ASCII.lowercased)
    }

    private mutating func takeLength(_ value: ArraySlice<UInt8>) throws(ParseFailure) {
        guard contentLength == nil else { throw .repeatedContentLength }
        guard !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .badContentLength
        }
        var length: Int64 = 0
        for digit in value {
            guard length < Int64.max / 100 else { throw .bodyTooLarge }
            length = length * 10 + Int64(digit - 0x30)
        }
        contentLength = length
    }

    private mutating func takeCoding(_ value: ArraySlice<UInt8>) throws(ParseFailure) {
        guard !isChunked else { throw .repeatedTransferEncoding }
        guard Self.equals(value, "chunked") else { throw .unknownTransferEncoding }
        isChunked = true
    }

    private mutating func takeConnection(_ value: ArraySlice<UInt8>) {
        for option in value.split(separator: UInt8(ascii: ",")) {
            let word = option.drop { $0 == ASCII.space || $0 == ASCII.tab }
                .prefix { $0 != ASCII.space && $0 != ASCII.tab }
            if Self.equals(word, "close") { asksToClose = true }
            if Self.equals(word, "keep-alive") { asksToStay = true }
        }
    }

    private static func equals(_ bytes: ArraySlice<UInt8>, _ small: StaticString) -> Bool {
        guard bytes.count == small.utf8CodeUnitCount else { return false }
        return small.withUTF8Buffer { bytes.lazy.map(ASCII.lowercased).elementsEqual($0) }
    }
}
