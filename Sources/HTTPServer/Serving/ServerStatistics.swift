/// Figures of a running server; sums since its start unless said otherwise.
public struct ServerStatistics: Sendable, Equatable {
    /// Open now.
    public var connections = 0
    /// Being answered now.
    public var activeRequests = 0
    /// Bytes of bodies that now wait for handlers.
    public var requestBytesBuffered = 0
    /// Bytes of answers that now wait for clients.
    public var responseBytesBuffered = 0
    public var connectionsAccepted = 0
    /// Turned away for a limit of the server or of their address.
    public var connectionsRefused = 0
    public var requests = 0
    public var bytesReceived = 0
    public var bytesSent = 0
    /// Requests that could not be read.
    public var malformedRequests = 0
    /// Connections closed by a time limit.
    public var timeouts = 0
    /// How often accepting paused since no descriptor was left.
    public var acceptPauses = 0

    public init() {}
}
