/// An HTTP/1.1 server: a few threads with an event loop each.
public final class HTTPServer: Sendable {
    public init(_ configuration: ServerConfiguration, router: Router) {
        fatalError("to be written")
    }

    /// Listens; returns when connections are accepted.
    public func start() async throws(HTTPServerError) {
        fatalError("to be written")
    }

    /// Where it listens, in the order of the configuration, with the ports
    /// the system chose.
    public var addresses: [SocketAddress] { fatalError("to be written") }

    public var statistics: ServerStatistics { fatalError("to be written") }

    /// Stops accepting, closes idle connections, and returns when the
    /// requests under way are answered or `bound` has passed; handlers still
    /// running then are cancelled and their connections cut.
    ///
    /// Wake parked requests before, or they are waited for.
    public func shutDown(within bound: Duration) async {
        fatalError("to be written")
    }
}
