import Foundation
import Testing

@testable import CarouselServer

/// Whatever one account knows the name of, another cannot reach.
@Suite struct IsolationTests {
    /// Names of things of one account.
    private struct Names {
        var id = ""
        var revision = ""
        var cursor = ""
        var session = ""
        var closed = ""
        var job = ""
        var url = ""
        var shared = ""
    }

    private static func names(_ server: ServerFixture) throws -> Names {
        var names = Names()
        func text(_ answer: RawAnswer, _ field: String) throws -> String {
            try #require(answer.object[field] as? String, "\(answer.text)")
        }
        let file = try server.put("secret", at: "/secret/file")
        names.id = try text(file, "id")
        names.revision = try text(file, "rev")
        names.cursor = try text(
            server.rpc("files/list_folder", #"{"path":"","recursive":true}"#), "cursor")
        names.session = try text(
            server.upload("files/upload_session/start", "{}", [1]), "session_id")
        names.closed = try text(
            server.upload("files/upload_session/start", #"{"close":true}"#, [1]), "session_id")
        names.job = try text(
            server.rpc("files/create_folder_batch", #"{"paths":["/j"],"force_async":true}"#),
            "async_job_id")
        names.url = try text(
            server.rpc(
                "sharing/create_shared_link_with_settings", #"{"path":"/secret/file"}"#), "url")
        names.shared = try text(
            server.rpc("sharing/share_folder", #"{"path":"/shared"}"#), "shared_folder_id")
        return names
    }

    @Test func nothingOfAnotherAccountIsReached() async throws {
        try await ServerFixture.run { server in
            let names = try Self.names(server)
            let commit = #""commit":{"path":"/stolen"}"#
            let rows: [(String, String, String)] = [
                ("files/list_folder/continue", #"{"cursor":"\#(names.cursor)"}"#, "reset"),
                (
                    "files/create_folder_batch/check", #"{"async_job_id":"\#(names.job)"}"#,
                    "invalid_async_job_id"
                ),
                (
                    "sharing/revoke_shared_link", #"{"url":"\#(names.url)"}"#,
                    "shared_link_not_found"
                ),
                (
                    "sharing/modify_shared_link_settings",
                    #"{"url":"\#(names.url)","settings":{"allow_download":false}}"#,
                    "shared_link_access_denied"
                ),
                (
                    "files/restore", #"{"path":"/secret/file","rev":"\#(names.revision)"}"#,
                    "invalid_revision"
                ),
                ("files/get_metadata", #"{"path":"rev:\#(names.revision)"}"#, "path/not_found"),
                ("files/list_folder", #"{"path":"ns:\#(names.shared)"}"#, "path/not_found"),
                ("files/list_folder", #"{"path":"ns:1"}"#, "path/not_found"),
                ("files/delete_v2", #"{"path":"ns:1/secret"}"#, "path_lookup/not_found"),
                (
                    "files/list_revisions", #"{"path":"\#(names.id)","mode":"id"}"#,
                    "path/not_found"
                ),
                (
                    "users/get_account",
                    #"{"account_id":"\#(AccountNumber(1).identifier.text)"}"#, "no_account"
                ),
            ]
            for path in ["\(names.id)", "/secret/file", "/secret"] {
                let argument = #"{"path":"\#(path)"}"#
                for (route, summary) in [
                    ("files/get_metadata", "path/not_found"),
                    ("files/delete_v2", "path_lookup/not_found"),
                    ("files/list_folder", "path/not_found"),
                    ("files/get_temporary_link", "path/not_found"),
                    ("sharing/create_shared_link_with_settings", "path/not_found"),
                ] {
                    let answer = try server.rpc(route, argument, token: server.bob)
                    #expect(answer.summary?.hasPrefix(summary) == true, "\(route) \(answer.text)")
                }
                let move = try server.rpc(
                    "files/move_v2", #"{"from_path":"\#(path)","to_path":"/mine"}"#,
                    token: server.bob)
                #expect(move.summary == "from_lookup/not_found/..")
                let download = try server.upload("files/download", argument, token: server.bob)
                #expect(download.summary == "path/not_found/..")
            }
            for (route, argument, summary) in rows {
                let answer = try server.rpc(route, argument, token: server.bob)
                #expect(answer.summary?.hasPrefix(summary) == true, "\(route) \(answer.text)")
            }
            for session in [names.session, names.closed] {
                let cursor = #""cursor":{"session_id":"\#(session)","offset":1}"#
                let append = try server.upload(
                    "files/upload_session/append_v2", "{\(cursor)}", [2], token: server.bob)
                #expect(append.summary == "not_found/..")
                let finish = try server.upload(
                    "files/upload_session/finish", "{\(cursor),\(commit)}", token: server.bob)
                #expect(finish.summary == "lookup_failed/not_found/..")
                let batch = try server.rpc(
                    "files/upload_session/finish_batch_v2",
                    #"{"entries":[{\#(cursor),\#(commit)}]}"#,
                    token: server.bob)
                #expect(batch.text.contains(#""lookup_failed":{".tag":"not_found"}"#))
            }
            let mine = try server.rpc(
                "files/list_folder", #"{"path":"","recursive":true}"#, token: server.bob)
            #expect((mine.object["entries"] as? [Any])?.isEmpty == true)
            let links = try server.rpc("sharing/list_shared_links", "{}", token: server.bob)
            #expect((links.object["links"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func aVisitorSeesWhatWasSharedAndNothingElse() async throws {
        try await ServerFixture.run { server in
            try server.put("shown", at: "/open/in.txt")
            try server.put("hidden", at: "/hidden.txt")
            let link = try server.rpc(
                "sharing/create_shared_link_with_settings", #"{"path":"/open"}"#)
            let url = try #require(link.object["url"] as? String)
            let path = String(
                try #require(url.components(separatedBy: "localhost").last)
                    .prefix { $0 != "?" })
            func get(_ path: String) throws -> RawAnswer {
                try RawClient(port: server.port).call("GET", path)
            }
            let page = try get(path)
            #expect(page.status == 200 && page.text.contains("in.txt"))
            let file = try get(path + "/in.txt")
            #expect(file.text == "shown")
            #expect(file["Content-Disposition"]?.hasPrefix("attachment") == true)
            for other in [
                "/../hidden.txt", "/%2e%2e/hidden.txt", "/hidden.txt", "/..%2fhidden.txt",
            ] {
                let answer = try get(path + other)
                #expect([400, 404].contains(answer.status), "\(other)")
            }
            server.pass(seconds: 60)
            _ = try server.rpc("sharing/revoke_shared_link", #"{"url":"\#(url)"}"#)
            #expect(try get(path).status == 404)
            let expiring = try server.rpc(
                "sharing/create_shared_link_with_settings",
                #"{"path":"/open","settings":{"expires":"2023-11-14T23:00:00Z"}}"#)
            #expect(expiring.status == 200)
            server.pass(seconds: 86_400)
            let late = try #require(expiring.object["url"] as? String)
            let gone = try #require(late.components(separatedBy: "localhost").last)
            #expect(try get(gone).status == 404)
        }
    }

    @Test func temporaryLinksEndAfterFourHours() async throws {
        try await ServerFixture.run { server in
            try server.put("bytes", at: "/a b.txt")
            let answer = try server.rpc("files/get_temporary_link", #"{"path":"/a b.txt"}"#)
            let link = try #require(answer.object["link"] as? String)
            let path = try #require(link.components(separatedBy: "localhost").last)
            func get(_ path: String) throws -> RawAnswer {
                try RawClient(port: server.port).call("GET", path)
            }
            #expect(try get(path).text == "bytes")
            // The link is of this content, whatever stands there later.
            try server.put("other", at: "/a b.txt")
            #expect(try get(path).text == "bytes")
            let forged = path.replacingOccurrences(of: "/tl/A", with: "/tl/B")
            #expect(try get(forged).status == 404)
            server.pass(seconds: 14_401)
            #expect(try get(path).status == 410)
        }
    }
}
