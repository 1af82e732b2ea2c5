import HTTPServer
import HTTPTransport
import Synchronization

/// Our own server on a free port of this machine, for one test.
struct TestServer: Sendable {
    let server: HTTPServer

    /// Runs `body` with a running server, and shuts it down.
    static func run(
        tls: TLSIdentity? = nil, routes: (inout Router) -> Void,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        var router = Router()
        routes(&router)
        let listener = ServerConfiguration.Listener(SocketAddress(.loopback, port: 0), tls: tls)
        let server = HTTPServer(ServerConfiguration(listeners: [listener]), router: router)
        try await server.start()
        do {
            try await body(TestServer(server: server))
        } catch {
            await server.shutDown(within: .zero)
            throw error
        }
        await server.shutDown(within: .zero)
    }

    var port: UInt16 { server.addresses[0].port }

    func url(_ path: String, scheme: String = "http", host: String = "127.0.0.1") -> String {
        "\(scheme)://\(host):\(port)\(path)"
    }
}

/// A transport for tests: straight to this machine.
func transport(
    _ configure: (inout TransportConfiguration) -> Void = { _ in }
) throws -> CurlTransport {
    var configuration = TransportConfiguration()
    configuration.proxy = .none
    configure(&configuration)
    return try CurlTransport(configuration)
}

/// Something that happens once.
final class Signal: Sendable {
    private struct State {
        var isSet = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func set() {
        let waiters = state.withLock { state in
            state.isSet = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Does not heed cancellation.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isSet = state.withLock { state in
                if !state.isSet { state.waiters.append(continuation) }
                return state.isSet
            }
            if isSet { continuation.resume() }
        }
    }
}

/// Waits until the task is cancelled, as a long poll does.
func untilCancelled() async {
    let signal = Signal()
    await withTaskCancellationHandler {
        await signal.wait()
    } onCancel: {
        signal.set()
    }
}

/// How far one side is ahead of the other.
final class Lead: Sendable {
    private let state = Mutex((made: 0, taken: 0, most: 0))

    /// The largest lead there was, in bytes.
    var most: Int { state.withLock { $0.most } }
    var taken: Int { state.withLock { $0.taken } }

    func made(_ count: Int) {
        state.withLock { state in
            state.made += count
            state.most = max(state.most, state.made - state.taken)
        }
    }

    func took(_ count: Int) {
        state.withLock { $0.taken += count }
    }
}
