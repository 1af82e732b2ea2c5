/// Bounds on what clients may do, so that none can exhaust the server.
public struct ServerLimits: Sendable {
    /// Largest request line with fields, in bytes; at most 65,535. More
    /// answers 431.
    public var headSize = 16 << 10
    /// Longest request target, in bytes. More answers 414.
    public var targetSize = 8 << 10
    /// Most header fields. More answers 431.
    public var headerCount = 100
    /// From the first byte of a head to its last; then 408.
    public var headTime: Duration = .seconds(10)
    /// For a TLS handshake.
    public var handshakeTime: Duration = .seconds(10)
    /// A connection without a request.
    public var idleTime: Duration = .seconds(30)
    /// Bytes a second that a body must bring, and an answer must be taken at.
    public var minimumBodyRate = 1 << 10
    /// How long a body or an answer may fall behind that rate.
    public var bodyRateGrace: Duration = .seconds(10)
    /// Bytes of a body that wait for the handler before receiving stops.
    public var bodyBuffer = 512 << 10
    /// Bytes of a streamed answer that wait for the client.
    public var responseBuffer = 256 << 10
    /// Bytes of an unread body that are received and dropped so that the
    /// connection can stay; beyond that it closes after the answer.
    public var discardedBody = 64 << 10
    /// Connections at one time. One more answers 503 and is closed.
    public var connections = 16_384
    /// Requests being answered at one time. One more answers 503.
    public var activeRequests = 16_384
    /// What `Retry-After` says with 503.
    public var retryAfter: Duration = .seconds(1)

    public init() {}
}
