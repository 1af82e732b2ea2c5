/// How a transport connects. The same for all its requests.
public struct TransportConfiguration: Sendable {
    /// Whose signature makes a server's certificate good.
    public enum Trust: Hashable, Sendable {
        /// The authorities that the system trusts.
        case system
        /// Those of a file in PEM form and no others: a private authority,
        /// or a server's own certificate.
        case certificates(file: String)
    }

    public enum Proxy: Hashable, Sendable {
        /// What `https_proxy`, `http_proxy` and `no_proxy` say.
        case environment
        case none
        /// `http://host:port`, `https://…` or `socks5h://…`.
        case address(String)
    }

    public var trust = Trust.system
    public var proxy = Proxy.environment
    /// Connections to one server at most; further requests wait for one.
    public var connectionsPerHost = 16
    /// Idle connections that are kept.
    public var keptConnections = 16
    /// What the program calls itself.
    public var userAgent = "carousel"

    public init() {}
}

/// How long parts of an exchange may take.
public struct TimeLimits: Hashable, Sendable {
    /// Until there is a connection, TLS included.
    public var connecting: Duration
    /// Without a byte sent or received. Time in which this side is not ready
    /// to read or to send does not count.
    public var silence: Duration
    /// All of it; nil for any time.
    public var whole: Duration?

    public init(
        connecting: Duration = .seconds(15), silence: Duration = .seconds(60),
        whole: Duration? = nil
    ) {
        self.connecting = connecting
        self.silence = silence
        self.whole = whole
    }
}
