import Foundation
import Testing

@testable import HTTPServer

@Suite struct HangUpTests {
    private static let poll = "GET /poll HTTP/1.1\r\nHost: x\r\n\r\n"

    private static func run(
        _ execution: RouteExecution, _ parked: Counter, _ cancelled: Counter,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run {
            $0.get("/poll", RouteOptions(execution: execution)) { _ in
                parked.add()
                await untilCancelled()
                cancelled.add()
                return .text("late")
            }
            $0.get("/stream", RouteOptions(execution: execution)) { _ in
                HTTPResponse(
                    body: .stream(length: nil) { writer in
                        try await writer.write([1])
                        parked.add()
                        await untilCancelled()
                        cancelled.add()
                    })
            }
            $0.get("/") { _ in .text("hi") }
        } _: {
            try await body($0)
        }
    }

    @Test(arguments: [RouteExecution.eventLoop, .concurrent])
    func clientsThatVanishWhileParkedAreLetGo(execution: RouteExecution) async throws {
        let (parked, cancelled) = (Counter(), Counter())
        try await Self.run(execution, parked, cancelled) { test in
            let port = test.port
            let clients = try await onThread {
                try (0..<60).map { number in
                    let client = try RawClient(port: port)
                    client.send(
                        number % 3 == 0 ? Self.poll.replacing("poll", with: "stream") : Self.poll)
                    return client
                }.map(Handed.init)
            }
            try await eventually("all are parked") { parked.value == 60 }
            for (number, client) in clients.enumerated() {
                if number % 2 == 0 {
                    client.value.reset()
                } else {
                    shutdown(client.value.descriptor, Int32(SHUT_RDWR))
                }
            }
            try await eventually("all are cancelled") { cancelled.value == 60 }
            try await test.until("all are let go") {
                $0.activeRequests == 0 && $0.connections == 0
            }
        }
    }

    @Test func clientThatEndsOnlyItsDirectionGetsTheAnswer() async throws {
        let (parked, cancelled) = (Counter(), Counter())
        try await Self.run(.eventLoop, parked, cancelled) { test in
            let port = test.port
            let client = try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.poll + "GET / HTTP/1.1\r\nHost: x\r\n\r\n" + Self.poll)
                return Handed(client)
            }
            try await eventually("it is parked") { parked.value == 1 }
            client.value.endSending()
            try await onThread {
                let answers = try (0..<3).map { _ in try client.value.reply().text }
                #expect(answers == ["late", "hi", "late"])
                let isClosed = try client.value.isClosedByServer()
                #expect(isClosed)
            }
            #expect(cancelled.value == 2)
        }
    }

    @Test func bytesSentWhileParkedDoNotKeepTheLoopBusy() async throws {
        let (parked, cancelled) = (Counter(), Counter())
        try await Self.run(.eventLoop, parked, cancelled) { test in
            let port = test.port
            let clients = try await onThread {
                try (0..<4).map { _ in
                    let client = try RawClient(port: port)
                    client.send(Self.poll)
                    return client
                }.map(Handed.init)
            }
            try await eventually("they are parked") { parked.value == 4 }
            for client in clients { client.value.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
            for client in clients.prefix(2) { client.value.endSending() }
            try await eventually("two are cancelled") { cancelled.value == 2 }
            let before = test.server.turns
            try await onThread {
                let other = try RawClient(port: port)
                for _ in 0..<50 {
                    other.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    _ = try other.reply()
                }
            }
            #expect(test.server.turns - before < 50 * 6)
        }
    }
}
