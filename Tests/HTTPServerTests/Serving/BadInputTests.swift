import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct BadInputTests {
    private static func routes(_ router: inout Router) {
        for path in ["/", "/up", "/a"] {
            for method in [HTTPMethod.get, .post, .put] {
                router.on(method, path) { request in
                    let body = try await request.body.collect(upTo: 1 << 20)
                    return .text("took \(body.count)")
                }
            }
        }
    }

    /// Every malformed message, as one piece and byte by byte: one refusal
    /// with the right status, and the end of the connection.
    @Test(arguments: [false, true])
    func malformedRequestIsRefusedAndTheConnectionEnds(inSingleBytes: Bool) async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                for (text, failure) in Messages.bad {
                    let client = try RawClient(port: port)
                    if inSingleBytes {
                        for byte in text.utf8 { client.send([byte]) }
                    } else {
                        client.send(text + "GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
                    }
                    let all = String(decoding: try client.readToEnd(), as: UTF8.self)
                    let status = failure.refusal.status.code
                    #expect(
                        all.hasPrefix("HTTP/1.1 \(status) "), "\(text.debugDescription): \(all)")
                    #expect(
                        all.components(separatedBy: "\r\nDate: ").count == 2,
                        "\(text.debugDescription): \(all)")
                    #expect(all.contains("\r\nConnection: close\r\n"))
                }
            }
            let expected = Messages.bad.count
            #expect(test.server.statistics.malformedRequests == expected)
            try await test.until("all is let go") {
                $0.connections == 0 && $0.activeRequests == 0
            }
        }
    }

    @Test func hiddenRequestOfASmugglerIsNeverHandled() async throws {
        let reached = Counter()
        try await TestServer.run {
            Self.routes(&$0)
            $0.get("/hidden") { _ in
                reached.add()
                return .text("")
            }
        } _: { test in
            let port = test.port
            try await onThread {
                let hidden = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"
                let head = "POST /up HTTP/1.1\r\nHost: x\r\n"
                for attempt in [
                    "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                    "Transfer-Encoding: chunked\r\nContent-Length: 100\r\n\r\n0\r\n\r\n",
                    "Content-Length: 0\r\nContent-Length: 44\r\n\r\n",
                    "Content-Length: 0, 44\r\n\r\n",
                    "Content-Length : 44\r\n\r\n",
                    "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
                    "Transfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n",
                    "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                    "X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                    "X: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                    "X: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                    "Transfer-Encoding: chunked\r\n\r\n0;\n\r\n",
                    "Transfer-Encoding: chunked\r\n\r\n1\r\nZZ\r\n0\r\n\r\n",
                    "Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\n\r\n",
                ] {
                    let client = try RawClient(port: port)
                    client.send(head + attempt + hidden)
                    let all = String(decoding: try client.readToEnd(), as: UTF8.self)
                    #expect(
                        all.hasPrefix("HTTP/1.1 4") || all.hasPrefix("HTTP/1.1 501"), "\(attempt)")
                }
                // Inside a body it is only a body.
                let client = try RawClient(port: port)
                client.send("\(head)Content-Length: \(hidden.utf8.count)\r\n\r\n\(hidden)")
                #expect(try client.reply().text == "took \(hidden.utf8.count)")
            }
            #expect(reached.value == 0)
        }
    }

    @Test func oversizedHeadsAreRefusedWithoutReadingThem() async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                let start = "GET / HTTP/1.1\r\nHost: x\r\n"
                let megabyte = String(repeating: "a", count: 1 << 20)
                let many = (0..<3_000).map { "a\($0): b\r\n" }.joined()
                for (text, status) in [
                    (start + "X: " + megabyte, 431), (start + many + "\r\n", 431),
                    ("GET /" + megabyte, 414), (megabyte, 414),
                ] {
                    let client = try RawClient(port: port)
                    client.send(text)
                    #expect(try client.reply().status == status)
                    #expect(try client.isClosedByServer())
                }
            }
            try await test.until("all is let go") { $0.connections == 0 }
        }
    }

    @Test(arguments: Seeds.first(8))
    func randomBytesNeverHarmTheServer(seed: UInt64) async throws {
        try await TestServer.run(routes: Self.routes) { test in
            let port = test.port
            try await onThread {
                var random = SplitMix64(seed: seed)
                let good = Messages.good.joined()
                for _ in 0..<40 {
                    var bytes = Array(good.utf8).prefix(Int.random(in: 0...2_000, using: &random))
                    for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                        let place = bytes.indices.randomElement(using: &random)!
                        bytes[place] = UInt8.random(in: 0...255, using: &random)
                    }
                    let client = try RawClient(port: port)
                    client.send(Array(bytes))
                    if Bool.random(using: &random) {
                        client.endSending()
                        _ = try client.readToEnd()
                    } else if Bool.random(using: &random) {
                        client.reset()
                    }
                }
                let client = try RawClient(port: port)
                client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try client.reply().text == "took 0")
            }
            try await test.until("all is let go") {
                $0.activeRequests == 0 && $0.requestBytesBuffered == 0
                    && $0.responseBytesBuffered == 0 && $0.connections == 0
            }
        }
    }
}
