import Synchronization

/// An HTTP/1.1 server: a few threads with an event loop each.
public final class HTTPServer: Sendable {
    private let configuration: ServerConfiguration
    private let router: Router
    private let state = Mutex<State>(.new)

    private enum State {
        case new
        case running([EventLoop], [SocketAddress])
        case stopped([EventLoop], [SocketAddress])
    }

    public init(_ configuration: ServerConfiguration, router: Router) {
        precondition(configuration.eventLoops > 0, "a server has at least one event loop")
        self.configuration = configuration
        self.router = router
    }

    /// Listens; returns when connections are accepted. It runs until
    /// `shutDown`, also when nobody holds the server.
    ///
    /// - Precondition: it was not started before.
    public func start() async throws(HTTPServerError) {
        var sockets: [AcceptingSocket] = []
        for listener in configuration.listeners { sockets.append(try AcceptingSocket(listener)) }
        let admission = Admission(configuration)
        var loops: [EventLoop] = []
        for _ in 0..<configuration.eventLoops {
            loops.append(
                try EventLoop(
                    configuration, router: router, admission: admission, starter: LoopStarter()))
        }
        for loop in loops { try loop.executor.ensureThread() }
        let addresses = sockets.map(\.address)
        state.withLock { state in
            guard case .new = state else { preconditionFailure("a server is started once") }
            state = .running(loops, addresses)
        }
        try await loops[0].listen(on: sockets, for: loops)
    }

    /// Where it listens, in the order of the configuration, with the ports
    /// the system chose. Empty before `start`.
    public var addresses: [SocketAddress] {
        switch state.withLock({ $0 }) {
        case .new: []
        case .running(_, let addresses), .stopped(_, let addresses): addresses
        }
    }

    public var statistics: ServerStatistics {
        var sum = ServerStatistics()
        for loop in loops { loop.counters.add(to: &sum) }
        return sum
    }

    /// Stops accepting, closes idle connections, and returns when the
    /// requests under way are answered or `bound` has passed; handlers still
    /// running then are cancelled and their connections cut.
    ///
    /// Wake parked requests before, or they are waited for.
    public func shutDown(within bound: Duration) async {
        let loops = state.withLock { state -> [EventLoop] in
            guard case .running(let loops, let addresses) = state else { return [] }
            state = .stopped(loops, addresses)
            return loops
        }
        // It is the first one that listens.
        await loops.first?.stopListening()
        await withTaskGroup(of: Void.self) { group in
            for loop in loops { group.addTask { await loop.shutDown(within: bound) } }
        }
    }

    /// How often the loops waited, all together.
    var turns: Int { loops.reduce(0) { $0 + $1.counters.turns.load(ordering: .relaxed) } }

    private var loops: [EventLoop] {
        switch state.withLock({ $0 }) {
        case .new: []
        case .running(let loops, _), .stopped(let loops, _): loops
        }
    }
}
