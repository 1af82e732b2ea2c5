import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct AnsweringTests {
    private static let get = "GET /hello HTTP/1.1\r\nHost: x\r\n"

    private static func routes(_ router: inout Router) {
        router.get("/hello") { _ in .text("hi") }
        router.get("/off") { _ in .text("hi") }
        router.get("/thread", RouteOptions(execution: .concurrent)) { _ in .text("hi") }
        router.post("/echo") { request in
            .bytes(try await request.body.collect(upTo: 100), contentType: "application/json")
        }
        router.get("/who/{name}") { request in
            .text("\(request.parameters["name"]) \(request.client) \(request.isSecure)")
        }
        router.get("/none") { _ in HTTPResponse(.noContent) }
        router.get("/throws") { _ in throw NeverHappened(description: "secret") }
        router.get("/refuses") { _ in
            throw RequestFailure(.conflict, "Not now.", headers: ["Retry-After": "7"])
        }
        router.get("/cut") { _ in throw ConnectionAbort() }
    }

    @Test(arguments: ["/hello", "/thread"])
    func smallRequestIsAnsweredAndTheConnectionStays(path: String) async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<3 {
                    client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
                    let reply = try client.reply()
                    #expect(reply.status == 200)
                    #expect(reply.text == "hi")
                    #expect(reply.headers["date"] == "Thu, 01 Jan 1970 00:00:00 GMT")
                    #expect(reply.headers["content-type"] == "text/plain; charset=utf-8")
                    #expect(reply.headers["connection"] == nil)
                }
            }
            #expect(test.server.statistics.requests == 3)
            #expect(test.server.statistics.connectionsAccepted == 1)
            try await test.until("nothing under way") { $0.activeRequests == 0 }
        }
    }

    @Test func dateFollowsTheClock() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let (port, clock) = (test.port, test.clock)
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.get + "\r\n")
                #expect(try client.reply().headers["date"] == "Thu, 01 Jan 1970 00:00:00 GMT")
                clock.advance(by: .seconds(1))
                client.send(Self.get + "\r\n")
                #expect(try client.reply().headers["date"] == "Thu, 01 Jan 1970 00:00:01 GMT")
            }
        }
    }

    @Test func headHasTheLengthAndNoBody() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send("HEAD /hello HTTP/1.1\r\nHost: x\r\n\r\n" + Self.get + "\r\n")
                let head = try client.reply(toHead: true)
                #expect(head.headers["content-length"] == "2")
                #expect(try client.reply().text == "hi")
            }
        }
    }

    @Test func statusWithoutBodyHasNoLength() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send("GET /none HTTP/1.1\r\nHost: x\r\n\r\n" + Self.get + "\r\n")
                let reply = try client.reply()
                #expect(reply.status == 204)
                #expect(reply.headers["content-length"] == nil)
                #expect(try client.reply().text == "hi")
            }
        }
    }

    @Test func connectionEndsWhenTheClientWantsItTo() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                for (version, field, stays) in [
                    ("1.1", "Connection: close\r\n", false), ("1.0", "", false),
                    ("1.0", "Connection: keep-alive\r\n", true),
                ] {
                    let client = try RawClient(port: port)
                    client.send("GET /hello HTTP/\(version)\r\nHost: x\r\n\(field)\r\n")
                    let reply = try client.reply()
                    #expect(reply.text == "hi")
                    #expect(reply.headers["connection"] == (stays ? "keep-alive" : "close"))
                    guard !stays else {
                        client.send(Self.get + "\r\n")
                        #expect(try client.reply().text == "hi")
                        continue
                    }
                    #expect(try client.isClosedByServer())
                }
            }
        }
    }

    @Test func thousandPipelinedRequestsAreAnsweredInOrder() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                let requests = (0..<1_000).map { number in
                    let body = "\(number)"
                    return "POST /echo HTTP/1.1\r\nHost: x\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
                }
                client.send(requests.joined())
                for number in 0..<1_000 {
                    #expect(try client.reply().text == "\(number)")
                }
            }
        }
    }

    @Test func pipelinedRequestsWaitOutsideWhileOneIsAnswered() async throws {
        let go = Signal()
        try await TestServer.run {
            $0.get("/wait") { _ in
                await go.wait()
                return .text("done")
            }
            $0.get("/hello") { _ in .text("hi") }
        } _: { test in
            let port = test.port
            let client = try await onThread {
                let client = try RawClient(port: port)
                client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
                return Handed(client)
            }
            try await test.until("one is waiting") { $0.activeRequests == 1 }
            let (sent, requests) = try await onThread {
                let one = Array((Self.get + "\r\n").utf8)
                let many = Array(repeating: one, count: 1_000).flatMap(\.self)
                var sent = 0
                while sent < 512 << 10 {
                    let count = client.value.sendWithoutWaiting(
                        Array(many.dropFirst(sent % one.count)))
                    sent += count
                    if count == 0 { break }
                }
                return (sent, sent / one.count)
            }
            #expect(sent > 10 * ServerLimits().headSize)
            let limit = ServerLimits().headSize + 64
            #expect(test.server.statistics.bytesReceived <= limit)
            go.set()
            try await onThread {
                let first = try client.value.reply()
                #expect(first.text == "done")
                for _ in 0..<requests {
                    let reply = try client.value.reply()
                    #expect(reply.text == "hi")
                }
            }
        }
    }

    @Test func errorsOfHandlersBecomeAnswers() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                func ask(_ method: String, _ path: String) throws -> RawClient.Reply {
                    client.send("\(method) \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
                    return try client.reply()
                }
                let broken = try ask("GET", "/throws")
                #expect(broken.status == 500)
                #expect(!broken.text.contains("secret"))
                let refused = try ask("GET", "/refuses")
                #expect(refused.status == 409)
                #expect(refused.text == "Not now.\n")
                #expect(refused.headers["retry-after"] == "7")
                #expect(try ask("GET", "/nowhere").status == 404)
                let other = try ask("PUT", "/hello")
                #expect(other.status == 405)
                #expect(other.headers["allow"] == "GET, HEAD, OPTIONS")
                #expect(try ask("OPTIONS", "/hello").headers["allow"] == "GET, HEAD, OPTIONS")
                #expect(try ask("OPTIONS", "*").status == 204)
                client.send("GET /cut HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try client.isClosedByServer())
            }
        }
    }

    @Test func failuresTakeTheFormTheRouterGivesThem() async throws {
        try await TestServer.run {
            Self.routes(&$0)
            $0.failureResponse = { failure, path in
                .bytes(
                    Array("{\(failure.status.code) \(path ?? "-")}".utf8), contentType: "a/b",
                    status: failure.status)
            }
            $0.failure = { error, _ in RequestFailure(.insufficientStorage, "\(error)") }
        } _: { test in
            let port = test.port
            try await onThread {
                for (request, status, text) in [
                    ("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n", 404, "{404 /nowhere}"),
                    ("GET /throws HTTP/1.1\r\nHost: x\r\n\r\n", 507, "{507 /throws}"),
                    ("nonsense\r\n\r\n", 400, "{400 -}"),
                ] {
                    let client = try RawClient(port: port)
                    client.send(request)
                    let reply = try client.reply()
                    #expect(reply.status == status)
                    #expect(reply.text == text)
                }
            }
        }
    }

    @Test func middlewareWrapsHandlersAndUnknownRoutes() async throws {
        try await TestServer.run {
            Self.routes(&$0)
            for name in ["outer", "inner"] {
                $0.wrap { request, next in
                    if request.headers["X-Stop"] == name { return .text("stopped by \(name)") }
                    var response = try await next(request)
                    response.headers.add("X-Passed", name)
                    return response
                }
            }
            $0.wrap { request, next in
                do {
                    return try await next(request)
                } catch let failure as RequestFailure {
                    return .text("caught \(failure.status.code)")
                }
            }
        } _: { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.get + "\r\n")
                let reply = try client.reply()
                #expect(reply.text == "hi")
                #expect(reply.headers["x-passed"] == "outer")
                client.send(Self.get + "X-Stop: inner\r\n\r\n")
                #expect(try client.reply().text == "stopped by inner")
                client.send("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try client.reply().text == "caught 404")
            }
        }
    }

    @Test func clientIsWhomATrustedProxyNames() async throws {
        try await TestServer.run {
            $0.trustedProxies = [.loopback]
        } routes: {
            Self.routes(&$0)
        } _: { test in
            let port = test.port
            try await onThread {
                let path = "GET /who/m%C3%A9 HTTP/1.1\r\nHost: x\r\n"
                let proxied = try RawClient(port: port)
                proxied.send(path + "X-Forwarded-For: 6.6.6.6, 2001:db8::7\r\n\r\n")
                #expect(try proxied.reply().text == "mé 2001:db8::7 false")
                proxied.send(path + "X-Forwarded-For: nonsense\r\n\r\n")
                #expect(try proxied.reply().text == "mé 127.0.0.1 false")
                let other = try RawClient(port: port, from: 0x7F00_0002)
                other.send(path + "X-Forwarded-For: 6.6.6.6\r\n\r\n")
                #expect(try other.reply().text == "mé 127.0.0.2 false")
            }
        }
    }

    @Test func everyRequestIsReportedOnce() async throws {
        let records = Records()
        try await TestServer.run {
            $0.onRequestEnd = { records.add($0) }
        } routes: {
            Self.routes(&$0)
        } _: { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
                _ = try client.reply()
                client.send("GET /cut HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try client.isClosedByServer())
                let bad = try RawClient(port: port)
                bad.send("nonsense\r\n")
                _ = try bad.reply()
            }
            try await eventually("three records") { records.all.count == 3 }
            #expect(records.all.map(\.status) == [200, nil, 400])
            #expect(records.all.map(\.path) == ["/echo", "/cut", nil])
            #expect(records.all[0].method == .post)
            #expect(records.all[0].bodyBytesReceived == 5)
            #expect(records.all[0].bytesSent > 5)
        }
    }
}
