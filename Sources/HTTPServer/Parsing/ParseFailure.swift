/// Why bytes are no request this server takes. The connection ends with it:
/// behind a malformed request nobody can tell where the next one begins.
enum ParseFailure: Error, Sendable, Hashable, CaseIterable {
    case controlCharacter
    case bareCarriageReturn
    case bareLineFeed
    case badRequestLine
    case badTarget
    case dotSegment
    case encodedNUL
    case encodedSlash
    case notUTF8
    case targetTooLong
    case unknownMethod
    case versionNotSupported
    case foldedLine
    case badFieldName
    case headTooLarge
    case tooManyHeaders
    case missingHost
    case badHost
    case repeatedHost
    case hostMismatch
    case badContentLength
    case repeatedContentLength
    case lengthAndCoding
    case repeatedTransferEncoding
    case unknownTransferEncoding
    case codingInHTTP10
    case unknownExpectation
    case bodyTooLarge
    case badChunkSize
    case badChunkEnd
    case badTrailer

    /// What the server answers.
    var refusal: RequestFailure { RequestFailure(status, message) }

    private var status: HTTPStatus {
        switch self {
        case .targetTooLong: .targetTooLong
        case .headTooLarge, .tooManyHeaders: .headTooLarge
        case .unknownMethod, .unknownTransferEncoding: .notImplemented
        case .versionNotSupported: .versionNotSupported
        case .unknownExpectation: .expectationFailed
        case .bodyTooLarge: .contentTooLarge
        default: .badRequest
        }
    }

    private var message: String {
        switch self {
        case .controlCharacter: "The request has a control character in its head."
        case .bareCarriageReturn: "The request has a carriage return without a line feed."
        case .bareLineFeed: "The request has a line feed without a carriage return."
        case .badRequestLine: "The request line is not method, target and version."
        case .badTarget: "The target is not a path."
        case .dotSegment: "The path has a part that is . or .. ."
        case .encodedNUL: "The target has an encoded NUL."
        case .encodedSlash: "The path has an encoded slash."
        case .notUTF8: "The path is not UTF-8."
        case .targetTooLong: "The target is too long."
        case .unknownMethod: "The server does not know this method."
        case .versionNotSupported: "The server speaks HTTP/1.1 and HTTP/1.0 only."
        case .foldedLine: "The request has a folded header line."
        case .badFieldName: "The request has a malformed header name."
        case .headTooLarge: "The request head is too large."
        case .tooManyHeaders: "The request has too many headers."
        case .missingHost: "The request has no Host."
        case .badHost: "The Host is malformed."
        case .repeatedHost: "The request has more than one Host."
        case .hostMismatch: "The Host is not the one of the target."
        case .badContentLength: "The Content-Length is malformed."
        case .repeatedContentLength: "The request has more than one Content-Length."
        case .lengthAndCoding: "The request has both Content-Length and Transfer-Encoding."
        case .repeatedTransferEncoding: "The request has more than one Transfer-Encoding."
        case .unknownTransferEncoding: "The server knows no Transfer-Encoding but chunked."
        case .codingInHTTP10: "HTTP/1.0 has no Transfer-Encoding."
        case .unknownExpectation: "The server knows no expectation but 100-continue."
        case .bodyTooLarge: "The body is too large."
        case .badChunkSize: "A chunk has a malformed size."
        case .badChunkEnd: "A chunk does not end where its size says."
        case .badTrailer: "The body has a malformed trailer."
        }
    }
}
