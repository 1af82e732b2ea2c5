import Foundation
import Testing

@testable import HTTPServer

/// The clock of these tests stands still until it is moved.
@Suite struct TimeLimitTests {
    private static func routes(_ router: inout Router) {
        router.get("/") { _ in .text("hi") }
        router.post("/up", RouteOptions(bodyLimit: 1 << 30)) { request in
            .text("\(try await request.body.collect(upTo: 1 << 30).count)")
        }
        router.get("/poll") { request in
            request.cancelHandler(after: .seconds(30))
            await untilCancelled()
            return .text("nothing new")
        }
        let bytes = [UInt8](repeating: 7, count: 60 << 20)
        router.get("/large") { _ in .bytes(bytes, contentType: "a/b") }
    }

    /// Connects and sends, and waits until the server has read it.
    private static func connect(
        _ test: TestServer, _ text: String, receiveBuffer: Int32? = nil
    ) async throws -> Handed<RawClient> {
        let before = test.server.statistics
        let port = test.port
        let client = try await onThread {
            let client = try RawClient(port: port, receiveBuffer: receiveBuffer)
            client.send(text)
            return Handed(client)
        }
        try await test.until("it is read") {
            $0.connections == before.connections + 1
                && $0.bytesReceived == before.bytesReceived + text.utf8.count
        }
        return client
    }

    @Test func restingConnectionIsClosedAfterTheIdleTime() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let client = try await Self.connect(test, "")
            test.clock.advance(by: .seconds(29))
            try await onThread {
                client.value.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let reply = try client.value.reply()
                #expect(reply.text == "hi")
            }
            try await test.until("it rests") { $0.activeRequests == 0 }
            // The request began the time anew.
            test.clock.advance(by: .seconds(29))
            #expect(test.server.statistics.connections == 1)
            test.clock.advance(by: .seconds(1))
            try await onThread {
                let isClosed = try client.value.isClosedByServer()
                #expect(isClosed)
            }
            #expect(test.server.statistics.timeouts == 1)
        }
    }

    @Test func slowHeadIsRefusedHoweverItDrips() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let client = try await Self.connect(test, "G")
            var count = 1
            for byte in "ET / HTTP/1.1\r".utf8.prefix(9) {
                test.clock.advance(by: .seconds(1))
                client.value.send([byte])
                count += 1
                let expected = count
                try await test.until("it is read") { $0.bytesReceived == expected }
            }
            test.clock.advance(by: .seconds(1))
            try await onThread {
                let reply = try client.value.reply()
                #expect(reply.status == 408)
                let isClosed = try client.value.isClosedByServer()
                #expect(isClosed)
            }
        }
    }

    @Test func slowBodyFailsTheHandlerHoweverItDrips() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let head = "POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n"
            let client = try await Self.connect(test, head)
            for number in 1...9 {
                test.clock.advance(by: .seconds(1))
                client.value.send("a")
                let expected = head.utf8.count + number
                try await test.until("it is read") { $0.bytesReceived == expected }
            }
            // Nine bytes have earned a few milliseconds.
            test.clock.advance(by: .seconds(2))
            try await onThread {
                let reply = try client.value.reply()
                #expect(reply.status == 408)
                let isClosed = try client.value.isClosedByServer()
                #expect(isClosed)
            }
        }
    }

    @Test func bodyAtTheMinimumRateIsTaken() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let head = "POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 61440\r\n\r\n"
            let client = try await Self.connect(test, head)
            for number in 1...60 {
                test.clock.advance(by: .seconds(1))
                client.value.send([UInt8](repeating: 1, count: 1_024))
                let expected = head.utf8.count + number * 1_024
                try await test.until("it is read") { $0.bytesReceived == expected }
            }
            try await onThread {
                let reply = try client.value.reply()
                #expect(reply.text == "61440")
            }
        }
    }

    @Test func handlerThatDoesNotReadDoesNotCostTheClientItsTime() async throws {
        let go = Signal()
        let limits = ServerLimits.with { $0.bodyBuffer = 1_000 }
        try await TestServer.run(limits: limits) {
            $0.post("/up") { request in
                await go.wait()
                return .text("\(try await request.body.collect(upTo: 1 << 20).count)")
            }
        } _: { test in
            let head = "POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 3000\r\n\r\n"
            let client = try await Self.connect(
                test, head + String(repeating: "a", count: 2_000))
            try await test.until("the buffer is full") { $0.requestBytesBuffered == 2_000 }
            test.clock.advance(by: .seconds(100))
            go.set()
            try await onThread {
                client.value.send([UInt8](repeating: 1, count: 1_000))
                let reply = try client.value.reply()
                #expect(reply.text == "3000")
            }
        }
    }

    @Test func readerThatStopsIsCut() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let client = try await Self.connect(
                test, "GET /large HTTP/1.1\r\nHost: x\r\n\r\n", receiveBuffer: 16 << 10)
            try await test.until("it is blocked") { $0.responseBytesBuffered > 0 }
            // More may go out while the system makes its buffers larger.
            let clock = test.clock
            let server = test.server
            try await eventually("it is cut") {
                clock.advance(by: .seconds(3_600))
                return server.statistics.connections == 0
            }
            withExtendedLifetime(client) {}
            #expect(test.server.statistics.timeouts == 1)
            #expect(test.server.statistics.responseBytesBuffered == 0)
            #expect(test.server.statistics.activeRequests == 0)
        }
    }

    @Test func longPollEndsWhenItsTimeIsOver() async throws {
        let limits = ServerLimits.with { $0.idleTime = .seconds(1_000_000) }
        try await TestServer.run(limits: limits, routes: Self.routes) { test in
            let poll = "GET /poll HTTP/1.1\r\nHost: x\r\n\r\n"
            let client = try await Self.connect(test, poll)
            for _ in 0..<3 {
                try await test.until("it is parked") { $0.activeRequests == 1 }
                // It asks for its deadline from its handler, a moment later.
                let (clock, server) = (test.clock, test.server)
                try await eventually("it is answered") {
                    clock.advance(by: .seconds(30))
                    return server.statistics.activeRequests == 0
                }
                try await onThread {
                    let reply = try client.value.reply()
                    #expect(reply.text == "nothing new")
                    client.value.send(poll)
                }
            }
        }
    }

    @Test func parkedRequestHasNoLimitOfItsOwn() async throws {
        let go = Signal()
        try await TestServer.run {
            $0.get("/wait") { _ in
                await go.wait()
                return .text("done")
            }
        } _: { test in
            let client = try await Self.connect(test, "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
            try await test.until("it is parked") { $0.activeRequests == 1 }
            test.clock.advance(by: .seconds(100_000))
            go.set()
            try await onThread {
                let reply = try client.value.reply()
                #expect(reply.text == "done")
            }
        }
    }
}
