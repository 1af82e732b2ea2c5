/// Takes a connection's bytes apart into requests.
///
/// A pure state machine: bytes in, events out. Every request gives `.head`,
/// any number of `.body`, and `.end`. After a failure it must not be asked
/// again.
struct RequestParser {
    /// What was found next.
    enum Event {
        case head(RequestHead)
        /// Where in the input bytes of the body are; never empty.
        case body(Range<Int>)
        case end
    }

    private enum State {
        case head
        case sized(remaining: Int64)
        case chunked(ChunkedDecoder)
        case failed
    }

    private var state = State.head
    private var head: HeadParser

    init(limits: ParserLimits) {
        head = HeadParser(limits: limits)
    }

    /// Whether a head has begun and is not complete.
    var isInsideHead: Bool {
        guard case .head = state else { return false }
        return !head.isEmpty
    }

    /// Whether a body has begun and is not complete.
    var isInsideBody: Bool {
        switch state {
        case .sized, .chunked: true
        case .head, .failed: false
        }
    }

    /// The bytes of the body still to come; nil when it comes in chunks.
    var bodyLeft: Int64? {
        switch state {
        case .sized(let remaining): remaining
        case .chunked: nil
        case .head, .failed: 0
        }
    }

    /// Bounds the body of the request whose head was given last, as its
    /// route wants it.
    mutating func limitBody(to limit: Int64) throws(ParseFailure) {
        switch state {
        case .sized(let remaining) where remaining > limit:
            state = .failed
            throw .bodyTooLarge
        case .chunked(var decoder):
            decoder.limit = limit
            state = .chunked(decoder)
        default: break
        }
    }

    /// Goes on in `input` at `offset`; nil when all of it was taken and more
    /// is needed.
    mutating func next(
        _ input: Span<UInt8>, at offset: inout Int
    ) throws(ParseFailure) -> Event? {
        do {
            switch state {
            case .head: return try nextOfHead(input, at: &offset)
            case .sized(let remaining):
                return nextOfSized(remaining, input, at: &offset)
            case .chunked(var decoder):
                defer { if case .chunked = state { state = .chunked(decoder) } }
                switch try decoder.next(input, at: &offset) {
                case .data(let range): return .body(range)
                case .end:
                    state = .head
                    return .end
                case nil: return nil
                }
            case .failed: preconditionFailure("a failed parser was asked again")
            }
        } catch {
            state = .failed
            throw error
        }
    }

    private mutating func nextOfHead(
        _ input: Span<UInt8>, at offset: inout Int
    ) throws(ParseFailure) -> Event? {
        guard let found = try head.next(input, at: &offset) else { return nil }
        switch found.framing {
        case .none: state = .sized(remaining: 0)
        case .sized(let length): state = .sized(remaining: length)
        case .chunked: state = .chunked(ChunkedDecoder())
        }
        return .head(found)
    }

    private mutating func nextOfSized(
        _ remaining: Int64, _ input: Span<UInt8>, at offset: inout Int
    ) -> Event? {
        guard remaining > 0 else {
            state = .head
            return .end
        }
        let count = Int(min(remaining, Int64(input.count - offset)))
        guard count > 0 else { return nil }
        let range = offset..<offset + count
        offset += count
        state = .sized(remaining: remaining - Int64(count))
        return .body(range)
    }
}
