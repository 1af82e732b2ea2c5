import Foundation
import Testing

@testable import CarouselServer

/// The forms around arguments and answers, as clients depend on them.
@Suite struct WireFormTests {
    @Test func answersHaveExactlyTheTypesThatClientsCompare() async throws {
        try await ServerFixture.run { server in
            let good = try server.rpc("users/get_space_usage", "null")
            #expect(good.status == 200 && good["Content-Type"] == "application/json")
            #expect(good["X-Dropbox-Request-Id"]?.count == 32)
            let refused = try server.rpc("files/get_metadata", #"{"path":"/no"}"#)
            #expect(refused.status == 409 && refused["Content-Type"] == "application/json")
            #expect(refused.summary == "path/not_found/..")
            let stranger = try server.rpc("files/list_folder", #"{"path":""}"#, token: "nobody")
            #expect(stranger.status == 401 && stranger["Content-Type"] == "application/json")
            #expect(stranger.summary == "invalid_access_token/..")
            let unknown = try server.rpc("files/nonsense", "null")
            #expect(unknown.status == 400 && unknown.text.contains("files/nonsense"))
            #expect(unknown["X-Dropbox-Request-Id"] != nil)
        }
    }

    @Test func anArgumentMayBeAbsentWhereThereIsNone() async throws {
        try await ServerFixture.run { server in
            let authorization = [("Authorization", "Bearer " + server.ada)]
            for (type, body) in [
                (nil, ""), ("application/json", "null"),
                ("application/json; charset=utf-8", "null"),
                ("text/plain; charset=dropbox-cors-hack", "null"), ("application/json", "{}"),
            ] {
                let answer = try RawClient(port: server.port).call(
                    "POST", "/2/users/get_current_account",
                    authorization + (type.map { [("Content-Type", $0)] } ?? []), Array(body.utf8))
                #expect(answer.status == 200, "\(type ?? "none") \(body)")
            }
            let wrong = try RawClient(port: server.port).call(
                "POST", "/2/users/get_current_account",
                authorization + [("Content-Type", "application/xml")], Array("<a/>".utf8))
            #expect(wrong.status == 400 && wrong.text.contains("Content-Type"))
        }
    }

    @Test func headersCarryNamesEscapedOrRaw() async throws {
        try await ServerFixture.run { server in
            let raw = try server.upload("files/upload", #"{"path":"/ü 日本 😀.txt"}"#, Array("x".utf8))
            #expect(raw.status == 200)
            let escaped = try server.upload(
                "files/download", #"{"path":"/\u00fc \u65e5\u672c \ud83d\ude00.txt"}"#)
            #expect(escaped.status == 200 && escaped.text == "x")
            let result = try #require(escaped["Dropbox-API-Result"])
            #expect(result.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(result.contains(#"\ud83d\ude00"#))
        }
    }

    @Test func downloadsAnswerGetWithConditionsAndRanges() async throws {
        try await ServerFixture.run { server in
            try server.put("0123456789", at: "/d")
            let path =
                "/2/files/download?arg=%7B%22path%22%3A%22/d%22%7D&authorization=Bearer%20"
                + server.ada
            let whole = try RawClient(port: server.port).call("GET", path)
            let tag = try #require(whole["ETag"])
            #expect(whole.status == 200 && whole.text == "0123456789")
            let same = try RawClient(port: server.port).call("GET", path, [("If-None-Match", tag)])
            #expect(same.status == 304)
            for (range, text) in [("bytes=2-4", "234"), ("bytes=7-", "789"), ("bytes=-2", "89")] {
                let part = try RawClient(port: server.port).call(
                    "POST", "/2/files/download",
                    [
                        ("Authorization", "Bearer " + server.ada),
                        ("Dropbox-API-Arg", #"{"path":"/d"}"#), ("Range", range),
                    ])
                #expect(part.status == 206 && part.text == text, "\(range)")
            }
        }
    }

    @Test func routesOfOtherHostsAndVersionsOfTheWire() async throws {
        try await ServerFixture.run { server in
            let head = try RawClient(port: server.port).call("HEAD", "/")
            #expect(head.status == 200)
            let doubled = try server.rpc("files/get_metadata", #"{"path":"//no/such"}"#)
            #expect(doubled.summary == "path/not_found/..")
            let longpoll = try server.rpc("files/list_folder/longpoll", #"{"cursor":"x"}"#)
            #expect(longpoll.status == 400)
            let anonymous = try RawClient(port: server.port).call(
                "POST", "/2/files/list_folder/longpoll", [("Content-Type", "application/json")],
                Array(#"{"cursor":"x"}"#.utf8))
            #expect(anonymous.status == 409 && anonymous.summary == "reset/..")
            let short = try RawClient(port: server.port).call(
                "POST", "/2/files/list_folder/longpoll", [("Content-Type", "application/json")],
                Array(#"{"cursor":"x","timeout":29}"#.utf8))
            #expect(short.status == 400)
        }
    }

    @Test func aForeignRootIsUnprocessable() async throws {
        try await ServerFixture.run { server in
            let statuses = [
                #"{".tag":"home"}"#: 200, #"{".tag":"root","root":"1"}"#: 200,
                #"{".tag":"root","root":"2"}"#: 422,
                #"{".tag":"namespace_id","namespace_id":"2"}"#: 422, "nonsense": 400,
            ]
            for (root, status) in statuses {
                let answer = try server.rpc(
                    "files/list_folder", #"{"path":""}"#,
                    headers: [("Dropbox-API-Path-Root", root)])
                #expect(answer.status == status, "\(root)")
            }
        }
    }

    @Test func aTokenAllowsWhatItsScopesSay() async throws {
        try await ServerFixture.run { server in
            let narrow = try server.book.issueToken(
                for: "ada", app: "test", scopes: #require(ScopeList("files.metadata.read")),
                lifetime: 60, withRefresh: false
            ).access
            #expect(
                try server.rpc("files/list_folder", #"{"path":""}"#, token: narrow).status == 200)
            let missing = try server.rpc("files/delete_v2", #"{"path":"/a"}"#, token: narrow)
            #expect(missing.status == 401 && missing.summary == "missing_scope/..")
            server.pass(seconds: 61)
            let expired = try server.rpc("files/list_folder", #"{"path":""}"#, token: narrow)
            #expect(expired.status == 401 && expired.summary == "expired_access_token/..")
        }
    }

    @Test func bytesThatAreNotWhatTheyShouldBeAreNotStored() async throws {
        try await ServerFixture.run { server in
            let wrong = String(repeating: "0", count: 64)
            let refused = try server.upload(
                "files/upload", #"{"path":"/x","content_hash":"\#(wrong)"}"#, Array("hello".utf8))
            #expect(refused.status == 409 && refused.summary == "content_hash_mismatch/..")
            #expect(try server.rpc("files/get_metadata", #"{"path":"/x"}"#).status == 409)
            let right = "9595c9df90075148eb06860365df33584b75bff782a510c6cd4883a419833d50"
            let stored = try server.upload(
                "files/upload", #"{"path":"/x","content_hash":"\#(right)"}"#, Array("hello".utf8))
            #expect(stored.status == 200)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: server.data + "/incoming") == []
            )
        }
    }

    @Test func tooLongACallIsRefusedBeforeItIsRead() async throws {
        try await ServerFixture.run { server in
            let client = try RawClient(port: server.port)
            try client.send(
                Array(
                    """
                    POST /2/files/upload HTTP/1.1\r\nHost: localhost\r\n\
                    Authorization: Bearer \(server.ada)\r\nDropbox-API-Arg: {"path":"/x"}\r\n\
                    Content-Length: 157286401\r\n\r\n
                    """.utf8))
            let answer = try client.answer()
            #expect(answer.status == 409 && answer.summary == "payload_too_large/..")
        }
    }

    @Test func aBodyThatBreaksOffLeavesNothing() async throws {
        try await ServerFixture.run { server in
            do {
                let client = try RawClient(port: server.port)
                try client.send(
                    Array(
                        """
                        POST /2/files/upload HTTP/1.1\r\nHost: localhost\r\n\
                        Authorization: Bearer \(server.ada)\r\nDropbox-API-Arg: {"path":"/x"}\r\n\
                        Content-Length: 1000000\r\n\r\nhalf
                        """.utf8))
            }
            #expect(try server.rpc("files/get_metadata", #"{"path":"/x"}"#).status == 409)
            #expect(try IntegrityCheck(directory: server.data).run(hashing: true).findings == [])
        }
    }
}
