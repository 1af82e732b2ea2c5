/// One request, as a handler sees it.
///
/// A value of one word: passing it on costs nothing.
public struct HTTPRequest: Sendable {
    private let content: Content

    public var method: HTTPMethod { content.head.method }
    public var version: HTTPVersion { content.head.version }
    public var target: RequestTarget { content.head.target }
    public var headers: RequestHeaders { content.head.headers }
    /// What the placeholders of the route's pattern stand for, decoded.
    public var parameters: RouteParameters { content.parameters }
    /// The body; empty when there is none.
    public var body: RequestBody { content.body }
    /// The other end of the connection.
    public var peer: SocketAddress { content.peer }
    /// Who asked: the peer, or, when that is a trusted proxy, the last
    /// address of its `X-Forwarded-For`.
    public var client: IPAddress { content.client }
    /// Whether the connection is encrypted here.
    public var isSecure: Bool { content.isSecure }

    var reference: ExchangeReference { content.reference }

    init(
        _ head: RequestHead, parameters: RouteParameters, body: RequestBody, peer: SocketAddress,
        client: IPAddress, isSecure: Bool, reference: ExchangeReference
    ) {
        content = Content(head, parameters, body, peer, client, isSecure, reference)
    }

    /// Cancels the handler's task when that much time has passed; a second
    /// call replaces the first. The answer is still sent.
    ///
    /// This is how a long poll ends by itself: wait in a way that heeds
    /// cancellation, and answer "nothing new" afterwards. It costs no
    /// memory, unlike a sleeping task for each of thousands of requests.
    public func cancelHandler(after duration: Duration) {
        let reference = content.reference
        reference.loop.perform { loop in
            loop.cancelHandler(of: reference, after: duration)
        }
    }

    private final class Content: Sendable {
        let head: RequestHead
        let parameters: RouteParameters
        let body: RequestBody
        let peer: SocketAddress
        let client: IPAddress
        let isSecure: Bool
        let reference: ExchangeReference

        init(
            _ head: RequestHead, _ parameters: RouteParameters, _ body: RequestBody,
            _ peer: SocketAddress, _ client: IPAddress, _ isSecure: Bool,
            _ reference: ExchangeReference
        ) {
            self.head = head
            self.parameters = parameters
            self.body = body
            self.peer = peer
            self.client = client
            self.isSecure = isSecure
            self.reference = reference
        }
    }
}
