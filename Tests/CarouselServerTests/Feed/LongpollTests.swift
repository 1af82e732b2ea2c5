import Foundation
import Testing

@testable import CarouselServer

@Suite struct LongpollTests {
    private static func request(_ cursor: String) -> [UInt8] {
        let body = #"{"cursor":"\#(cursor)","timeout":480}"#
        return Array(
            """
            POST /2/files/list_folder/longpoll HTTP/1.1\r\nHost: localhost\r\n\
            Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
            """.utf8)
    }

    private static func cursor(
        _ server: ServerFixture, _ argument: String, token: String? = nil
    ) throws -> String {
        let latest = try server.rpc(
            "files/list_folder/get_latest_cursor", argument, token: token)
        return try #require(latest.object["cursor"] as? String)
    }

    private static func parked(_ server: ServerFixture) throws -> Int {
        let text = try RawClient(port: server.port).call("GET", "/metrics").text
        let line = text.split(separator: "\n").first { $0.hasPrefix("carousel_parked_polls ") }
        return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
    }

    @Test func aCommitWakesWhoeverFollowsWhatChanged() async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/f/a")
            try server.put("b", at: "/b", token: server.bob)
            let clients = try [
                (#"{"path":"","recursive":true}"#, server.ada),
                (#"{"path":"/f"}"#, server.ada), (#"{"path":"","recursive":true}"#, server.bob),
            ].map { argument, token in
                let client = try RawClient(port: server.port)
                try client.send(
                    Self.request(try Self.cursor(server, argument, token: token)))
                return client
            }
            while try Self.parked(server) < 3 {}
            try server.put("elsewhere", at: "/g/x")
            #expect(try clients[0].answer().object["changes"] as? Bool == true)
            // Neither the other folder's client nor the other account's hears of it.
            while try Self.parked(server) != 2 {}
            try server.put("here", at: "/f/x")
            #expect(try clients[1].answer().object["changes"] as? Bool == true)
            // What changes nothing in the tree wakes nobody.
            _ = try server.upload(
                "files/upload_session/start", "{}", [1, 2, 3], token: server.bob)
            #expect(try Self.parked(server) == 1)
            try server.put("at last", at: "/b", token: server.bob)
            #expect(try clients[2].answer().object["changes"] as? Bool == true)
        }
    }

    @Test func whoWaitsForARemovedUsersChangesIsToldToBeginAnew() async throws {
        try await ServerFixture.run { server in
            for number in 0..<3 { try server.put("\(number)", at: "/f/\(number)") }
            let client = try RawClient(port: server.port)
            try client.send(Self.request(try Self.cursor(server, #"{"path":"/f"}"#)))
            while try Self.parked(server) < 1 {}
            // Told so before any row is forgotten: nobody looks again and again.
            let account = try #require(try server.book.users().first { $0.login == "ada" }).account
            try server.book.removeUser("ada")
            server.server.store.close(account)
            #expect(try client.answer().summary == "reset/..")
            #expect(try RawClient(port: server.port).call("GET", "/health").status == 200)
            #expect(try Self.parked(server) == 0)
            await server.server.tidy()
        }
    }

    @Test func whoHangsUpIsForgotten() async throws {
        try await ServerFixture.run { server in
            var client: RawClient? = try RawClient(port: server.port)
            try client?.send(Self.request(try Self.cursor(server, #"{"path":""}"#)))
            while try Self.parked(server) < 1 {}
            client = nil
            while try Self.parked(server) > 0 {}
        }
    }

    @Test func aCursorBehindTheFeedIsAnsweredAtOnce() async throws {
        try await ServerFixture.run { server in
            let cursor = try Self.cursor(server, #"{"path":""}"#)
            try server.put("a", at: "/a")
            let client = try RawClient(port: server.port)
            try client.send(Self.request(cursor))
            #expect(try client.answer().object["changes"] as? Bool == true)
            let first = try server.rpc("files/list_folder", #"{"path":"","limit":1}"#)
            try server.put("b", at: "/b")
            let page = try #require(first.object["cursor"] as? String)
            try client.send(Self.request(page))
            #expect(try client.answer().object["changes"] as? Bool == true)
        }
    }

    @Test func shuttingDownAnswersWhoeverWaits() async throws {
        try await ServerFixture.run { server in
            let client = try RawClient(port: server.port)
            try client.send(Self.request(try Self.cursor(server, #"{"path":""}"#)))
            while try Self.parked(server) < 1 {}
            async let stopped: Void = server.server.shutDown(within: .seconds(30))
            #expect(try client.answer().object["changes"] as? Bool == false)
            await stopped
        }
    }
}
