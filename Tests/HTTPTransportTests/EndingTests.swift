import HTTPServer
import HTTPTransport
import TestSupport
import Testing

/// How exchanges end early.
struct EndingTests {
    @Test func cancellingTheTaskEndsAParkedRequestOnBothSides() async throws {
        let (isParked, isCancelled) = (Signal(), Signal())
        try await TestServer.run { router in
            router.get("/") { _ in
                isParked.set()
                await untilCancelled()
                isCancelled.set()
                return .text("too late")
            }
        } _: { server in
            let transport = try transport()
            let request = OutgoingRequest(.get, server.url("/"))
            let task = Task { try await transport.send(request, upTo: 10).head.status }
            await isParked.wait()
            task.cancel()
            await #expect(throws: TransportError.cancelled) { try await task.value }
            await isCancelled.wait()
        }
    }

    @Test func manyRequestsCancelledAtAnyMomentEndOnce() async throws {
        try await TestServer.run { router in
            router.get("/") { _ in .text("x") }
        } _: { server in
            let transport = try transport()
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<400 {
                    group.addTask {
                        let request = OutgoingRequest(.get, server.url("/"))
                        let task = Task { try await transport.send(request, upTo: 10).body }
                        for _ in 0..<(index % 7) { await Task.yield() }
                        if index % 3 > 0 { task.cancel() }
                        let result = await task.result
                        switch result {
                        case .success(let body): #expect(body == [120])
                        case .failure(let error):
                            #expect(error as? TransportError == .cancelled)
                            #expect(index % 3 > 0)
                        }
                    }
                }
            }
        }
    }

    @Test func anAnswerThatNobodyHoldsIsCut() async throws {
        let isCut = Signal()
        try await TestServer.run { router in
            router.get("/") { _ in
                HTTPResponse(
                    body: .stream(length: nil) { writer in
                        defer { isCut.set() }
                        while true { try await writer.write([UInt8](repeating: 0, count: 65536)) }
                    })
            }
        } _: { server in
            var response: IncomingResponse? = try await transport().open(
                OutgoingRequest(.get, server.url("/")))
            #expect(try await response?.next() != nil)
            response = nil
            await isCut.wait()
        }
    }

    @Test func closingEndsWhatIsUnderWayAndWhatComesLater() async throws {
        let isParked = Signal()
        try await TestServer.run { router in
            router.get("/") { _ in
                isParked.set()
                await untilCancelled()
                return .text("")
            }
        } _: { server in
            let transport = try transport()
            let request = OutgoingRequest(.get, server.url("/"))
            let task = Task { try await transport.send(request, upTo: 10).head.status }
            await isParked.wait()
            transport.close()
            await #expect(throws: TransportError.closed) { try await task.value }
            await #expect(throws: TransportError.closed) { try await transport.open(request) }
        }
    }

    @Test func aServerThatSaysNothingIsGivenUp() async throws {
        try await TestServer.run { router in
            router.get("/") { _ in
                await untilCancelled()
                return .text("")
            }
        } _: { server in
            let transport = try transport()
            let silence = OutgoingRequest(
                .get, server.url("/"), limits: TimeLimits(silence: .milliseconds(50)))
            await #expect(throws: TransportError.timedOut(.silence)) {
                try await transport.open(silence)
            }
            let whole = OutgoingRequest(
                .get, server.url("/"), limits: TimeLimits(whole: .milliseconds(50)))
            await #expect(throws: TransportError.timedOut(.whole)) {
                try await transport.open(whole)
            }
        }
    }

    @Test func aCutIsNotTheEndOfABody() async throws {
        try await TestServer.run { router in
            for (path, length) in [("/length", Int64(10)), ("/chunks", nil)] {
                router.get(path) { _ in
                    HTTPResponse(
                        body: .stream(length: length) { writer in
                            try await writer.write([1, 2, 3])
                            throw ConnectionAbort()
                        })
                }
            }
            router.get("/none") { _ in throw ConnectionAbort() }
        } _: { server in
            let transport = try transport()
            for path in ["/length", "/chunks", "/none"] {
                await #expect {
                    try await transport.send(OutgoingRequest(.get, server.url(path)), upTo: 100)
                } throws: {
                    if case .cut = $0 as? TransportError { true } else { false }
                }
            }
        }
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 ", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", "\r\n\r\n", "HTTP/9.9 abc\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ])
    func whatIsNotHTTPGivesATypedErrorThatMayPass(_ answer: String) async throws {
        let raw = try RawServer(answering: answer)
        let request = OutgoingRequest(.get, "http://127.0.0.1:\(raw.port)/")
        await #expect {
            try await transport().send(request, upTo: 100)
        } throws: {
            ($0 as? TransportError)?.isRetryable == true
        }
    }

    @Test func aPortWhereNobodyListensIsUnreachable() async throws {
        // A free port: its listener is gone when the raw server has answered.
        let raw = try RawServer(answering: "")
        let request = OutgoingRequest(.get, "http://127.0.0.1:\(raw.port)/")
        _ = try? await transport().send(request, upTo: 10)
        await #expect {
            try await transport().send(request, upTo: 10)
        } throws: {
            if case .unreachable = $0 as? TransportError { true } else { false }
        }
    }
}
