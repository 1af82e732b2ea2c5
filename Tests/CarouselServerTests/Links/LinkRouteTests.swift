import Foundation
import Testing

@testable import CarouselServer

/// Shared links by their addresses, over the wire.
@Suite struct LinkRouteTests {
    private func link(
        _ server: ServerFixture, _ path: String, _ settings: String = "{}"
    ) throws -> String {
        let answer = try server.rpc(
            "sharing/create_shared_link_with_settings",
            #"{"path":"\#(path)","settings":\#(settings)}"#)
        return try #require(answer.object["url"] as? String, "\(answer.text)")
    }

    private func modify(
        _ server: ServerFixture, _ url: String, _ settings: String, more: String = "",
        token: String? = nil
    ) throws -> RawAnswer {
        try server.rpc(
            "sharing/modify_shared_link_settings",
            #"{"url":"\#(url)","settings":\#(settings)\#(more)}"#, token: token)
    }

    private func permissions(_ answer: RawAnswer) -> [String: Any] {
        answer.object["link_permissions"] as? [String: Any] ?? [:]
    }

    @Test func whatIsNamedChangesAndAllElseStays() async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/a.txt")
            let url = try link(server, "/a.txt")
            let locked = try modify(
                server, url,
                #"{"require_password":true,"link_password":"x","expires":"2100-01-02T03:04:05Z"}"#)
            #expect(locked.status == 200, "\(locked.text)")
            #expect(locked.object[".tag"] as? String == "file")
            #expect(locked.object["url"] as? String == url)
            #expect(locked.object["expires"] as? String == "2100-01-02T03:04:05Z")
            #expect(permissions(locked)["require_password"] as? Bool == true)
            let closed = try modify(server, url, #"{"allow_download":false}"#)
            #expect(closed.object["expires"] as? String == "2100-01-02T03:04:05Z")
            #expect(permissions(closed)["require_password"] as? Bool == true)
            #expect(permissions(closed)["allow_download"] as? Bool == false)
            let open = try modify(
                server, url, #"{"require_password":false,"allow_download":true}"#,
                more: #","remove_expiration":true"#)
            #expect(open.object["expires"] == nil)
            #expect(permissions(open)["require_password"] as? Bool == false)
            let path = try #require(url.components(separatedBy: "localhost").last)
            #expect(try RawClient(port: server.port).call("GET", path).text == "a")
        }
    }

    @Test func settingsThatMeanNothingAreRefused() async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/a.txt")
            let url = try link(server, "/a.txt")
            for (settings, more) in [
                ("{}", ""), (#"{"expires":"2001-01-01T00:00:00Z"}"#, ""),
                (#"{"expires":"2100-01-01T00:00:00Z"}"#, #","remove_expiration":true"#),
            ] {
                let answer = try modify(server, url, settings, more: more)
                #expect(answer.summary == "settings_error/invalid_settings/..", "\(settings)")
            }
            for unknown in ["https://localhost/s/none/a.txt", "none", ""] {
                let answer = try modify(server, unknown, #"{"allow_download":false}"#)
                #expect(answer.summary == "shared_link_not_found/..")
            }
        }
    }

    @Test func whoHasALinkReadsWhatItLeadsToAndNoMore() async throws {
        try await ServerFixture.run { server in
            try server.put("shown", at: "/open/in.txt")
            try server.put("hidden", at: "/hidden.txt")
            let url = try link(server, "/open")
            func call(_ route: String, _ path: String?) throws -> RawAnswer {
                let path = path.map { #","path":"\#($0)""# } ?? ""
                let argument = #"{"url":"\#(url)"\#(path)}"#
                return route.hasSuffix("file")
                    ? try server.upload("sharing/" + route, argument, token: server.bob)
                    : try server.rpc("sharing/" + route, argument, token: server.bob)
            }
            let folder = try call("get_shared_link_metadata", nil)
            #expect(folder.object[".tag"] as? String == "folder")
            #expect(folder.object["name"] as? String == "open")
            #expect(folder.object["path_lower"] == nil)
            #expect(permissions(folder)["can_revoke"] as? Bool == false)
            let file = try call("get_shared_link_metadata", "/in.txt")
            #expect(file.object[".tag"] as? String == "file")
            #expect(file.object["size"] as? Int == 5)
            let bytes = try call("get_shared_link_file", "/in.txt")
            #expect(bytes.text == "shown")
            #expect(bytes["Dropbox-API-Result"]?.contains(#""name":"in.txt""#) == true)
            #expect(
                try call("get_shared_link_file", nil).summary == "shared_link_is_directory/..")
            for other in ["/../hidden.txt", "/hidden.txt", "/in.txt/x", "/..", "/in.txt/../.."] {
                for route in ["get_shared_link_metadata", "get_shared_link_file"] {
                    #expect(
                        try call(route, other).summary == "shared_link_not_found/..", "\(other)")
                }
            }
            let own = try server.rpc(
                "sharing/get_shared_link_metadata", #"{"url":"\#(url)"}"#)
            #expect(own.object["path_lower"] as? String == "/open")
            #expect(permissions(own)["can_revoke"] as? Bool == true)
        }
    }

    @Test func anAppAsksForALinkInNobodysName() async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/a.txt")
            try server.book.addApp(key: "app", secret: "hush", redirects: [])
            let url = try link(server, "/a.txt")
            func ask(_ pair: String, _ more: String = "") throws -> RawAnswer {
                try RawClient(port: server.port).call(
                    "POST", "/2/sharing/get_shared_link_metadata",
                    [
                        ("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()),
                        ("Content-Type", "application/json"),
                    ], Array(#"{"url":"\#(url)"\#(more)}"#.utf8))
            }
            let seen = try ask("app:hush")
            #expect(seen.status == 200, "\(seen.text)")
            #expect(seen.object["url"] as? String == url)
            #expect(seen.object["path_lower"] == nil, "where it lies is its owner's")
            #expect(try ask("app:loud").status == 401)
            #expect(try ask("none:hush").status == 401)
            _ = try modify(server, url, #"{"require_password":true,"link_password":"x"}"#)
            #expect(try ask("app:hush").status == 409)
            #expect(try ask("app:hush", #","link_password":"x""#).status == 200)
            // Of all other routes none takes an app for a user.
            let refused = try RawClient(port: server.port).call(
                "POST", "/2/sharing/list_shared_links",
                [
                    ("Authorization", "Basic " + Data("app:hush".utf8).base64EncodedString()),
                    ("Content-Type", "application/json"),
                ], Array("{}".utf8))
            #expect(refused.status == 400)
        }
    }

    @Test func aPasswordIsAskedForOthersThanTheOwner() async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/a.txt")
            let url = try link(
                server, "/a.txt", #"{"require_password":true,"link_password":"Sesam"}"#)
            func file(_ password: String?, _ token: String) throws -> RawAnswer {
                let password = password.map { #","link_password":"\#($0)""# } ?? ""
                return try server.upload(
                    "sharing/get_shared_link_file", #"{"url":"\#(url)"\#(password)}"#,
                    token: token)
            }
            #expect(try file(nil, server.bob).summary == "shared_link_access_denied/..")
            #expect(try file("wrong", server.bob).summary == "shared_link_access_denied/..")
            #expect(try file("Sesam", server.bob).text == "a")
            #expect(try file(nil, server.ada).text == "a")
            _ = try modify(server, url, #"{"allow_download":false}"#)
            #expect(try file("Sesam", server.bob).summary == "shared_link_access_denied/..")
            let metadata = try server.rpc(
                "sharing/get_shared_link_metadata",
                #"{"url":"\#(url)","link_password":"Sesam"}"#, token: server.bob)
            #expect(permissions(metadata)["allow_download"] as? Bool == false)
        }
    }

    @Test func whoeverGuessesAddressesHasToWait() async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/a.txt")
            let url = try link(server, "/a.txt")
            var last = RawAnswer?.none
            for number in 0..<60 {
                let answer = try server.rpc(
                    "sharing/get_shared_link_metadata",
                    #"{"url":"https://localhost/s/\#(number)/a"}"#, token: server.bob)
                last = answer
                guard answer.status == 409 else { break }
                #expect(answer.summary == "shared_link_not_found/..")
            }
            #expect(last?.status == 429)
            #expect(last?["Retry-After"] != nil)
            // Neither is there another way in.
            let path = try #require(url.components(separatedBy: "localhost").last)
            #expect(try RawClient(port: server.port).call("GET", path).status == 429)
        }
    }
}
