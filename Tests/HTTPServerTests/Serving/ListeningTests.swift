import Foundation
import Testing

@testable import HTTPServer

@Suite struct ListeningTests {
    @Test func serverListensOnSeveralAddressesAndBothFamilies() async throws {
        let any = try #require(SocketAddress("[::]:0"))
        try await TestServer.run {
            $0.listeners.append(.init(any))
        } routes: {
            $0.get("/") { .text("\($0.client)") }
        } _: { test in
            let addresses = test.server.addresses
            #expect(addresses.count == 2)
            #expect(addresses[1].description.hasPrefix("[::]:"))
            try await onThread {
                for address in addresses {
                    let client = try RawClient(port: address.port)
                    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    #expect(try client.reply().text == "127.0.0.1")
                }
            }
        }
    }

    @Test func connectionsAreSpreadOverTheLoops() async throws {
        let threads = ThreadNames()
        try await TestServer.run {
            $0.eventLoops = 3
        } routes: {
            $0.get("/") { _ in
                threads.add(UInt(pthread_self()))
                return .text("hi")
            }
        } _: { test in
            let port = test.port
            try await onThread {
                let clients = try (0..<30).map { _ in try RawClient(port: port) }
                for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
                for client in clients { _ = try client.reply() }
            }
            #expect(threads.counts.sorted() == [10, 10, 10])
        }
    }
}
