import HTTPServer

/// How a server runs.
public struct ServerSettings: Sendable {
    public var listeners: [ServerConfiguration.Listener]
    /// Where people reach it, when that is not what requests say: behind a
    /// proxy.
    public var publicURL: String?
    public var trustedProxies: Set<IPAddress> = []
    /// Threads that serve connections.
    public var eventLoops = 2
    /// Bytes of the disk that uploads leave free.
    public var diskReserve: Int64 = 256 << 20
    public var rules = ServerRules()
    public var faults = FaultPlan.none
    /// Whether every request is logged.
    public var logsRequests = false
    /// Bounds on one address.
    public var addressLimits = AddressLimits()

    public init(listeners: [ServerConfiguration.Listener]) {
        self.listeners = listeners
    }
}
