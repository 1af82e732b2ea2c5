import HTTPServer
import HTTPTransport
import Testing

/// Large bodies, at the pace of who takes them.
struct StreamingTests {
    /// 500 MB.
    private static let pieces = 500
    private static let pieceSize = 1_000_000
    /// What waits in sockets, in the server and in the transport together.
    private static let mostUnderWay = 24 << 20

    @Test func aDownloadComesAtThePaceOfItsReader() async throws {
        let lead = Lead()
        try await TestServer.run { router in
            router.get("/") { _ in
                HTTPResponse(
                    body: .stream(length: nil) { writer in
                        let piece = [UInt8](repeating: 3, count: Self.pieceSize)
                        for _ in 0..<Self.pieces {
                            lead.made(piece.count)
                            try await writer.write(piece)
                        }
                    })
            }
        } _: { server in
            let response = try await transport().open(OutgoingRequest(.get, server.url("/")))
            while let piece = try await response.next() { lead.took(piece.count) }
            #expect(lead.taken == Self.pieces * Self.pieceSize)
            #expect(lead.most < Self.mostUnderWay)
        }
    }

    @Test func anUploadIsMadeAtThePaceOfTheServer() async throws {
        let lead = Lead()
        try await TestServer.run { router in
            router.post("/", RouteOptions(bodyLimit: 1 << 40)) { request in
                for try await chunk in request.body { lead.took(chunk.count) }
                return .text("\(lead.taken)")
            }
        } _: { server in
            let pieces = Pieces(count: Self.pieces, size: Self.pieceSize, lead: lead)
            let request = OutgoingRequest(
                .post, server.url("/"),
                body: .stream(
                    length: Int64(Self.pieces * Self.pieceSize), next: { pieces.next() }))
            let answer = try await transport().send(request, upTo: 100).body
            #expect(String(decoding: answer, as: UTF8.self) == "500000000")
            #expect(lead.most < Self.mostUnderWay)
        }
    }

    private struct Unreadable: Error {}

    @Test func aSourceThatFailsEndsTheUpload() async throws {
        let begun = Signal()
        let cut = Signal()
        try await TestServer.run { router in
            router.post("/", RouteOptions(bodyLimit: 1 << 40)) { request in
                do {
                    for try await _ in request.body { begun.set() }
                } catch {
                    cut.set()
                    throw error
                }
                return .text("complete")
            }
        } _: { server in
            let pieces = Pieces(count: 2, size: 100_000)
            let request = OutgoingRequest(
                .post, server.url("/"),
                body: .stream(length: 1_000_000) {
                    if let piece = pieces.next() { return piece }
                    await begun.wait()
                    throw Unreadable()
                })
            await #expect(throws: TransportError.sourceFailed("Unreadable()")) {
                try await transport().send(request, upTo: 100)
            }
            await cut.wait()
        }
    }

    @Test func aSourceThatFailsAtOnceMayNotEvenReachTheServer() async throws {
        try await TestServer.run { router in
            router.post("/", RouteOptions(bodyLimit: 1 << 40)) { request in
                for try await _ in request.body {}
                return .text("complete")
            }
        } _: { server in
            let request = OutgoingRequest(
                .post, server.url("/"), body: .stream(length: 1) { throw Unreadable() })
            for _ in 0..<100 {
                await #expect(throws: TransportError.sourceFailed("Unreadable()")) {
                    try await transport().send(request, upTo: 100)
                }
            }
        }
    }

    @Test func aRefusalEndsAnUploadBeforeAllIsSent() async throws {
        try await TestServer.run { router in
            router.post("/", RouteOptions(bodyLimit: 1 << 40)) { _ in
                HTTPResponse(.forbidden, body: .bytes([1]))
            }
        } _: { server in
            let lead = Lead()
            let pieces = Pieces(count: 500, size: 1_000_000, lead: lead)
            let request = OutgoingRequest(
                .post, server.url("/"),
                body: .stream(length: 500_000_000, next: { pieces.next() }))
            let head = try await transport().send(request, upTo: 100).head
            #expect(head.status == 403)
            #expect(lead.most < 500_000_000)
        }
    }

    @Test func aDownloadGoesOnWhereItWasCut() async throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let asked = Asked()
        try await TestServer.run { router in
            router.get("/") { request in
                let range = request.headers["Range"]
                asked.add(range ?? "all")
                let start = range.flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
                let end = min(bytes.count, start + 100_000)
                var response = HTTPResponse(start == 0 ? .ok : .partialContent)
                response.headers.add("ETag", "\"one\"")
                response.headers.add(
                    "Content-Range", "bytes \(start)-\(bytes.count - 1)/\(bytes.count)")
                // Announces all and gives a third.
                response.body = .stream(length: Int64(bytes.count - start)) { writer in
                    try await writer.write(Array(bytes[start..<end]))
                    if end < bytes.count { throw ConnectionAbort() }
                }
                return response
            }
        } _: { server in
            var got: [UInt8] = []
            let download = Download(OutgoingRequest(.get, server.url("/")))
            let outcome = try await download.run(over: transport()) { got += $0 }
            guard case .complete = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(got == bytes)
            #expect(asked.all == ["all", "bytes=100000-", "bytes=200000-"])
        }
    }

    @Test func aDownloadOfWhatChangedMeanwhileFails() async throws {
        let asked = Asked()
        try await TestServer.run { router in
            router.get("/") { request in
                asked.add("")
                var response = HTTPResponse()
                response.headers.add("ETag", "\"\(asked.all.count)\"")
                response.body = .stream(length: 10) { writer in
                    try await writer.write([1, 2, 3])
                    throw ConnectionAbort()
                }
                return response
            }
        } _: { server in
            let transport = try transport()
            await #expect(throws: TransportError.changedMeanwhile) {
                try await Download(OutgoingRequest(.get, server.url("/")))
                    .run(over: transport) { _ in }
            }
        }
    }
}
