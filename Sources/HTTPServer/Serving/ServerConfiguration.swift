/// How a server runs.
public struct ServerConfiguration: Sendable {
    /// One place to listen.
    public struct Listener: Sendable {
        public var address: SocketAddress
        /// Nil for plain HTTP.
        public var tls: TLSIdentity?

        public init(_ address: SocketAddress, tls: TLSIdentity? = nil) {
            self.address = address
            self.tls = tls
        }
    }

    public var listeners: [Listener]
    /// Threads that serve connections.
    public var eventLoops = 2
    public var limits = ServerLimits()
    public var addressLimits = AddressLimits()
    /// Peers whose `X-Forwarded-For` is believed.
    public var trustedProxies: Set<IPAddress> = []
    public var clock: any ServerClock
    /// Called once for every request that was answered or given up, on the
    /// loop's thread: it must be quick.
    public var onRequestEnd: (@Sendable (RequestRecord) -> Void)?

    public init(listeners: [Listener], clock: any ServerClock = SystemClock()) {
        self.listeners = listeners
        self.clock = clock
    }
}

/// What became of a request, for logs and figures.
public struct RequestRecord: Sendable {
    /// Nil when the head could not be read.
    public var method: HTTPMethod?
    public var path: String?
    /// The answer's status; nil when the connection ended without one.
    public var status: Int?
    public var client: IPAddress
    public var duration: Duration
    public var bodyBytesReceived: Int64
    public var bytesSent: Int64
}
