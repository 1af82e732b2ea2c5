internal import CCurl
internal import Glibc

/// One exchange on the engine's thread, with its handle of libcurl's.
final class Transfer {
    let exchange: Exchange
    let easy: UnsafeMutableRawPointer
    private let began: Int64
    private var lastByte: Int64
    private var fields: UnsafeMutablePointer<curl_slist>?
    private let reason: UnsafeMutablePointer<CChar>
    private var head: ResponseHead?
    private var hasDeliveredHead = false
    private var isReceivingPaused = false
    private var isSendingPaused = false

    init(_ exchange: Exchange, _ easy: UnsafeMutableRawPointer, now: Int64) {
        self.exchange = exchange
        self.easy = easy
        began = now
        lastByte = now
        reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
        reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    /// Frees what libcurl was lent; the handle is the loop's.
    func release() {
        carousel_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, nil)
        curl_slist_free_all(fields)
        fields = nil
        reason.deallocate()
    }

    /// When it has taken too long, and by which limit; nil while it is this
    /// side that is not ready.
    var deadline: (at: Int64, limit: TransportError.TimeLimit)? {
        let limits = exchange.request.limits
        let whole = limits.whole.map { began + $0.milliseconds }
        guard !isReceivingPaused, !isSendingPaused else { return whole.map { ($0, .whole) } }
        let silence = lastByte + limits.silence.milliseconds
        if let whole, whole < silence { return (whole, .whole) }
        return (silence, .silence)
    }

    /// Lets libcurl go on where it paused.
    func goOn(receiving: Bool) {
        if receiving { isReceivingPaused = false } else { isSendingPaused = false }
        lastByte = MonotonicClock.now
        curl_easy_pause(
            easy, (isReceivingPaused ? CURLPAUSE_RECV : 0) | (isSendingPaused ? CURLPAUSE_SEND : 0))
    }

    // MARK: What libcurl calls

    /// A line of a head. Heads of 1xx answers come before the one that counts.
    func take(headerLine bytes: UnsafeRawBufferPointer) {
        lastByte = MonotonicClock.now
        // After the head these are trailers.
        guard !hasDeliveredHead else { return }
        let line = String(decoding: bytes, as: UTF8.self)
            .trimmingSuffix { $0 == "\r\n" || $0 == "\r" || $0 == "\n" }
        if line.hasPrefix("HTTP/") {
            let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            head = ResponseHead(status: status ?? 0)
        } else if line.isEmpty {
            guard let head, head.status >= 200 else { return }
            hasDeliveredHead = true
            exchange.deliver(head)
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            head?.fields.append(HeaderField(String(line[..<colon]), String(value)))
        }
    }

    /// Bytes of the body; false pauses.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lastByte = MonotonicClock.now
        isReceivingPaused = !exchange.deliver(bytes)
        return !isReceivingPaused
    }

    /// Bytes to send; nil pauses.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        lastByte = MonotonicClock.now
        let count = exchange.takeOutgoing(into: buffer)
        isSendingPaused = count == nil
        return count
    }

    // MARK: Preparing

    func prepare(_ configuration: TransportConfiguration) {
        let request = exchange.request
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_BUFFERSIZE, 128 << 10)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(request.limits.connecting.milliseconds))
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_URL, request.url)
        set(CURLOPT_USERAGENT, configuration.userAgent)
        if case .certificates(let file) = configuration.trust {
            set(CURLOPT_CAINFO, file)
            carousel_curl_set_text(easy, CURLOPT_CAPATH, nil)
        }
        switch configuration.proxy {
        case .environment: break
        case .none: set(CURLOPT_PROXY, "")
        case .address(let address): set(CURLOPT_PROXY, address)
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        carousel_curl_set_pointer(easy, CURLOPT_PRIVATE, context)
        carousel_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, reason)
        carousel_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        carousel_curl_set_callback(easy, CURLOPT_WRITEFUNCTION, takeBody)
        carousel_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        carousel_curl_set_callback(easy, CURLOPT_HEADERFUNCTION, takeHeaderLine)
        prepareBody(request, context)
    }

    private func prepareBody(_ request: OutgoingRequest, _ context: UnsafeMutableRawPointer) {
        var lines = request.fields.map { field in
            field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        switch request.method {
        case .get: break
        case .head: set(CURLOPT_NOBODY, 1)
        case .post:
            set(CURLOPT_POST, 1)
            // A server that waits to be asked costs a second a request.
            lines.append("Expect:")
            // libcurl would call everything a form.
            if !request.fields.contains(where: { $0.name.lowercased() == "content-type" }) {
                lines.append("Content-Type:")
            }
        }
        switch request.body {
        case .none:
            if request.method == .post { setBytes([]) }
        case .bytes(let bytes): setBytes(bytes)
        case .stream(let length, _):
            set(CURLOPT_UPLOAD_BUFFERSIZE, 256 << 10)
            carousel_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(length ?? -1))
            if length == nil { lines.append("Transfer-Encoding: chunked") }
            carousel_curl_set_pointer(easy, CURLOPT_READDATA, context)
            carousel_curl_set_callback(easy, CURLOPT_READFUNCTION, fillBody)
        }
        for line in lines { fields = curl_slist_append(fields, line) }
        carousel_curl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
    }

    private func setBytes(_ bytes: [UInt8]) {
        carousel_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
        // Copied, so that libcurl can send it again on another connection. A
        // null pointer would stand for a stream.
        let copied = bytes.isEmpty ? [0] : bytes
        copied.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = carousel_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, start)
        }
    }

    private func set(_ option: CURLoption, _ value: Int) {
        carousel_curl_set_long(easy, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) {
        carousel_curl_set_text(easy, option, value)
    }

    // MARK: Failing

    /// What a result of libcurl's means, in its own words.
    func error(of code: CURLcode) -> TransportError {
        let said = String(cString: reason)
        let words = said.isEmpty ? String(cString: curl_easy_strerror(code)) : said
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
            CURLE_PROXY, CURLE_INTERFACE_FAILED:
            .unreachable(words)
        case CURLE_OPERATION_TIMEDOUT: .timedOut(.connecting)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            .notTrusted(words)
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING,
            CURLE_SEND_FAIL_REWIND, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            .cut(words)
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
            // The latter is also what a reply that is not HTTP comes to.
            head == nil && code == CURLE_URL_MALFORMAT ? .badRequest(words) : .badReply(words)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_TOO_MANY_REDIRECTS:
            .badReply(words)
        case CURLE_OUT_OF_MEMORY: .system(words)
        default: .cut(words)
        }
    }
}

private func takeBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let isTaken = transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return isTaken ? size * count : Int(CURL_WRITEFUNC_PAUSE)
}

private func takeHeaderLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        .take(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}

private func fillBody(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return Int(CURL_READFUNC_ABORT) }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let filled = transfer.fill(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    return filled ?? Int(CURL_READFUNC_PAUSE)
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return String(text)
    }
}
