/// Takes the chunks of a body apart (RFC 9112, section 7.1).
///
/// Extensions and trailers are checked, bounded and dropped.
struct ChunkedDecoder: Sendable {
    /// Bytes of one chunk's extensions.
    static let extensionLimit = 256
    /// Bytes of all trailers.
    static let trailerLimit = 4 << 10

    private enum State {
        case sizeStart
        case size
        case extensions
        case sizeLineFeed
        case data
        case dataReturn
        case dataLineFeed
        case trailerStart
        case trailerName
        case trailerValue
        case trailerLineFeed
        case lastLineFeed
    }

    /// What was found.
    enum Event: Equatable {
        /// Where in the input the body's bytes are.
        case data(Range<Int>)
        case end
    }

    /// Most bytes the body may have in all.
    var limit = Int64.max
    private var state = State.sizeStart
    private var remaining: Int64 = 0
    private var total: Int64 = 0
    private var digits = 0
    private var overhead = 0

    init() {}

    /// Goes on in `input` at `offset`; nil when all of it was taken and the
    /// body goes on.
    mutating func next(
        _ input: Span<UInt8>, at offset: inout Int
    ) throws(ParseFailure) -> Event? {
        while offset < input.count {
            if state == .data {
                let count = Int(min(remaining, Int64(input.count - offset)))
                let range = offset..<offset + count
                remaining -= Int64(count)
                offset += count
                if remaining == 0 { state = .dataReturn }
                return .data(range)
            }
            let byte = input[offset]
            offset += 1
            if try take(byte) { return .end }
        }
        return nil
    }

    /// Takes a byte that is not of the body. Gives whether it was the last.
    private mutating func take(_ byte: UInt8) throws(ParseFailure) -> Bool {
        switch state {
        case .sizeStart, .size, .extensions, .sizeLineFeed: try takeOfSizeLine(byte)
        case .data: preconditionFailure("a body's byte was taken for framing")
        case .dataReturn:
            guard byte == ASCII.carriageReturn else { throw .badChunkEnd }
            state = .dataLineFeed
        case .dataLineFeed:
            guard byte == ASCII.lineFeed else { throw .badChunkEnd }
            state = .sizeStart
        case .lastLineFeed:
            guard byte == ASCII.lineFeed else { throw .badTrailer }
            return true
        case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed:
            try takeOfTrailer(byte)
        }
        return false
    }

    private mutating func takeOfSizeLine(_ byte: UInt8) throws(ParseFailure) {
        switch (state, byte) {
        case (.sizeStart, _),
            (.size, _) where ASCII.hexadecimalValue(byte) != nil:
            // Fifteen digits cannot overflow and are more than any body has.
            guard let value = ASCII.hexadecimalValue(byte), digits < 15 else {
                throw .badChunkSize
            }
            remaining = remaining << 4 | Int64(value)
            digits += 1
            state = .size
        case (.size, UInt8(ascii: ";")):
            overhead = 0
            state = .extensions
        case (.size, ASCII.carriageReturn), (.extensions, ASCII.carriageReturn):
            state = .sizeLineFeed
        case (.extensions, _):
            overhead += 1
            guard ASCII.isFieldValue(byte), overhead <= Self.extensionLimit else {
                throw .badChunkSize
            }
        case (.sizeLineFeed, ASCII.lineFeed): try beginChunk()
        default: throw .badChunkSize
        }
    }

    private mutating func beginChunk() throws(ParseFailure) {
        digits = 0
        overhead = 0
        guard remaining > 0 else {
            state = .trailerStart
            return
        }
        guard remaining <= limit - total else { throw .bodyTooLarge }
        total += remaining
        state = .data
    }

    private mutating func takeOfTrailer(_ byte: UInt8) throws(ParseFailure) {
        overhead += 1
        guard overhead <= Self.trailerLimit else { throw .badTrailer }
        switch (state, byte) {
        case (.trailerStart, ASCII.carriageReturn): state = .lastLineFeed
        case (.trailerStart, _) where ASCII.isToken(byte): state = .trailerName
        case (.trailerName, UInt8(ascii: ":")): state = .trailerValue
        case (.trailerName, _) where ASCII.isToken(byte): break
        case (.trailerValue, ASCII.carriageReturn): state = .trailerLineFeed
        case (.trailerValue, _) where ASCII.isFieldValue(byte): break
        case (.trailerLineFeed, ASCII.lineFeed): state = .trailerStart
        default: throw .badTrailer
        }
    }
}
