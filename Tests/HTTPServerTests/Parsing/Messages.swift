@testable import HTTPServer

/// Requests well-formed and malformed, with what has to come of them.
enum Messages {
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n"
    private static let post = "POST /up HTTP/1.1\r\nHost: x\r\n"
    private static let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"

    /// Streams of whole requests.
    static let good: [String] = [
        get + "\r\n",
        "\r\n" + get + "\r\n",
        get + "\r\n" + get + "\r\n",
        get + "\r\n\r\n" + get + "\r\n",
        "GET /a/b%20c?d=e%2F&f HTTP/1.1\r\nHOST: Example.org:8080\r\nX:\r\nY: \t a b\t \r\n\r\n",
        "GET http://x/p?q HTTP/1.1\r\nHost: X\r\n\r\n",
        "GET HTTPS://x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        get + "Connection: Foo, Close\r\n\r\n",
        get + "X: \u{E9}\r\n\r\n",
        post + "Content-Length: 0\r\n\r\n",
        post + "content-length:5\r\n\r\nhello" + get + "\r\n",
        post + "Content-Length: 0005\r\nExpect: 100-Continue\r\n\r\nhello",
        chunked + "0\r\n\r\n",
        chunked + "5\r\nhello\r\nA\r\n0123456789\r\n0\r\n\r\n" + get + "\r\n",
        chunked + "5;a=b; c=\"d\"\r\nhello\r\n000\r\nT: v\r\nU:\r\n\r\n",
        "PUT /x HTTP/1.1\r\nHost: x\r\ntransfer-encoding: CHUNKED\r\n\r\n1\r\n\n\r\n0\r\n\r\n",
    ]

    /// Malformed requests.
    static let bad: [(String, ParseFailure)] = lines + targets + fields + framing + chunks

    private static let lines: [(String, ParseFailure)] = [
        ("\u{16}\u{03}\u{01}", .controlCharacter),
        ("GET / HTTP/1.1\nHost: x\n\n", .bareLineFeed),
        ("GET / HTTP/1.1\r\rHost", .bareCarriageReturn),
        ("GET / HTTP/1.1\rHost: x\r\n", .bareCarriageReturn),
        ("GET /\u{0} HTTP/1.1\r\n", .controlCharacter),
        ("GET /\r\n", .badRequestLine),
        ("GET\r\n", .badRequestLine),
        ("\r\n\r\n", .badRequestLine),
        (" GET / HTTP/1.1\r\n", .badRequestLine),
        ("GET  / HTTP/1.1\r\n", .badRequestLine),
        ("GET /  HTTP/1.1\r\n", .badRequestLine),
        ("GET / HTTP/1.1 \r\n", .badRequestLine),
        ("GET\t/ HTTP/1.1\r\n", .badRequestLine),
        ("GET /a b HTTP/1.1\r\n", .badRequestLine),
        ("GET /\u{E9} HTTP/1.1\r\n", .badRequestLine),
        ("GE(T / HTTP/1.1\r\n", .badRequestLine),
        ("GET / HTTP/11\r\n", .badRequestLine),
        ("GET / http/1.1\r\n", .badRequestLine),
        ("GET / HTTP/1.x\r\n", .badRequestLine),
        ("GET / HTTP/2.0\r\n", .versionNotSupported),
        ("GET / HTTP/1.2\r\n", .versionNotSupported),
        ("GET / HTTP/0.9\r\n", .versionNotSupported),
        ("PRI * HTTP/2.0\r\n\r\n", .versionNotSupported),
        ("get / HTTP/1.1\r\n", .unknownMethod),
        ("BREW / HTTP/1.1\r\n", .unknownMethod),
        ("CONNECT x:1 HTTP/1.1\r\n", .unknownMethod),
        ("TRACE / HTTP/1.1\r\n", .unknownMethod),
    ]

    private static let targets: [(String, ParseFailure)] = [
        ("GET a HTTP/1.1\r\n", .badTarget),
        ("GET * HTTP/1.1\r\n", .badTarget),
        ("GET ftp://x/ HTTP/1.1\r\n", .badTarget),
        ("GET /a#b HTTP/1.1\r\n", .badTarget),
        ("GET /?a#b HTTP/1.1\r\n", .badTarget),
        ("GET /a\\b HTTP/1.1\r\n", .badTarget),
        ("GET /<b> HTTP/1.1\r\n", .badTarget),
        ("GET /%4 HTTP/1.1\r\n", .badTarget),
        ("GET /% HTTP/1.1\r\n", .badTarget),
        ("GET /%zz HTTP/1.1\r\n", .badTarget),
        ("GET /?%zz HTTP/1.1\r\n", .badTarget),
        ("GET /%00 HTTP/1.1\r\n", .encodedNUL),
        ("GET /a?%00 HTTP/1.1\r\n", .encodedNUL),
        ("GET /a%2fb HTTP/1.1\r\n", .encodedSlash),
        ("GET /%ff HTTP/1.1\r\n", .notUTF8),
        ("GET /%ed%a0%80 HTTP/1.1\r\n", .notUTF8),
        ("GET /a/../b HTTP/1.1\r\n", .dotSegment),
        ("GET /./b HTTP/1.1\r\n", .dotSegment),
        ("GET /a/.. HTTP/1.1\r\n", .dotSegment),
        ("GET /%2e%2E/b HTTP/1.1\r\n", .dotSegment),
        ("GET /.%2e HTTP/1.1\r\n", .dotSegment),
        ("GET http:/// HTTP/1.1\r\n", .badHost),
        ("GET http://u@x/ HTTP/1.1\r\n", .badHost),
        ("GET http://x/../ HTTP/1.1\r\n", .dotSegment),
    ]

