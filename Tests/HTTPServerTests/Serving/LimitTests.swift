import Foundation
import Testing

@testable import HTTPServer

@Suite struct LimitTests {
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    private static func routes(_ router: inout Router) {
        router.get("/") { _ in .text("hi") }
        router.get("/poll") { _ in
            await untilCancelled()
            return .text("late")
        }
    }

    @Test func connectionBeyondTheLimitIsToldToComeBack() async throws {
        let limits = ServerLimits.with {
            $0.connections = 3
            $0.retryAfter = .seconds(7)
        }
        try await TestServer.run(limits: limits, routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                var clients = try (0..<3).map { _ in try RawClient(port: port) }
                for client in clients {
                    client.send(Self.get)
                    #expect(try client.reply().status == 200)
                }
                for _ in 0..<5 {
                    let client = try RawClient(port: port)
                    client.send(Self.get)
                    let reply = try client.reply()
                    #expect(reply.status == 503)
                    #expect(reply.headers["retry-after"] == "7")
                    #expect(try client.isClosedByServer())
                }
                clients.removeLast()
            }
            #expect(test.server.statistics.connectionsRefused == 5)
            try await test.until("there is room") { $0.connections < 3 }
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.get)
                let reply = try client.reply()
                #expect(reply.status == 200)
            }
        }
    }

    @Test func floodOfConnectionsBeyondTheLimitIsTurnedAway() async throws {
        let limits = ServerLimits.with { $0.connections = 1 }
        try await TestServer.run(limits: limits, routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let first = try RawClient(port: port)
                first.send(Self.get)
                _ = try first.reply()
                let flood = try (0..<600).map { _ in try RawClient(port: port) }
                for client in flood { _ = try? client.readToEnd() }
                first.send(Self.get)
                #expect(try first.reply().status == 200)
            }
            #expect(test.server.statistics.connectionsRefused == 600)
        }
    }

    @Test func requestBeyondTheLimitIsToldToComeBackAndTheConnectionStays() async throws {
        let limits = ServerLimits.with { $0.activeRequests = 2 }
        try await TestServer.run(limits: limits, routes: Self.routes) { test in
            let port = test.port
            let parked = try await onThread {
                try (0..<2).map { _ in
                    let client = try RawClient(port: port)
                    client.send("GET /poll HTTP/1.1\r\nHost: x\r\n\r\n")
                    return Handed(client)
                }
            }
            try await test.until("two are parked") { $0.activeRequests == 2 }
            let client = try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<3 {
                    client.send(Self.get)
                    let reply = try client.reply()
                    #expect(reply.status == 503)
                    #expect(reply.headers["retry-after"] == "1")
                }
                return Handed(client)
            }
            parked[0].value.endSending()
            try await test.until("one is over") { $0.activeRequests == 1 }
            try await onThread {
                client.value.send(Self.get)
                let reply = try client.value.reply()
                #expect(reply.status == 200)
            }
        }
    }

    @Test func addressHasItsOwnLimits() async throws {
        try await TestServer.run {
            $0.addressLimits.exemptsLoopback = false
            $0.addressLimits.connections = 2
            $0.addressLimits.requestRate = 0.5
            $0.addressLimits.requestBurst = 4
        } routes: {
            Self.routes(&$0)
        } _: { test in
            let (port, clock) = (test.port, test.clock)
            try await onThread {
                let clients = try (0..<2).map { _ in try RawClient(port: port, from: 0x7F00_0009) }
                for number in 0..<6 {
                    let client = clients[number % 2]
                    client.send(Self.get)
                    let reply = try client.reply()
                    #expect(reply.status == (number < 4 ? 200 : 429))
                    #expect(reply.headers["retry-after"] == (number < 4 ? nil : "2"))
                }
                let third = try RawClient(port: port, from: 0x7F00_0009)
                third.send(Self.get)
                #expect(try third.reply().status == 503)
                let other = try RawClient(port: port, from: 0x7F00_000A)
                other.send(Self.get)
                #expect(try other.reply().status == 200)
                clock.advance(by: .seconds(2))
                clients[0].send(Self.get)
                #expect(try clients[0].reply().status == 200)
            }
        }
    }

    /// In a process of its own, since the limit is the process's.
    @Test func acceptingPausesWhileThereAreNoDescriptors() async {
        await #expect(processExitsWith: .success) {
            try await TestServer.run(routes: Self.routes) { test in
                let port = test.port
                let held = try await onThread {
                    let clients = try (0..<2).map { _ in try RawClient(port: port) }
                    for client in clients {
                        client.send(Self.get)
                        _ = try client.reply()
                    }
                    let more = try (0..<4).map { _ in try RawClient() }
                    let next = dup(0)
                    close(next)
                    var limit = rlimit(rlim_cur: rlim_t(next), rlim_max: rlim_t(next))
                    setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
                    for client in more { try client.connect(to: port) }
                    return Handed(clients + more)
                }
                try await test.until("it pauses") { $0.acceptPauses == 1 }
                let turns = test.server.turns
                try await onThread {
                    for _ in 0..<20 {
                        held.value[0].send(Self.get)
                        guard try held.value[0].reply().status == 200 else { exit(3) }
                    }
                }
                guard test.server.turns - turns < 100 else { exit(4) }
                guard test.server.statistics.acceptPauses == 1 else { exit(5) }
                close(held.value[1].descriptor)
                let (clock, server) = (test.clock, test.server)
                try await eventually("it accepts again") {
                    clock.advance(by: .milliseconds(100))
                    return server.statistics.connectionsAccepted > 2
                }
            }
            exit(0)
        }
    }
}
