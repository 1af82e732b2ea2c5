import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct FileTests {
    private static let size = 3_000_000
    private static let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 / 7) }
    private static let tag = EntityTag("v1")

    /// Serves one file under `/f`.
    private static func run(
        tls: TLSIdentity? = nil, _ body: (TestServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, to: "file")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
        try await TestServer.run(tls: tls) {
            $0.get("/f") { request in
                .file(
                    try OpenFile(path: path), contentType: "image/x", tag: tag,
                    headers: ["X-Name": "a"], for: request)
            }
        } _: {
            try await body($0)
        }
    }

    private static func ask(_ fields: String = "", method: String = "GET") -> String {
        "\(method) /f HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
    }

    @Test func wholeFileIsSent() async throws {
        try await Self.run { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<2 {
                    client.send(Self.ask())
                    let reply = try client.reply()
                    #expect(reply.status == 200)
                    #expect(reply.headers["etag"] == "\"v1\"")
                    #expect(reply.headers["accept-ranges"] == "bytes")
                    #expect(reply.headers["last-modified"] == "Mon, 12 Jan 1970 13:46:40 GMT")
                    #expect(reply.headers["content-type"] == "image/x")
                    #expect(reply.headers["x-name"] == "a")
                    #expect(reply.body == Self.bytes)
                }
                client.send(Self.ask(method: "HEAD"))
                let head = try client.reply(toHead: true)
                #expect(head.headers["content-length"] == "\(Self.size)")
            }
        }
    }

    @Test func rangesAreSentByTheirBytes() async throws {
        try await Self.run { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                let end = Self.size - 1
                for (range, expected) in [
                    ("0-0", 0...0), ("10-19", 10...19), ("2999990-", 2_999_990...end),
                    ("-5", end - 4...end), ("0-99999999", 0...end),
                    (
                        "1000000-2500000",
                        1_000_000...2_500_000
                    ),
                ] {
                    client.send(Self.ask("Range: bytes=\(range)\r\n"))
                    let reply = try client.reply()
                    #expect(reply.status == 206)
                    #expect(
                        reply.headers["content-range"]
                            == "bytes \(expected.lowerBound)-\(expected.upperBound)/\(Self.size)")
                    #expect(reply.body[...] == Self.bytes[expected])
                }
                client.send(Self.ask("Range: bytes=3000000-\r\n"))
                let reply = try client.reply()
                #expect(reply.status == 416)
                #expect(reply.headers["content-range"] == "bytes */\(Self.size)")
                #expect(reply.body.isEmpty)
            }
        }
    }

    @Test func conditionsAreHeeded() async throws {
        try await Self.run { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                for (fields, status) in [
                    ("If-None-Match: \"v1\"\r\n", 304),
                    ("If-None-Match: \"v2\"\r\n", 200),
                    ("If-Match: \"v2\"\r\n", 412),
                    ("If-Range: \"v1\"\r\nRange: bytes=0-1\r\n", 206),
                    ("If-Range: \"v2\"\r\nRange: bytes=0-1\r\n", 200),
                ] {
                    client.send(Self.ask(fields))
                    let reply = try client.reply()
                    #expect(reply.status == status, "\(fields)")
                    #expect(reply.headers["etag"] == "\"v1\"")
                }
            }
        }
    }

    @Test func fileCutShortWhileItIsSentCutsTheConnection() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([UInt8](repeating: 1, count: 1_000), to: "file")
        let file = try OpenFile(path: path)
        truncate(path, 500)
        try await TestServer.run {
            $0.get("/f") { .file(file, contentType: "a/b", for: $0) }
        } _: { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.ask())
                #expect(throws: (any Error).self) { try client.reply() }
            }
        }
    }

    @Test func onlyRegularFilesAreOpened() throws {
        let folder = try TemporaryFolder()
        #expect(throws: HTTPServerError.self) { try OpenFile(path: folder.path) }
        #expect(throws: HTTPServerError.file(folder.path + "/no", errno: ENOENT)) {
            try OpenFile(path: folder.path + "/no")
        }
        let path = try folder.write([1, 2, 3], to: "file")
        #expect(try OpenFile(path: path).size == 3)
        symlink(path, folder.path + "/link")
        #expect(throws: HTTPServerError.file(folder.path + "/link", errno: ELOOP)) {
            try OpenFile(path: folder.path + "/link")
        }
        // A pipe must not make the server wait for its other end.
        mkfifo(folder.path + "/pipe", 0o600)
        #expect(throws: HTTPServerError.self) { try OpenFile(path: folder.path + "/pipe") }
    }
}
