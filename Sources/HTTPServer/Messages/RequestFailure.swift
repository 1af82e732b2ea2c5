/// An error that has its own answer: throw it from a handler.
///
/// The server also makes its own refusals (no such route, body too large …)
/// from it, so that `Router.failureResponse` can give all of them one form.
public struct RequestFailure: Error, Sendable {
    public var status: HTTPStatus
    /// Plain text for a person.
    public var message: String
    public var headers: ResponseHeaders

    public init(_ status: HTTPStatus, _ message: String, headers: ResponseHeaders = [:]) {
        self.status = status
        self.message = message
        self.headers = headers
    }
}

/// Throw it from a handler to cut the connection without an answer.
public struct ConnectionAbort: Error, Sendable {
    public init() {}
}
