import Foundation
import TestSupport
import Testing

@testable import CarouselServer
@testable import HTTPServer

/// Every route with arguments that break its rules: refused in the words of
/// the wire, and never an error of the server's own.
@Suite struct RouteInputTests {
    enum Style {
        /// The argument as the body, or in a header.
        case rpc, header
        /// As `rpc`, for an app instead of a user, and for anybody.
        case app, open
    }

    /// One route with an argument that is in order, and its required fields.
    struct Row: Sendable, CustomTestStringConvertible {
        let route: String
        let style: Style
        let argument: String
        let required: [String]

        init(_ route: String, _ argument: String, _ required: [String], _ style: Style = .rpc) {
            self.route = route
            self.argument = argument
            self.required = required
            self.style = style
        }

        var testDescription: String { route }
        var hasList: Bool { argument.contains(":[") }
    }

    static let rows: [Row] = [
        Row("files/list_folder", #"{"path":"","recursive":false,"limit":5}"#, ["path"]),
        Row("files/list_folder/continue", #"{"cursor":"x"}"#, ["cursor"]),
        Row("files/list_folder/get_latest_cursor", #"{"path":"","recursive":true}"#, ["path"]),
        Row("files/get_metadata", #"{"path":"/a","include_deleted":true}"#, ["path"]),
        Row("files/get_temporary_link", #"{"path":"/a"}"#, ["path"]),
        Row("files/list_revisions", #"{"path":"/a","mode":"path","limit":5}"#, ["path"]),
        Row("files/restore", #"{"path":"/a","rev":"0123456789abcdef"}"#, ["path", "rev"]),
        Row("files/delete_v2", #"{"path":"/zz","parent_rev":"0123456789"}"#, ["path"]),
        Row("files/delete", #"{"path":"/zz"}"#, ["path"]),
        Row("files/delete_batch", #"{"entries":[{"path":"/zz"}]}"#, ["entries"]),
        Row("files/delete_batch/check", #"{"async_job_id":"x"}"#, ["async_job_id"]),
        Row("files/move_v2", #"{"from_path":"/zz","to_path":"/y"}"#, ["from_path", "to_path"]),
        Row("files/move", #"{"from_path":"/zz","to_path":"/y"}"#, ["from_path", "to_path"]),
        Row("files/copy_v2", #"{"from_path":"/zz","to_path":"/y"}"#, ["from_path", "to_path"]),
        Row("files/copy", #"{"from_path":"/zz","to_path":"/y"}"#, ["from_path", "to_path"]),
        Row(
            "files/move_batch_v2", #"{"entries":[{"from_path":"/zz","to_path":"/y"}]}"#,
            ["entries"]),
        Row(
            "files/copy_batch_v2", #"{"entries":[{"from_path":"/zz","to_path":"/y"}]}"#,
            ["entries"]),
        Row("files/move_batch/check_v2", #"{"async_job_id":"x"}"#, ["async_job_id"]),
        Row("files/copy_batch/check_v2", #"{"async_job_id":"x"}"#, ["async_job_id"]),
        Row("files/create_folder_v2", #"{"path":"/made","autorename":true}"#, ["path"]),
        Row("files/create_folder", #"{"path":"/made","autorename":true}"#, ["path"]),
        Row("files/create_folder_batch", #"{"paths":["/b1"],"autorename":true}"#, ["paths"]),
        Row("files/create_folder_batch/check", #"{"async_job_id":"x"}"#, ["async_job_id"]),
        Row(
            "files/upload_session/start_batch", #"{"num_sessions":2}"#, ["num_sessions"]),
        Row(
            "files/upload_session/finish_batch_v2",
            #"{"entries":[{"cursor":{"session_id":"x","offset":0},"commit":{"path":"/a"}}]}"#,
            ["entries"]),
        Row(
            "files/upload_session/finish_batch",
            #"{"entries":[{"cursor":{"session_id":"x","offset":0},"commit":{"path":"/a"}}]}"#,
            ["entries"]),
        Row(
            "files/upload_session/finish_batch/check", #"{"async_job_id":"x"}"#, ["async_job_id"]),
        Row(
            "users/get_account",
            #"{"account_id":"dbid:00000000000000000000000000000000001"}"#, ["account_id"]),
        Row("check/user", #"{"query":"hello"}"#, []),
        Row("sharing/create_shared_link_with_settings", #"{"path":"/a"}"#, ["path"]),
        Row("sharing/list_shared_links", #"{"path":"/a","direct_only":true}"#, []),
        Row("sharing/revoke_shared_link", #"{"url":"https://x/s/y/z"}"#, ["url"]),
        Row(
            "sharing/modify_shared_link_settings",
            #"{"url":"https://x/s/y/z","settings":{"allow_download":true},"#
                + #""remove_expiration":false}"#, ["url", "settings"]),
        Row(
            "sharing/get_shared_link_metadata", #"{"url":"https://x/s/y/z","path":"/a"}"#,
            ["url"]),
        Row(
            "sharing/get_shared_link_file", #"{"url":"https://x/s/y/z","path":"/a"}"#, ["url"],
            .header),
        Row("sharing/share_folder", #"{"path":"/sh","force_async":false}"#, ["path"]),
        Row("sharing/check_share_job_status", #"{"async_job_id":"x"}"#, ["async_job_id"]),
        Row(
            "files/upload", #"{"path":"/up","mode":"add","autorename":true,"mute":true}"#,
            ["path"], .header),
        Row("files/download", #"{"path":"/a"}"#, ["path"], .header),
        Row("files/upload_session/start", #"{"close":false}"#, [], .header),
        Row(
            "files/upload_session/append_v2",
            #"{"cursor":{"session_id":"x","offset":0},"close":false}"#, ["cursor"], .header),
        Row(
            "files/upload_session/finish",
            #"{"cursor":{"session_id":"x","offset":0},"commit":{"path":"/a"}}"#,
            ["cursor", "commit"], .header),
        Row("users/get_current_account", "{}", []), Row("users/get_space_usage", "{}", []),
        Row("check/app", #"{"query":"hello"}"#, [], .app),
        Row("files/list_folder/longpoll", #"{"cursor":"x","timeout":30}"#, ["cursor"], .open),
        Row("carousel/capabilities", "{}", []),
        Row("carousel/photos/list", #"{"limit":5}"#, []),
        Row("carousel/photos/list/continue", #"{"cursor":"x"}"#, ["cursor"]),
        Row("carousel/photos/have", #"{"content_hashes":[]}"#, ["content_hashes"]),
        Row(
            "carousel/photos/set_flags",
            #"{"op_id":"00000000000000000000000000000001","ids":["id:abcd"],"hidden":true}"#,
            ["op_id", "ids"]),
        Row(
            "carousel/photos/delete",
            #"{"op_id":"00000000000000000000000000000002","ids":["id:abcd"]}"#, ["op_id", "ids"]),
        Row(
            "carousel/photos/restore",
            #"{"op_id":"00000000000000000000000000000003","ids":["id:abcd"]}"#, ["op_id", "ids"]),
        Row(
            "carousel/thumbs/batch",
            #"{"content_hashes":["\#(String(repeating: "ab", count: 32))"],"size":"s75"}"#,
            ["content_hashes", "size"]),
        Row(
            "carousel/links/create",
            #"{"op_id":"00000000000000000000000000000004","photos":[{"id":"id:abcd","#
                + #""content_hash":"\#(String(repeating: "ab", count: 32))"}]}"#,
            ["op_id", "photos"]),
        Row("carousel/links/list", "{}", []),
        Row(
            "carousel/links/revoke",
            #"{"op_id":"00000000000000000000000000000005","url":"https://x/p/y"}"#,
            ["op_id", "url"]),
        Row(
            "carousel/conversations/create",
            #"{"op_id":"00000000000000000000000000000011","members":["bob"],"title":"T"}"#,
            ["op_id"]),
        Row(
            "carousel/conversations/post",
            #"{"op_id":"00000000000000000000000000000012","conversation":"000000000000000000000000000000c0","photos":[]}"#,
            ["op_id", "conversation"]),
        Row(
            "carousel/conversations/like",
            #"{"op_id":"00000000000000000000000000000013","#
                + #""conversation":"000000000000000000000000000000c0","#
                + #""message":"000000000000000000000000000000d0","liked":true}"#,
            ["op_id", "conversation", "message", "liked"]),
        Row(
            "carousel/conversations/save",
            #"{"op_id":"00000000000000000000000000000014","#
                + #""conversation":"000000000000000000000000000000c0","#
                + #""message":"000000000000000000000000000000d0","items":[0]}"#,
            ["op_id", "conversation", "message", "items"]),
        Row(
            "carousel/conversations/seen",
            #"{"conversation":"000000000000000000000000000000c0","sequence":1}"#,
            ["conversation", "sequence"]),
        Row(
            "carousel/conversations/leave",
            #"{"op_id":"00000000000000000000000000000015","conversation":"000000000000000000000000000000c0"}"#,
            ["op_id", "conversation"]),
        Row(
            "carousel/conversations/members/add",
            #"{"op_id":"00000000000000000000000000000016","conversation":"000000000000000000000000000000c0","members":["bob"]}"#,
            ["op_id", "conversation"]),
        Row(
            "carousel/conversations/members/remove",
            #"{"op_id":"00000000000000000000000000000017","conversation":"000000000000000000000000000000c0","guest":1}"#,
            ["op_id", "conversation"]),
        Row(
            "carousel/conversations/list",
            #"{"limit":5}"#,
            []),
        Row(
            "carousel/conversations/list/continue",
            #"{"cursor":"x"}"#,
            ["cursor"]),
        Row(
            "carousel/conversations/messages",
            #"{"conversation":"000000000000000000000000000000c0","limit":5}"#,
            ["conversation"]),
        Row(
            "carousel/conversations/messages/continue",
            #"{"cursor":"x"}"#,
            ["cursor"]),
        Row(
            "carousel/conversations/download",
            #"{"conversation":"000000000000000000000000000000c0","#
                + #""message":"000000000000000000000000000000d0","item":0}"#,
            ["conversation", "message", "item"], .header),
        Row("files/get_thumbnail_batch", #"{"entries":[{"path":"/a"}]}"#, ["entries"]),
        Row(
            "files/get_thumbnail_v2",
            #"{"resource":{".tag":"path","path":"/a"},"exclude_media_info":true}"#, ["resource"],
            .header),
        // The last one: it ends the token.
        Row("auth/token/revoke", "{}", []),
    ]

    @Test func theTableHasEveryRoute() async throws {
        let folder = try TemporaryFolder("routes")
        let directory = try DataDirectory.create(at: folder.path + "/data")
        let surroundings = Surroundings(
            secondsSince1970: { 0 }, randomBytes: { [UInt8](repeating: 7, count: $0) })
        let store = try await FileStore(
            directory: directory, rules: ServerRules(), reserve: 0, surroundings: surroundings)
        let plan = try RoutePlan(
            store: store, shelf: ThumbnailShelf(in: directory.path), maker: nil,
            book: AccountBook(directory, surroundings, threads: nil),
            log: Log(to: -1, surroundings: surroundings),
            settings: ServerSettings(listen: [], encryption: .none), metrics: Metrics(),
            statistics: { ServerStatistics() })
        await store.shutDown()
        let routes = plan.names.filter { $0.hasPrefix("/2/") && !$0.contains("{") }
        #expect(routes == Set(Self.rows.map { "/2/" + $0.route }))
        // What is long takes long to read: no event loop does.
        for row in Self.rows where row.style == .rpc {
            let target = RequestTarget(rawPath: "/2/" + row.route, rawQuery: nil)
            let options = plan.router.route(.post, target).0.options
            #expect(
                row.hasList
                    ? options.execution == .concurrent && options.bodyLimit == WireRouter.listLimit
                    : options.bodyLimit == WireRouter.bodyLimit, "\(row.route)")
        }
    }

    @Test func everyRouteRefusesWhatBreaksItsRules() async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/a")
            try server.book.addApp(key: "app", secret: "secret", redirects: [])
            for row in Self.rows {
                for (name, argument) in try Self.broken(row) {
                    let answer = try call(server, row, argument)
                    #expect(
                        answer.status == 400,
                        "\(row.route), \(name): \(answer.status) \(answer.text)")
                    #expect(answer["Content-Type"] == "text/plain; charset=utf-8")
                    #expect(
                        answer.text.hasPrefix("Error in call to API function \"\(row.route)\": "),
                        "\(answer.text)")
                }
                let good = try call(server, row, row.argument)
                #expect([200, 409].contains(good.status), "\(row.route): \(good.text)")
            }
        }
    }

    @Test func argumentsBeyondAllBoundsAreRefusedUnread() async throws {
        try await ServerFixture.run { server in
            for row in Self.rows where row.style != .header {
                let client = try RawClient(port: server.port)
                // One that takes a list may be longer.
                let limit = row.hasList ? WireRouter.listLimit : WireRouter.bodyLimit
                let head =
                    "POST /2/\(row.route) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(server.ada)\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(limit + 1)\r\n\r\n"
                try client.send(Array(head.utf8))
                #expect(try client.answer().status == 413, "\(row.route)")
            }
            let long = #"{"path":"/\#(String(repeating: "a", count: 100_000))"}"#
            for row in Self.rows where row.style == .header {
                let client = try RawClient(port: server.port)
                // It may end the connection while the rest is on its way.
                try? client.send(
                    Array(
                        "POST /2/\(row.route) HTTP/1.1\r\nDropbox-API-Arg: \(long)\r\n".utf8))
                #expect(try client.answer().status == 431, "\(row.route)")
            }
        }
    }

    @Test func listsAndNumbersBeyondTheirBoundsAreRefused() async throws {
        try await ServerFixture.run { server in
            func many(_ count: Int, _ element: String) -> String {
                "[" + repeatElement(element, count: count).joined(separator: ",") + "]"
            }
            let finish = #"{"cursor":{"session_id":"x","offset":0},"commit":{"path":"/a"}}"#
            let move = #"{"from_path":"/zz","to_path":"/y"}"#
            let rows: [(String, String)] = [
                ("files/list_folder", #"{"path":"","limit":0}"#),
                ("files/list_folder", #"{"path":"","limit":2001}"#),
                ("files/list_folder", #"{"path":"","limit":18446744073709551616}"#),
                ("files/list_revisions", #"{"path":"/a","limit":101}"#),
                ("files/list_revisions", #"{"path":"/a","limit":-1}"#),
                ("files/delete_batch", #"{"entries":\#(many(1001, #"{"path":"/z"}"#))}"#),
                ("files/move_batch_v2", #"{"entries":\#(many(1001, move))}"#),
                ("files/copy_batch_v2", #"{"entries":[]}"#),
                ("files/upload_session/finish_batch_v2", #"{"entries":\#(many(1001, finish))}"#),
                ("files/upload_session/start_batch", #"{"num_sessions":1001}"#),
                ("files/upload_session/start_batch", #"{"num_sessions":0}"#),
                ("files/create_folder_batch", #"{"paths":\#(many(10_001, #""/z""#))}"#),
                ("check/user", #"{"query":"\#(String(repeating: "q", count: 501))"}"#),
            ]
            for (route, argument) in rows {
                let answer = try server.rpc(route, argument)
                #expect(answer.status == 400, "\(route) \(argument.prefix(60)): \(answer.text)")
            }
        }
    }

    @Test(arguments: [
        "/..", "/a/../b", "/./a", "/a\\\\b", "/a\\u0000b", "/a/", "//",
        "/" + String(repeating: "n", count: 256), "/" + String(repeating: "😀", count: 128),
        String(repeating: "/abcdefg", count: 1025), "/\\ud800", "a", "", "/", "id:", "id:../x",
        "rev:zz", "ns:1/..", "ns:99/a", "ns:18446744073709551616/a", "id:x/../../y",
    ])
    func trickyPathsReachNothing(path: String) async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/a/b")
            var answers = [
                try server.upload("files/upload", #"{"path":"\#(path)"}"#, [1]),
                try server.upload("files/download", #"{"path":"\#(path)"}"#),
                try server.rpc(
                    "files/move_v2", #"{"from_path":"/a/b","to_path":"\#(path)"}"#),
                try server.rpc(
                    "files/copy_v2", #"{"from_path":"\#(path)","to_path":"/c"}"#),
            ]
            for route in [
                "files/get_metadata", "files/delete_v2", "files/create_folder_v2",
                "files/list_revisions", "files/get_temporary_link",
                "sharing/create_shared_link_with_settings", "sharing/share_folder",
            ] {
                answers.append(try server.rpc(route, #"{"path":"\#(path)"}"#))
            }
            for answer in answers {
                #expect([400, 409].contains(answer.status), "\(answer.status) \(answer.text)")
            }
            let usage = try ServerFolder.usage(of: server.data)
            #expect(usage.map(\.files) == [1] && usage.map(\.folders) == [1])
        }
    }

    private func call(
        _ server: ServerFixture, _ row: Row, _ argument: String
    ) throws -> RawAnswer {
        switch row.style {
        case .rpc: try server.rpc(row.route, argument)
        case .header: try server.upload(row.route, argument)
        case .app:
            try RawClient(port: server.port).call(
                "POST", "/2/" + row.route,
                [
                    (
                        "Authorization",
                        "Basic " + Data("app:secret".utf8).base64EncodedString()
                    ), ("Content-Type", "application/json"),
                ], Array(argument.utf8))
        case .open:
            try RawClient(port: server.port).call(
                "POST", "/2/" + row.route, [("Content-Type", "application/json")],
                Array(argument.utf8))
        }
    }

    /// Arguments that differ from a good one in one way each.
    private static func broken(_ row: Row) throws -> [(String, String)] {
        let good = try #require(
            JSONSerialization.jsonObject(with: Data(row.argument.utf8)) as? [String: Any])
        func text(_ object: [String: Any]) throws -> String {
            String(
                decoding: try JSONSerialization.data(
                    withJSONObject: object, options: [.withoutEscapingSlashes]), as: UTF8.self)
        }
        var broken: [(String, String)] = [
            ("no object", "[]"), ("no JSON", "{path:1}"), ("a string", "\"/a\""),
            ("cut short", String(row.argument.dropLast())),
            ("deep", String(repeating: "[", count: 200)),
        ]
        if !row.required.isEmpty { broken.append(("nothing", "{}")) }
        var unknown = good
        unknown["no_such_field"] = 1
        broken.append(("an unknown field", try text(unknown)))
        for name in row.required {
            var object = good
            object[name] = nil
            broken.append(("without \(name)", try text(object)))
            object[name] = NSNull()
            broken.append(("null \(name)", try text(object)))
        }
        for (name, value) in good {
            for other: Any in [5.5, ["x": 1], true, "text"] where wrong(other, for: value, name) {
                var object = good
                object[name] = other
                broken.append(("another kind of \(name)", try text(object)))
            }
        }
        return broken
    }

    /// Whether a value is of a kind that the field does not take.
    private static func wrong(_ other: Any, for value: Any, _ name: String) -> Bool {
        // Whatever is not the good value's kind; unions take text and objects
        // and refuse both here for their tag.
        if other is String, value is String { return name == "mode" || name == "rev" }
        if other is Bool, CFBoolean.isBoolean(value) { return false }
        return true
    }
}

/// Tells JSON's booleans from its numbers, which Foundation mixes.
private enum CFBoolean {
    static func isBoolean(_ value: Any) -> Bool {
        guard let number = value as? NSNumber else { return value is Bool }
        return String(cString: number.objCType) == "c" || value is Bool && "\(value)" == "true"
            || "\(value)" == "false"
    }
}
