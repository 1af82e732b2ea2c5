import HTTPServer
import HTTPTransport
import Testing

/// Requests and their answers.
struct ExchangeTests {
    @Test func aRequestReachesTheServerAndItsAnswerComesBack() async throws {
        try await TestServer.run { router in
            router.post("/echo") { request in
                let body = try await request.body.collect(upTo: 100)
                var response = HTTPResponse.bytes(body, contentType: "text/plain")
                response.headers.add("X-Asked", request.headers["X-Ask"] ?? "")
                response.headers.add("X-Type", request.headers["Content-Type"] ?? "none")
                return response
            }
        } _: { server in
            let request = OutgoingRequest(
                .post, server.url("/echo"), fields: [HeaderField("X-Ask", "ä?")],
                body: .bytes(Array("hello".utf8)))
            let (head, body) = try await transport().send(request, upTo: 100)
            #expect(head.status == 200)
            #expect(head["x-asked"] == "ä?")
            #expect(head["X-Type"] == "none")
            #expect(String(decoding: body, as: UTF8.self) == "hello")
        }
    }

    @Test func aBodyWithoutBytesAndOneWithoutALengthAreSent() async throws {
        try await TestServer.run { router in
            router.post("/count") { request in
                let count = try await request.body.collect(upTo: 1 << 20).count
                return .text("\(request.body.announcedLength ?? -1) \(count)")
            }
        } _: { server in
            let transport = try transport()
            let pieces = Pieces(count: 3, size: 1000)
            for (body, expected) in [
                (OutgoingRequest.Body.none, "0 0"), (.bytes([]), "0 0"),
                (.stream(length: 3000, next: { pieces.next() }), "3000 3000"),
            ] {
                let request = OutgoingRequest(.post, server.url("/count"), body: body)
                let answer = try await transport.send(request, upTo: 100).body
                #expect(String(decoding: answer, as: UTF8.self) == expected)
            }
            let chunked = Pieces(count: 3, size: 1000)
            let request = OutgoingRequest(
                .post, server.url("/count"),
                body: .stream(length: nil, next: { chunked.next() }))
            let answer = try await transport.send(request, upTo: 100).body
            #expect(String(decoding: answer, as: UTF8.self) == "-1 3000")
        }
    }

    @Test func oneConnectionServesRequestsThatFollowEachOther() async throws {
        try await TestServer.run { router in
            router.get("/") { _ in .text("x") }
        } _: { server in
            let transport = try transport()
            for _ in 0..<20 {
                _ = try await transport.send(OutgoingRequest(.get, server.url("/")), upTo: 10)
            }
            #expect(server.server.statistics.connectionsAccepted == 1)
        }
    }

    @Test func noMoreConnectionsAreOpenThanAllowed() async throws {
        try await TestServer.run { router in
            router.get("/") { _ in .text("x") }
        } _: { server in
            let transport = try transport { $0.connectionsPerHost = 3 }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<60 {
                    group.addTask {
                        _ = try await transport.send(
                            OutgoingRequest(.get, server.url("/")), upTo: 10)
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.server.statistics.connectionsAccepted <= 3)
        }
    }

    @Test func anAnswerAboveTheLimitIsNotRead() async throws {
        try await TestServer.run { router in
            router.get("/") { _ in .text(String(repeating: "x", count: 1000)) }
        } _: { server in
            let transport = try transport()
            await #expect(throws: TransportError.tooLarge(limit: 999)) {
                try await transport.send(OutgoingRequest(.get, server.url("/")), upTo: 999)
            }
            let body = try await transport.send(
                OutgoingRequest(.get, server.url("/")), upTo: 1000
            ).body
            #expect(body.count == 1000)
        }
    }

    @Test func aFieldCannotSmuggleAnother() async throws {
        let transport = try transport()
        for field in [
            HeaderField("A", "b\r\nC: d"), HeaderField("A\n", "b"), HeaderField("A: b", "c"),
            HeaderField("", "b"), HeaderField("A", "\0"),
        ] {
            let request = OutgoingRequest(.get, "http://127.0.0.1:1/", fields: [field])
            await #expect {
                try await transport.open(request)
            } throws: {
                if case TransportError.badRequest = $0 { true } else { false }
            }
        }
        for url in ["file:///etc/passwd", "http://a/b c", "http://a/\r\nX: y", ""] {
            await #expect {
                try await transport.open(OutgoingRequest(.get, url))
            } throws: {
                if case TransportError.badRequest = $0 { true } else { false }
            }
        }
    }

    @Test func redirectionsAreNotFollowed() async throws {
        try await TestServer.run { router in
            router.get("/a") { _ in HTTPResponse(.found, headers: ["Location": "/b"]) }
            router.get("/b") { _ in .text("token taken") }
        } _: { server in
            let head = try await transport().send(
                OutgoingRequest(.get, server.url("/a")), upTo: 100
            ).head
            #expect(head.status == 302)
        }
    }

    @Test func aProxyIsAskedInstead() async throws {
        try await TestServer.run { router in
            router.get("/photos") { request in .text(request.headers["Host"] ?? "") }
        } _: { proxy in
            let transport = try transport { $0.proxy = .address(proxy.url("")) }
            let body = try await transport.send(
                OutgoingRequest(.get, "http://photos.invalid/photos"), upTo: 100
            ).body
            #expect(String(decoding: body, as: UTF8.self) == "photos.invalid")
        }
    }
}