    private static let fields: [(String, ParseFailure)] = [
        (get + "X : y\r\n", .badFieldName),
        (get + ": y\r\n", .badFieldName),
        (get + "X\r\n", .badFieldName),
        (get + "X y: z\r\n", .badFieldName),
        (get + "X\u{E9}: z\r\n", .badFieldName),
        (get + " X: y\r\n", .foldedLine),
        (get + "X: a\r\n b\r\n", .foldedLine),
        (get + "X: a\r\n\tb\r\n", .foldedLine),
        (get + "X: a\u{0}b\r\n", .controlCharacter),
        (get + "X: a\u{7F}b\r\n", .controlCharacter),
        (get + "X: a\u{1B}[0m\r\n", .controlCharacter),
        (get + "X: a\rY: b\r\n", .bareCarriageReturn),
        (get + "X: a\nY: b\r\n", .bareLineFeed),
        (get + "\n", .bareLineFeed),
        ("GET / HTTP/1.1\r\n\r\n", .missingHost),
        (get + "Host: x\r\n", .repeatedHost),
        ("GET / HTTP/1.1\r\nHost:\r\n", .badHost),
        ("GET / HTTP/1.1\r\nHost: a b\r\n", .badHost),
        ("GET / HTTP/1.1\r\nHost: a/b\r\n", .badHost),
        ("GET / HTTP/1.1\r\nHost: u@b\r\n", .badHost),
        ("GET / HTTP/1.1\r\nHost: a:b\r\n", .badHost),
        ("GET / HTTP/1.1\r\nHost: a:123456\r\n", .badHost),
        ("GET / HTTP/1.1\r\nHost: [::1\r\n", .badHost),
        ("GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n", .hostMismatch),
        (get + "Expect: 200-ok\r\n", .unknownExpectation),
    ]

    private static let framing: [(String, ParseFailure)] = [
        (
            post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /",
            .lengthAndCoding
        ),
        (
            post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\nGET /",
            .lengthAndCoding
        ),
        (post + "Content-Length: 5\r\nContent-Length: 6\r\n", .repeatedContentLength),
        (post + "Content-Length: 5\r\nContent-Length: 5\r\n", .repeatedContentLength),
        (post + "Content-Length: 5, 5\r\n", .badContentLength),
        (post + "Content-Length: -1\r\n", .badContentLength),
        (post + "Content-Length: +5\r\n", .badContentLength),
        (post + "Content-Length: 0x5\r\n", .badContentLength),
        (post + "Content-Length: 5 5\r\n", .badContentLength),
        (post + "Content-Length: 5\u{663}\r\n", .badContentLength),
        (post + "Content-Length:\r\n", .badContentLength),
        (post + "Content-Length: 99999999999999999999\r\n", .bodyTooLarge),
        (post + "Content-Length: 18446744073709551621\r\n", .bodyTooLarge),
        (post + "Transfer-Encoding: xchunked\r\n", .unknownTransferEncoding),
        (post + "Transfer-Encoding: gzip, chunked\r\n", .unknownTransferEncoding),
        (post + "Transfer-Encoding: chunked, chunked\r\n", .unknownTransferEncoding),
        (post + "Transfer-Encoding: identity\r\n", .unknownTransferEncoding),
        (post + "Transfer-Encoding:\r\n", .unknownTransferEncoding),
        (
            post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
            .repeatedTransferEncoding
        ),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .codingInHTTP10),
    ]

    private static let chunks: [(String, ParseFailure)] = [
        (chunked + "zz\r\n", .badChunkSize),
        (chunked + "\r\n", .badChunkSize),
        (chunked + "-1\r\n", .badChunkSize),
        (chunked + "+1\r\n", .badChunkSize),
        (chunked + "0x1\r\n", .badChunkSize),
        (chunked + " 1\r\n", .badChunkSize),
        (chunked + "1 \r\n", .badChunkSize),
        (chunked + "1\n", .badChunkSize),
        (chunked + "1\r1", .badChunkSize),
        (chunked + "1;a\n", .badChunkSize),
        (chunked + "1;a\u{0}\r\n", .badChunkSize),
        (chunked + "fffffffffffffffff\r\n", .badChunkSize),
        (chunked + "00000000000000001\r\n", .badChunkSize),
        (chunked + "5\r\nhello!\r\n", .badChunkEnd),
        (chunked + "5\r\nhello\n", .badChunkEnd),
        (chunked + "5\r\nhello\rx", .badChunkEnd),
        (chunked + "0\r\nGET / HTTP/1.1\r\n", .badTrailer),
        (chunked + "0\r\n T: v\r\n", .badTrailer),
        (chunked + "0\r\nT : v\r\n", .badTrailer),
        (chunked + "0\r\nT: v\n", .badTrailer),
        (chunked + "0\r\n\n", .badTrailer),
        (chunked + "0\r\n\rx", .badTrailer),
    ]
}
