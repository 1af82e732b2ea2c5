/// Writes an answer's head as bytes.
enum ResponseHeadEncoder {
    /// How the body's end is told.
    enum Framing: Equatable {
        /// There is no body and no field about one.
        case none
        case sized(Int64)
        case chunked
        /// By the end of the connection, for HTTP/1.0.
        case close
    }

    /// Appends the head to `bytes`.
    ///
    /// - Parameter date: the whole `Date` line.
    static func encode(
        _ status: HTTPStatus, _ headers: ResponseHeaders, _ framing: Framing,
        version: HTTPVersion, keepsAlive: Bool, date: [UInt8], into bytes: inout [UInt8]
    ) {
        append("HTTP/1.1 ", to: &bytes)
        append(Int64(status.code), to: &bytes)
        append(" ", to: &bytes)
        append(status.phrase, to: &bytes)
        append("\r\n", to: &bytes)
        bytes.append(contentsOf: date)
        switch framing {
        case .none, .close: break
        case .chunked: append("Transfer-Encoding: chunked\r\n", to: &bytes)
        case .sized(let length):
            append("Content-Length: ", to: &bytes)
            append(length, to: &bytes)
            append("\r\n", to: &bytes)
        }
        if !keepsAlive {
            append("Connection: close\r\n", to: &bytes)
        } else if version == .http10 {
            append("Connection: keep-alive\r\n", to: &bytes)
        }
        bytes.append(contentsOf: headers.encoded)
        append("\r\n", to: &bytes)
    }

    /// How to frame a body for this request.
    static func framing(
        _ response: HTTPResponse, version: HTTPVersion
    ) -> Framing {
        if response.status.forbidsBody { return .none }
        switch response.body {
        case .empty: return .sized(0)
        case .bytes(let bytes): return .sized(Int64(bytes.count))
        case .file(_, let range): return .sized(Int64(range.count))
        case .stream(let length?, _): return .sized(length)
        case .stream(nil, _): return version == .http11 ? .chunked : .close
        }
    }

    /// The line before a chunk of that many bytes.
    static func appendChunkSize(_ count: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: String(count, radix: 16).utf8)
        append("\r\n", to: &bytes)
    }

    /// The `Date` line for seconds since 1970.
    static func dateLine(_ seconds: Int64) -> [UInt8] {
        Array("Date: \(HTTPDate.text(seconds))\r\n".utf8)
    }

    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(0x30 + rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}
