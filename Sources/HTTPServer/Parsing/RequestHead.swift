/// A request's first line and fields, found well-formed.
struct RequestHead: Sendable {
    /// How the body is delimited.
    enum Framing: Sendable, Equatable {
        case none
        /// More than zero.
        case sized(Int64)
        case chunked
    }

    var method: HTTPMethod
    var version: HTTPVersion
    var target: RequestTarget
    var headers: RequestHeaders
    var framing: Framing
    /// Whether the client wants to send more requests.
    var keepsAlive: Bool
    /// Whether the client waits for `100 Continue`.
    var expectsContinue: Bool
}
