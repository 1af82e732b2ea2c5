import Foundation
import Testing

@testable import HTTPServer

@Suite struct ParkedTests {
    @Test func thousandParkedConnectionsAreAllWoken() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
        let count = 1_200
        let go = Signal()
        try await TestServer.run {
            $0.get("/poll") { _ in
                await go.wait()
                return .text("woken")
            }
            $0.get("/") { _ in .text("hi") }
        } _: { test in
            let port = test.port
            let clients = try await onThread {
                try (0..<count).map { _ in
                    let client = try RawClient(port: port)
                    client.send("GET /poll HTTP/1.1\r\nHost: x\r\n\r\n")
                    return client
                }.map(Handed.init)
            }
            try await test.until("all are parked") { $0.activeRequests == count }
            try await onThread {
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let reply = try client.reply()
                #expect(reply.text == "hi")
            }
            go.set()
            try await onThread {
                for client in clients {
                    let reply = try client.value.reply()
                    #expect(reply.text == "woken")
                }
            }
            try await test.until("none is parked") { $0.activeRequests == 0 }
        }
    }
}
