import Foundation
import Testing

@testable import HTTPServer

@Suite struct StreamTests {
    private static let get = "GET /s HTTP/1.1\r\nHost: x\r\n\r\n"

    /// Serves one stream under `/s`.
    private static func run(
        limits: ServerLimits = ServerLimits(), execution: RouteExecution = .eventLoop,
        length: Int64? = nil,
        _ produce: @escaping @Sendable (ResponseWriter) async throws -> Void,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run(limits: limits) {
            $0.get("/s", RouteOptions(execution: execution)) { _ in
                HTTPResponse(body: .stream(length: length, produce))
            }
        } _: {
            try await body($0)
        }
    }

    @Test(arguments: [RouteExecution.eventLoop, .concurrent])
    func streamOfUnknownLengthComesInChunks(execution: RouteExecution) async throws {
        try await Self.run(execution: execution) { writer in
            for number in 0..<100 {
                try await writer.write(Array(repeating: UInt8(number), count: number * 50))
            }
        } _: { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<2 {
                    client.send(Self.get)
                    let reply = try client.reply()
                    #expect(reply.headers["transfer-encoding"] == "chunked")
                    let all = (0..<100).flatMap { Array(repeating: UInt8($0), count: $0 * 50) }
                    #expect(reply.body == all)
                }
                client.send("HEAD /s HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try client.reply(toHead: true).headers["transfer-encoding"] == "chunked")
                let old = try RawClient(port: port)
                old.send("GET /s HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                let reply = try old.reply()
                #expect(reply.headers["transfer-encoding"] == nil)
                #expect(reply.headers["connection"] == "close")
                #expect(reply.body.count == 99 * 100 / 2 * 50)
            }
        }
    }

    @Test func streamOfKnownLengthIsSized() async throws {
        try await Self.run(length: 6) { writer in
            try await writer.write([1, 2, 3])
            try await writer.write([])
            try await writer.write([4, 5, 6])
        } _: { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.get)
                let reply = try client.reply()
                #expect(reply.headers["content-length"] == "6")
                #expect(reply.body == [1, 2, 3, 4, 5, 6])
                client.send(Self.get)
                #expect(try client.reply().body == [1, 2, 3, 4, 5, 6])
            }
        }
    }

    @Test func sequenceIsStreamedElementByElement() async throws {
        let chunks = AsyncStream<[UInt8]> { continuation in
            for byte: UInt8 in 0..<5 { continuation.yield([byte]) }
            continuation.finish()
        }
        try await TestServer.run {
            $0.get("/s") { _ in HTTPResponse(body: .stream(chunks)) }
        } _: { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.get)
                #expect(try client.reply().body == [0, 1, 2, 3, 4])
            }
        }
    }

    @Test func failedOrShortStreamIsCut() async throws {
        for (length, written, fails) in [(nil, 3, true), (Int64(6), 3, false), (6, 6, true)] {
            try await Self.run(length: length) { writer in
                for byte in 0..<written { try await writer.write([UInt8(byte)]) }
                if fails { throw NeverHappened(description: "") }
            } _: { test in
                let port = test.port
                try await onThread {
                    let client = try RawClient(port: port)
                    client.send(Self.get)
                    let all = try client.readToEnd()
                    #expect(!all.suffix(5).elementsEqual("0\r\n\r\n".utf8))
                    client.send(Self.get)
                    #expect(throws: (any Error).self) { try client.reply() }
                }
                try await test.until("all is let go") {
                    $0.activeRequests == 0 && $0.responseBytesBuffered == 0
                }
            }
        }
    }

    @Test func nothingGoesBeyondTheAnnouncedLength() async throws {
        let failures = Counter()
        try await Self.run(length: 6) { writer in
            try await writer.write([1, 2, 3, 4])
            do {
                try await writer.write([5, 6, 7])
            } catch let error as ResponseWriteError where error == .tooLong {
                failures.add()
            }
            try await writer.write([5, 6])
        } _: { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.get)
                #expect(try client.reply().body == [1, 2, 3, 4, 5, 6])
            }
            #expect(failures.value == 1)
        }
    }

    @Test func slowReaderStopsTheProducer() async throws {
        let limits = ServerLimits.with { $0.responseBuffer = 200_000 }
        let written = Counter()
        let total = 16 << 20
        try await Self.run(limits: limits) { writer in
            let chunk = [UInt8](repeating: 9, count: 50_000)
            while written.value < total {
                try await writer.write(chunk)
                written.add(chunk.count)
            }
        } _: { test in
            let port = test.port
            let client = try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 64 << 10)
                client.send(Self.get)
                return Handed(client)
            }
            try await test.until("the buffer is full") {
                $0.responseBytesBuffered >= limits.responseBuffer
            }
            let most = limits.responseBuffer + 50_100
            #expect(test.server.statistics.responseBytesBuffered <= most)
            #expect(written.value < total / 2)
            let count = try await onThread {
                let reply = try client.value.reply()
                return reply.body.count
            }
            #expect(count >= total)
            try await test.until("nothing buffered") { $0.responseBytesBuffered == 0 }
        }
    }

    @Test func readerThatGoesFailsTheProducer() async throws {
        let failed = Signal()
        try await Self.run { writer in
            do {
                while true { try await writer.write([UInt8](repeating: 9, count: 50_000)) }
            } catch let error as ResponseWriteError {
                if error == .disconnected { failed.set() }
                throw error
            }
        } _: { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.get)
                _ = try client.read()
                client.reset()
            }
            try await eventually("the producer fails") { failed.isSet }
            try await test.until("all is let go") {
                $0.connections == 0 && $0.responseBytesBuffered == 0
            }
        }
    }

    @Test func largeAnswerOfBytesIsSentWhole() async throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try await TestServer.run {
            $0.get("/s") { _ in .bytes(bytes, contentType: "a/b") }
        } _: { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 32 << 10)
                client.send(Self.get + Self.get)
                #expect(try client.reply().body == bytes)
                #expect(try client.reply().body == bytes)
            }
            try await test.until("nothing buffered") { $0.responseBytesBuffered == 0 }
        }
    }
}
