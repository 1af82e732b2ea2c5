import Foundation

@testable import HTTPServer

/// A server on a free port of this machine, for one test.
struct TestServer: Sendable {
    let server: HTTPServer
    /// Stands still; only tests of time move it.
    let clock = ManualClock()

    var port: UInt16 { server.addresses[0].port }

    /// Runs `body` with a running server, and shuts it down.
    static func run(
        limits: ServerLimits = ServerLimits(), tls: TLSIdentity? = nil,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        routes: (inout Router) -> Void,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        var router = Router()
        routes(&router)
        let test = TestServer(limits, tls, configure, router)
        try await test.server.start()
        do {
            try await body(test)
        } catch {
            await test.server.shutDown(within: .zero)
            throw error
        }
        // The clock stands still: nobody may be waited for.
        async let end: Void = test.server.shutDown(within: .zero)
        test.clock.advance(by: .seconds(1))
        await end
    }

    private init(
        _ limits: ServerLimits, _ tls: TLSIdentity?,
        _ configure: (inout ServerConfiguration) -> Void, _ router: Router
    ) {
        var configuration = ServerConfiguration(
            listeners: [.init(SocketAddress(.loopback, port: 0), tls: tls)], clock: clock)
        configuration.limits = limits
        configure(&configuration)
        server = HTTPServer(configuration, router: router)
    }

    /// Waits until the server's figures are so; throws when they never are.
    func until(
        _ what: String, _ isSo: @escaping @Sendable (ServerStatistics) -> Bool
    ) async throws {
        let server = server
        do {
            try await eventually(what) { isSo(server.statistics) }
        } catch {
            throw NeverHappened(description: "\(what): \(server.statistics)")
        }
    }
}

/// A condition did not become true.
struct NeverHappened: Error, CustomStringConvertible {
    let description: String
}

/// Waits until a condition is true, for twenty seconds at most.
func eventually(_ what: String, _ isSo: @escaping @Sendable () -> Bool) async throws {
    try await onThread {
        let end = ContinuousClock.now + .seconds(20)
        while !isSo() {
            guard ContinuousClock.now < end else { throw NeverHappened(description: what) }
            // Leaves the processor to those who are waited for.
            poll(nil, 0, 1)
        }
    }
}

extension ServerLimits {
    /// The standard limits with some changed.
    static func with(_ change: (inout ServerLimits) -> Void) -> ServerLimits {
        var limits = ServerLimits()
        change(&limits)
        return limits
    }
}
