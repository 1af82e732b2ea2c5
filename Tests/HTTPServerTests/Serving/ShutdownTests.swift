import Foundation
import Testing

@testable import HTTPServer

@Suite struct ShutdownTests {
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let wait = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func requestsUnderWayAreAnsweredAndIdleConnectionsClosed() async throws {
        let go = Signal()
        try await TestServer.run {
            $0.get("/") { _ in .text("hi") }
            $0.get("/wait") { _ in
                await go.wait()
                return .text("done")
            }
        } _: { test in
            let port = test.port
            let clients = try await onThread {
                let (idle, busy) = (try RawClient(port: port), try RawClient(port: port))
                idle.send(Self.get)
                _ = try idle.reply()
                busy.send(Self.wait + Self.get)
                return Handed((idle: idle, busy: busy))
            }
            try await test.until("one is under way") { $0.activeRequests == 1 }
            async let end: Void = test.server.shutDown(within: .seconds(100))
            try await onThread {
                let isClosed = try clients.value.idle.isClosedByServer()
                #expect(isClosed)
                #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
            }
            #expect(test.server.statistics.activeRequests == 1)
            go.set()
            try await onThread {
                let reply = try clients.value.busy.reply()
                #expect(reply.text == "done")
                #expect(reply.headers["connection"] == "close")
                let isClosed = try clients.value.busy.isClosedByServer()
                #expect(isClosed)
            }
            // It lingers for the request that was not read.
            clients.value.busy.reset()
            await end
            #expect(test.server.statistics.connections == 0)
        }
    }

    @Test func itEndsThoughTheLastAnswersLeaveAtThatMoment() async throws {
        for _ in 0..<150 {
            let go = Signal()
            let parked = Counter()
            try await TestServer.run {
                $0.get("/wait", RouteOptions(execution: .concurrent)) { _ in
                    parked.add()
                    await go.wait()
                    return .text("done")
                }
            } _: { test in
                let port = test.port
                let clients = try await onThread {
                    let clients = try (0..<3).map { _ in try RawClient(port: port) }
                    for client in clients { client.send(Self.wait) }
                    return Handed(clients)
                }
                try await eventually("all are under way") { parked.value == 3 }
                let (server, ended) = (test.server, Signal())
                let end = Task {
                    await server.shutDown(within: .seconds(100))
                    ended.set()
                }
                go.set()
                try await eventually("the server has ended") { ended.isSet }
                await end.value
                withExtendedLifetime(clients) {}
            }
        }
    }

    @Test func whoDoesNotFinishInTimeIsCut() async throws {
        let (parked, cancelled) = (Counter(), Counter())
        // No other limit may come before the end.
        let limits = ServerLimits.with { $0.bodyRateGrace = .seconds(1_000_000) }
        try await TestServer.run(limits: limits) {
            $0.get("/wait") { _ in
                parked.add()
                await untilCancelled()
                cancelled.add()
                return .text("late")
            }
            $0.post("/up") { request in
                parked.add()
                defer { cancelled.add() }
                return .text("\(try await request.body.collect(upTo: 1_000).count)")
            }
        } _: { test in
            let port = test.port
            let clients = try await onThread {
                let up = "POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"
                return Handed(
                    try (0..<10).map { number in
                        let client = try RawClient(port: port)
                        client.send(number % 2 == 0 ? Self.wait : up)
                        return client
                    })
            }
            try await eventually("all are under way") { parked.value == 10 }
            async let end: Void = test.server.shutDown(within: .seconds(5))
            try await onThread {
                let failure = #expect(throws: RawClient.Failure.self) {
                    for _ in 0..<10_000 { _ = try RawClient(port: port) }
                }
                try #require(failure != nil)
            }
            #expect(cancelled.value == 0)
            let (clock, server) = (test.clock, test.server)
            try await eventually("all are cut") {
                clock.advance(by: .seconds(5))
                return server.statistics.connections == 0
            }
            await end
            try await eventually("all handlers are cancelled") { cancelled.value == 10 }
            try await onThread {
                for client in clients.value {
                    let isClosed = try client.isClosedByServer()
                    #expect(isClosed)
                }
            }
        }
    }

    @Test func handlerThatReturnsAfterTheEndHarmsNobody() async throws {
        let (go, parked, returned) = (Signal(), Signal(), Signal())
        try await TestServer.run {
            $0.get("/wait") { _ in
                parked.set()
                // Deaf to its cancellation.
                await go.wait()
                return HTTPResponse(
                    body: .stream(length: nil) { writer in
                        try await writer.write([1])
                    })
            }
            $0.wrap { request, next in
                defer { returned.set() }
                return try await next(request)
            }
        } _: { test in
            let port = test.port
            let client = try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.wait)
                return Handed(client)
            }
            try await eventually("it is under way") { parked.isSet }
            async let end: Void = test.server.shutDown(within: .zero)
            test.clock.advance(by: .seconds(1))
            await end
            #expect(!returned.isSet)
            go.set()
            try await eventually("it returns") { returned.isSet }
            withExtendedLifetime(client) {}
        }
    }

    @Test func addressInUseIsATypedError() async throws {
        try await TestServer.run(routes: { _ in }) { test in
            let address = test.server.addresses[0]
            let second = HTTPServer(
                ServerConfiguration(listeners: [.init(address)]), router: Router())
            await #expect(throws: HTTPServerError.cannotListen(address, errno: EADDRINUSE)) {
                try await second.start()
            }
        }
    }
}
