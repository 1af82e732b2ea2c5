/// One answer.
public struct HTTPResponse: Sendable {
    public var status: HTTPStatus
    public var headers: ResponseHeaders
    public var body: ResponseBody
    /// Whether the connection ends with this answer.
    public var closesConnection = false

    public init(
        _ status: HTTPStatus = .ok, headers: ResponseHeaders = [:], body: ResponseBody = .empty
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer of bytes with their content type.
    public static func bytes(
        _ bytes: [UInt8], contentType: String, status: HTTPStatus = .ok
    ) -> HTTPResponse {
        HTTPResponse(status, headers: ["Content-Type": contentType], body: .bytes(bytes))
    }

    /// An answer of plain text.
    public static func text(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
        .bytes(Array(text.utf8), contentType: "text/plain; charset=utf-8", status: status)
    }
}
