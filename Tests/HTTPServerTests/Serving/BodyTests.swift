import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct BodyTests {
    private static let head = "POST /sum HTTP/1.1\r\nHost: x\r\n"

    /// Answers with the length and a sum of the body.
    private static func sum(_ request: HTTPRequest) async throws -> HTTPResponse {
        var (count, sum) = (0, 0)
        for try await chunk in request.body {
            count += chunk.count
            for byte in chunk { sum = (sum &* 31 &+ Int(byte)) % 1_000_003 }
        }
        return .text("\(count) \(sum)")
    }

    private static func routes(_ router: inout Router) {
        for (path, execution) in [("/sum", RouteExecution.eventLoop), ("/far", .concurrent)] {
            router.post(
                path, RouteOptions(bodyLimit: 100 << 20, execution: execution), Self.sum)
        }
        router.post("/small", RouteOptions(bodyLimit: 10)) {
            .text("\(try await $0.body.collect(upTo: 10).count)")
        }
        router.post("/blind", RouteOptions(bodyLimit: 100 << 20)) { _ in .text("did not look") }
    }

    private static func expected(_ body: [UInt8]) -> String {
        var sum = 0
        for byte in body { sum = (sum &* 31 &+ Int(byte)) % 1_000_003 }
        return "\(body.count) \(sum)"
    }

    private static func chunked(_ body: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var encoded: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int.random(in: 1...40_000, using: &random))
            rest = rest.dropFirst(part.count)
            encoded += Array("\(String(part.count, radix: 16));x=y\r\n".utf8) + part + [13, 10]
        }
        return encoded + Array("0\r\nTrailer: x\r\n\r\n".utf8)
    }

    @Test(arguments: ["/sum", "/far"])
    func sizedAndChunkedBodiesArriveWhole(path: String) async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                var random = SplitMix64(seed: 7)
                let client = try RawClient(port: port)
                for size in [1, 100, 20_000, 70_000, 1_000_000] {
                    let body = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
                    let head = "POST \(path) HTTP/1.1\r\nHost: x\r\n"
                    client.send("\(head)Content-Length: \(size)\r\n\r\n")
                    client.send(body)
                    #expect(try client.reply().text == Self.expected(body))
                    client.send("\(head)Transfer-Encoding: chunked\r\n\r\n")
                    client.send(Self.chunked(body, &random))
                    #expect(try client.reply().text == Self.expected(body))
                }
            }
            try await test.until("nothing buffered") { $0.requestBytesBuffered == 0 }
        }
    }

    @Test func bodyInSinglePacketsOfAFewBytesArrives() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                let message = Array(
                    (Self.head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n").utf8)
                for byte in message { client.send([byte]) }
                #expect(try client.reply().text == Self.expected(Array("hello".utf8)))
            }
        }
    }

    @Test func slowHandlerStopsTheClient() async throws {
        let go = Signal()
        let limits = ServerLimits.with { $0.bodyBuffer = 100_000 }
        try await TestServer.run(limits: limits) {
            $0.post("/slow", RouteOptions(bodyLimit: 100 << 20)) { request in
                var body = request.body.makeAsyncIterator()
                var count = try await body.next()?.count ?? 0
                await go.wait()
                while let chunk = try await body.next() { count += chunk.count }
                return .text("\(count)")
            }
        } _: { test in
            let port = test.port
            let size = 30 << 20
            async let reply = onThread {
                let client = try RawClient(port: port)
                client.send("POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n")
                client.send([UInt8](repeating: 7, count: size))
                return try client.reply().text
            }
            let most = limits.bodyBuffer + 256 << 10
            try await test.until("the buffer is full") {
                $0.requestBytesBuffered >= limits.bodyBuffer
            }
            let statistics = test.server.statistics
            #expect(statistics.requestBytesBuffered <= most)
            #expect(statistics.bytesReceived <= most + 128 << 10)
            go.set()
            #expect(try await reply == "\(size)")
            try await test.until("nothing buffered") { $0.requestBytesBuffered == 0 }
        }
    }

    @Test func pipelinedUploadWaitsForItsHandlerToo() async throws {
        let (first, second, parked) = (Signal(), Signal(), Counter())
        let limits = ServerLimits.with { $0.bodyBuffer = 1_000 }
        try await TestServer.run(limits: limits) {
            $0.get("/wait") { _ in
                parked.add()
                await first.wait()
                return .text("first")
            }
            $0.post("/up", RouteOptions(bodyLimit: 1 << 20)) { request in
                parked.add()
                await second.wait()
                return .text("\(try await request.body.collect(upTo: 1 << 20).count)")
            }
        } _: { test in
            let port = test.port
            let client = try await onThread {
                let client = try RawClient(port: port)
                let up = "POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n"
                client.send(
                    "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n" + up
                        + String(repeating: "a", count: 10_000))
                return Handed(client)
            }
            try await eventually("the first is parked") { parked.value == 1 }
            async let sent: Int = onThread {
                client.value.send([UInt8](repeating: 1, count: 490_000))
            }
            first.set()
            try await eventually("the second is parked") { parked.value == 2 }
            try await test.until("the buffer is full") { $0.requestBytesBuffered >= 1_000 }
            let other = try await onThread {
                let other = try RawClient(port: port)
                other.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
                return try other.reply().text
            }
            #expect(other == "first")
            #expect(test.server.statistics.bytesReceived < 10_000 + 70_000)
            second.set()
            #expect(try await sent == 490_000)
            try await onThread {
                let replies = try (0..<2).map { _ in try client.value.reply().text }
                #expect(replies == ["first", "500000"])
            }
        }
    }

    @Test func clientIsToldToContinueWhenTheHandlerReads() async throws {
        let go = Signal()
        try await TestServer.run {
            $0.post("/ask") { request in
                await go.wait()
                return .text("\(try await request.body.collect(upTo: 10).count)")
            }
        } _: { test in
            let port = test.port
            let client = try await onThread {
                let client = try RawClient(port: port)
                client.send(
                    "POST /ask HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"
                        + "Expect: 100-continue\r\n\r\n")
                return Handed(client)
            }
            try await test.until("it is waiting") { $0.activeRequests == 1 }
            #expect(test.server.statistics.bytesSent == 0)
            go.set()
            try await onThread {
                let goAhead = try client.value.reply()
                #expect(goAhead.status == 100)
                client.value.send("hello")
                let reply = try client.value.reply()
                #expect(reply.text == "5")
            }
        }
    }

    @Test func refusedExpectationClosesWithoutContinue() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                for path in ["/blind", "/nowhere", "/small"] {
                    let client = try RawClient(port: port)
                    client.send(
                        "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n"
                            + "Expect: 100-continue\r\n\r\n")
                    let reply = try client.reply()
                    #expect([200, 404, 413].contains(reply.status))
                    #expect(reply.headers["connection"] == "close")
                    #expect(try client.isClosedByServer())
                }
            }
        }
    }

    @Test func bodyOverTheLimitOfItsRouteIsRefused() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let head = "POST /small HTTP/1.1\r\nHost: x\r\n"
                for tooMuch in [
                    "Content-Length: 11\r\n\r\nhello world",
                    "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n",
                ] {
                    let client = try RawClient(port: port)
                    client.send(head + tooMuch)
                    let reply = try client.reply()
                    #expect(reply.status == 413)
                    #expect(reply.headers["connection"] == "close")
                    #expect(try client.isClosedByServer())
                }
                let client = try RawClient(port: port)
                client.send(head + "Content-Length: 10\r\n\r\nhelloworld")
                #expect(try client.reply().text == "10")
            }
        }
    }

    @Test func hugeBodyForABlindHandlerIsNotReceived() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send("POST /blind HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n\r\n")
                let sent = client.send([UInt8](repeating: 1, count: 90_000_000))
                #expect(sent < 90_000_000)
                let reply = try? client.reply()
                #expect(reply == nil || reply?.headers["connection"] == "close")
            }
            #expect(test.server.statistics.bytesReceived < 18 << 20)
        }
    }

    @Test func smallUnreadBodyIsDroppedAndTheConnectionStays() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send("POST /blind HTTP/1.1\r\nHost: x\r\nContent-Length: 40000\r\n\r\n")
                let reply = try client.reply()
                #expect(reply.text == "did not look")
                #expect(reply.headers["connection"] == nil)
                client.send([UInt8](repeating: 1, count: 40_000))
                client.send(Self.head + "Content-Length: 2\r\n\r\nhi")
                #expect(try client.reply().text == Self.expected(Array("hi".utf8)))
            }
        }
    }

    @Test func malformedChunkEndsTheBodyWithAnError() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n")
                let reply = try client.reply()
                #expect(reply.status == 400)
                #expect(reply.text == "A chunk has a malformed size.\n")
                #expect(try client.isClosedByServer())
            }
        }
    }

    @Test func clientThatVanishesInsideTheBodyFailsTheHandler() async throws {
        let failure = Failures()
        try await TestServer.run {
            $0.post("/up") { request in
                do {
                    _ = try await request.body.collect(upTo: 1 << 20)
                } catch let error as RequestBodyError {
                    failure.add(error)
                    throw error
                }
                return .text("never")
            }
        } _: { test in
            let port = test.port
            for ending in [RawClient.endSending, RawClient.reset] {
                let before = failure.all.count
                let client = try await onThread {
                    let client = try RawClient(port: port)
                    client.send("POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\nhalf")
                    return Handed(client)
                }
                try await test.until("it is read") { $0.activeRequests == 1 }
                ending(client.value)()
                try await eventually("the handler fails") { failure.all.count == before + 1 }
                try await test.until("all is let go") {
                    $0.connections == 0 && $0.activeRequests == 0 && $0.requestBytesBuffered == 0
                }
            }
            #expect(failure.all.allSatisfy { $0 == .disconnected || $0 == .cancelled })
        }
    }
}
