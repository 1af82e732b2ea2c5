/// Reads a request's head as its bytes come in.
///
/// Each check happens at one definite byte, so the outcome does not depend
/// on how the bytes were cut into pieces. Source: RFC 9112, sections 2 to 5,
/// with every leniency towards the sender left out.
struct HeadParser {
    let limits: ParserLimits
    /// The head so far.
    private var bytes: [UInt8] = []
    private var scanned = 0
    private var lineStart = 0
    private var sawCarriageReturn = false
    private var sawBlankLine = false
    private var line: RequestLine?
    private var fields: [RequestHeaders.Field] = []
    private var framing = FramingFields()

    init(limits: ParserLimits) {
        self.limits = limits
    }

    /// Whether no byte of a request has come; the one blank line that may
    /// stand before a request does not count.
    var isEmpty: Bool { bytes.isEmpty }

    /// Takes bytes of `input` from `offset` on; moves `offset` behind what
    /// it took. Gives the head when it is complete, and is then as new.
    mutating func next(
        _ input: Span<UInt8>, at offset: inout Int
    ) throws(ParseFailure) -> RequestHead? {
        let taken = min(limits.headSize - bytes.count, input.count - offset)
        guard taken > 0 else { return nil }
        let part = input.extracting(offset..<offset + taken)
        bytes.reserveCapacity(bytes.count + taken)
        part.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        offset += taken
        while let lineEnd = try scanToLineEnd() {
            if try take(lineEnd) {
                offset -= bytes.count - scanned
                return try finish()
            }
        }
        guard bytes.count < limits.headSize else {
            throw line == nil ? .targetTooLong : .headTooLarge
        }
        return nil
    }

    /// Looks at the bytes not yet seen up to the end of a line; nil when
    /// there is none yet.
    private mutating func scanToLineEnd() throws(ParseFailure) -> Int? {
        let (position, outcome) = Self.scan(bytes.span, from: scanned, sawCarriageReturn)
        scanned = position
        switch outcome {
        case .lineEnd:
            sawCarriageReturn = false
            return position - 2
        case .unfinished(let afterReturn):
            sawCarriageReturn = afterReturn
            return nil
        case .failure(let failure): throw failure
        }
    }

    private enum Scan {
        case lineEnd
        case unfinished(afterReturn: Bool)
        case failure(ParseFailure)
    }

    private static func scan(
        _ bytes: Span<UInt8>, from start: Int, _ sawCarriageReturn: Bool
    ) -> (position: Int, Scan) {
        var afterReturn = sawCarriageReturn
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if afterReturn {
                guard byte == ASCII.lineFeed else {
                    return (position, .failure(.bareCarriageReturn))
                }
                return (position, .lineEnd)
            }
            if byte >= 0x20 && byte != 0x7F { continue }
            switch byte {
            case ASCII.carriageReturn: afterReturn = true
            case ASCII.lineFeed: return (position, .failure(.bareLineFeed))
            case ASCII.tab: break
            default: return (position, .failure(.controlCharacter))
            }
        }
        return (position, .unfinished(afterReturn: afterReturn))
    }

    /// Takes in the line that ends at `end`. Gives whether it was the last.
    private mutating func take(_ end: Int) throws(ParseFailure) -> Bool {
        let range = lineStart..<end
        lineStart = scanned
        guard line != nil else {
            if range.isEmpty, !sawBlankLine {
                sawBlankLine = true
                bytes.removeFirst(scanned)
                scanned = 0
                lineStart = 0
                return false
            }
            line = try RequestLine(bytes, in: range, limits: limits)
            return false
        }
        guard !range.isEmpty else { return true }
        guard fields.count < limits.headerCount else { throw .tooManyHeaders }
        let field = try Self.field(bytes, in: range)
        try framing.take(field, of: bytes)
        fields.append(field)
        return false
    }

    private static func field(
        _ bytes: [UInt8], in range: Range<Int>
    ) throws(ParseFailure) -> RequestHeaders.Field {
        let first = bytes[range.lowerBound]
        guard first != ASCII.space, first != ASCII.tab else { throw .foldedLine }
        var colon = range.lowerBound
        while colon < range.upperBound, ASCII.isToken(bytes[colon]) { colon += 1 }
        guard colon > range.lowerBound, colon < range.upperBound,
            bytes[colon] == UInt8(ascii: ":")
        else { throw .badFieldName }
        var start = colon + 1
        var end = range.upperBound
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        return RequestHeaders.Field(
            nameStart: UInt16(range.lowerBound), nameCount: UInt16(colon - range.lowerBound),
            valueStart: UInt16(start), valueCount: UInt16(end - start))
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == ASCII.tab
    }

    private mutating func finish() throws(ParseFailure) -> RequestHead {
        guard let line else { preconditionFailure("a head ends behind its request line") }
        try framing.check(line)
        bytes.removeLast(bytes.count - scanned)
        let head = RequestHead(
            method: line.method, version: line.version, target: line.target,
            headers: RequestHeaders(bytes: bytes, fields: fields), framing: framing.body,
            keepsAlive: framing.keepsAlive(line.version),
            expectsContinue: framing.expectsContinue && line.version == .http11)
        self = HeadParser(limits: limits)
        return head
    }
}
