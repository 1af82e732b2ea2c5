import TestSupport
import Testing

@testable import HTTPServer

@Suite struct AnsweringTests {
    @Test func smallRequestIsAnsweredAndTheConnectionStays() async throws {
        try await TestServer.run {
            $0.get("/hello") { _ in .text("hi") }
        } _: { test in
            let port = test.port
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<3 {
                    client.send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
                    let reply = try client.reply()
                    #expect(reply.status == 200)
                    #expect(reply.text == "hi")
                    #expect(reply.headers["date"] == "Thu, 01 Jan 1970 00:00:00 GMT")
                    #expect(reply.headers["connection"] == nil)
                }
            }
        }
    }
}
