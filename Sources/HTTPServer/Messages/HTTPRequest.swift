/// One request, as a handler sees it.
public struct HTTPRequest: Sendable {
    public let method: HTTPMethod
    public let version: HTTPVersion
    public let target: RequestTarget
    public let headers: RequestHeaders
    /// What the placeholders of the route's pattern stand for, decoded.
    public internal(set) var parameters: RouteParameters
    /// The body; empty when there is none.
    public let body: RequestBody
    /// The other end of the connection.
    public let peer: SocketAddress
    /// Who asked: the peer, or, when that is a trusted proxy, the last
    /// address of its `X-Forwarded-For`.
    public let client: IPAddress
    /// Whether the connection is encrypted here.
    public let isSecure: Bool
    let reference: ExchangeReference

    /// Cancels the handler's task when that much time has passed; a second
    /// call replaces the first. The answer is still sent.
    ///
    /// This is how a long poll ends by itself: wait in a way that heeds
    /// cancellation, and answer "nothing new" afterwards. It costs no
    /// memory, unlike a sleeping task for each of thousands of requests.
    public func cancelHandler(after duration: Duration) {
        reference.loop.perform { [reference] loop in
            loop.cancelHandler(of: reference, after: duration)
        }
    }
}
