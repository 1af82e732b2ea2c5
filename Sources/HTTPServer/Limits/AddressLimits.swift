/// Bounds on what one address may do. IPv6 addresses count by their /64.
public struct AddressLimits: Sendable {
    /// Connections at one time; one more answers 503 and is closed.
    public var connections = 1_024
    /// Requests a second in the long run; more answer 429.
    public var requestRate = 500.0
    /// Requests that may come at once after a rest.
    public var requestBurst = 2_000.0
    /// Whether this machine itself is not limited (a proxy in front, tests).
    public var exemptsLoopback = true

    public init() {}
}
