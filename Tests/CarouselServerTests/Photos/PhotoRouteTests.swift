import DropboxAPI
import Photos
import Testing

@testable import CarouselServer

/// The routes of the photo plane over HTTP.
@Suite struct PhotoRouteTests {
    private static let op = "0123456789abcdef0123456789abcdef"
    private static let op2 = "1123456789abcdef0123456789abcdef"

    @Test func theServerSaysWhatItCan() async throws {
        try await ServerFixture.run { server in
            let answer = try server.rpc("carousel/capabilities", "null")
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "application/json")
            let said = try Capabilities(jsonBytes: answer.body, strictness: .strict)
            #expect(said == .current)
            let strange = try server.rpc("carousel/capabilities", "null", token: "nobody")
            #expect(strange.status == 401)
        }
    }

    @Test func photosAreListedAndFollowed() async throws {
        try await ServerFixture.run { server in
            for number in 1...3 { try server.put("\(number)", at: "/\(number).jpg") }
            let first = try server.rpc("carousel/photos/list", #"{"limit":2}"#)
            #expect(first.status == 200)
            var page = try Self.page(first)
            #expect(page.entries.count == 2)
            #expect(page.hasMore)
            page = try Self.page(try server.next(page))
            #expect(page.entries.count == 1)
            #expect(!page.hasMore)
            try server.put("4", at: "/4.jpg")
            page = try Self.page(try server.next(page))
            #expect(page.entries.count == 1)
            #expect(page.mark.sequence == 4)
        }
    }

    @Test func aLongPollOfPhotosWakesForThemAlone() async throws {
        try await ServerFixture.run { server in
            try server.put("1", at: "/1.jpg")
            let page = try Self.page(try server.rpc("carousel/photos/list", "null"))
            async let woken = server.longpoll(page.cursor)
            while server.server.store.photoHub.count == 0 { await Task.yield() }
            try server.put("text", at: "/1.txt")
            #expect(server.server.store.photoHub.count == 1)
            try server.put("2", at: "/2.jpg")
            let answer = try await woken
            #expect(answer.object["changes"] as? Bool == true)
        }
    }

    @Test func aRepeatedChangeGivesTheSameAnswer() async throws {
        try await ServerFixture.run { server in
            let file = try server.put("1", at: "/1.jpg")
            let id = try #require(file.object["id"] as? String)
            let argument = #"{"op_id":"\#(Self.op)","ids":["\#(id)"],"hidden":true}"#
            let first = try server.rpc("carousel/photos/set_flags", argument)
            #expect(first.status == 200)
            let undo = argument.replacing("true", with: "false").replacing(Self.op, with: Self.op2)
            _ = try server.rpc("carousel/photos/set_flags", undo)
            // Fields in another order, and blanks, are the same arguments.
            let again = #"{"hidden":true, "ids":["\#(id)"], "op_id":"\#(Self.op)"}"#
            #expect(try server.rpc("carousel/photos/set_flags", again).body == first.body)
            let page = try Self.page(try server.rpc("carousel/photos/list", "null"))
            guard case .present(let entry)? = page.entries.first else {
                Issue.record("no photo")
                return
            }
            #expect(!entry.hidden)
            let other = argument.replacing("hidden", with: "favourite")
            let refused = try server.rpc("carousel/photos/set_flags", other)
            #expect(refused.status == 400)
            #expect(refused.text.contains("other arguments"))
            let route = try server.rpc(
                "carousel/photos/delete", #"{"op_id":"\#(Self.op)","ids":["\#(id)"]}"#)
            #expect(route.status == 400)
        }
    }

    @Test func standardRoutesTakeTheNameAndTellTheMark() async throws {
        try await ServerFixture.run { server in
            let argument = #"{"path":"/1.jpg","mode":"add","op_id":"\#(Self.op)"}"#
            let first = try server.upload("files/upload", argument, Array("1".utf8))
            #expect(first.status == 200)
            #expect(first.object["sequence"] as? Int == 1)
            #expect(first.object["epoch"] != nil)
            let id = try #require(first.object["id"] as? String)
            _ = try server.rpc("files/move_v2", #"{"from_path":"/1.jpg","to_path":"/2.jpg"}"#)
            let again = try server.upload("files/upload", argument, Array("1".utf8))
            #expect(again.body == first.body)
            let others = try server.upload("files/upload", argument, Array("2".utf8))
            #expect(others.status == 400)
            let deleted = try server.rpc(
                "files/delete_v2", #"{"path":"\#(id)","op_id":"\#(Self.op2)"}"#)
            #expect(deleted.object["sequence"] as? Int == 4)
            #expect(
                try server.rpc("files/delete_v2", #"{"path":"\#(id)","op_id":"\#(Self.op2)"}"#).body
                    == deleted.body)
            let unwished = try server.upload(
                "files/upload", #"{"path":"/3.jpg","op_id":"2123456789abcdef0123456789abcdef"}"#,
                Array("1".utf8))
            #expect(unwished.status == 409)
            #expect(unwished.summary?.hasPrefix("path/deleted/") == true)
            let wished = try server.upload(
                "files/upload",
                #"{"path":"/3.jpg","wish":true,"op_id":"2123456789abcdef0123456789abcdef"}"#,
                Array("1".utf8))
            #expect(wished.status == 200)
        }
    }

    @Test func photosOfOthersAreNotFound() async throws {
        try await ServerFixture.run { server in
            let file = try server.put("1", at: "/1.jpg")
            let id = try #require(file.object["id"] as? String)
            let hash = try #require(file.object["content_hash"] as? String)
            let have = try server.rpc(
                "carousel/photos/have", #"{"content_hashes":["\#(hash)"]}"#, token: server.bob)
            #expect(have.object["missing"] as? [String] == [hash])
            for (route, fields) in [
                ("set_flags", #""ids":["\#(id)"],"hidden":true"#), ("delete", #""ids":["\#(id)"]"#),
                ("restore", #""ids":["\#(id)"]"#),
            ] {
                let argument = #"{"op_id":"\#(Self.op)",\#(fields)}"#
                let answer = try server.rpc(
                    "carousel/photos/" + route,
                    argument.replacing(
                        "0123456789abcdef", with: "\(route.utf8.count)123456789abcdef"),
                    token: server.bob)
                #expect(answer.status == 200)
                #expect(answer.text.contains("not_found"), "\(route)")
            }
            let page = try Self.page(try server.rpc("carousel/photos/list", "null"))
            #expect(page.entries.count == 1)
            let theirs = try server.rpc(
                "carousel/photos/list/continue", #"{"cursor":"\#(page.cursor)"}"#,
                token: server.bob)
            #expect(theirs.status == 409)
        }
    }

    private static let malformed = [
        ("capabilities", #"{"x":1}"#), ("capabilities", "[]"),
        ("photos/list", #"{"limit":0}"#), ("photos/list", #"{"limit":10001}"#),
        ("photos/list", #"{"limit":"5"}"#), ("photos/list", #"{"cursor":"x"}"#),
        ("photos/list", "7"), ("photos/list/continue", "null"),
        ("photos/list/continue", #"{"cursor":""}"#), ("photos/list/continue", #"{"cursor":5}"#),
        ("photos/list/continue", #"{"cursor":"AA","limit":5}"#),
        ("photos/have", "null"), ("photos/have", #"{"content_hashes":"x"}"#),
        ("photos/have", #"{"content_hashes":["x"]}"#),
        ("photos/have", #"{"content_hashes":[],"more":1}"#),
        ("photos/set_flags", "{}"), ("photos/set_flags", #"{"op_id":"\#(op)","ids":["id:abcd"]}"#),
        ("photos/set_flags", #"{"op_id":"x","ids":["id:abcd"],"hidden":true}"#),
        ("photos/set_flags", #"{"op_id":"\#(op)","ids":[],"hidden":true}"#),
        ("photos/set_flags", #"{"op_id":"\#(op)","ids":["abc"],"hidden":true}"#),
        ("photos/set_flags", #"{"op_id":"\#(op)","ids":["id:abcd"],"hidden":"yes"}"#),
        ("photos/delete", "{}"), ("photos/delete", #"{"op_id":"\#(op)"}"#),
        ("photos/delete", #"{"op_id":"\#(op)","ids":[1]}"#),
        ("photos/delete", #"{"op_id":"\#(op)","ids":["id:abcd"],"hidden":true}"#),
        ("photos/restore", "{}"), ("photos/restore", #"{"op_id":"\#(op)","content_hashes":[]}"#),
        ("photos/restore", #"{"ids":["id:abcd"]}"#), ("photos/nothing", "{}"),
    ]

    @Test func malformedArgumentsAreRefused() async throws {
        try await ServerFixture.run { server in
            for (route, argument) in Self.malformed {
                let answer = try server.rpc("carousel/" + route, argument)
                #expect(answer.status == 400, "\(route) \(argument): \(answer.text)")
            }
        }
    }

    @Test func tooManyIdsOrHashesAreRefused() async throws {
        try await ServerFixture.run { server in
            let hash = String(repeating: "ab", count: 32)
            let hashes = Array(repeating: "\"\(hash)\"", count: 1001).joined(separator: ",")
            let have = try server.rpc("carousel/photos/have", #"{"content_hashes":[\#(hashes)]}"#)
            #expect(have.status == 400)
            let most = Array(repeating: "\"\(hash)\"", count: 1000).joined(separator: ",")
            let allowed = try server.rpc("carousel/photos/have", #"{"content_hashes":[\#(most)]}"#)
            #expect(allowed.status == 200)
            let delete = try server.rpc(
                "carousel/photos/delete", #"{"op_id":"\#(Self.op)","content_hashes":[\#(hashes)]}"#)
            #expect(delete.status == 400)
        }
    }

    private static func page(_ answer: RawAnswer) throws -> ListPhotosResult {
        try ListPhotosResult(jsonBytes: answer.body, strictness: .strict, limits: .answer)
    }
}

extension ServerFixture {
    func next(_ page: ListPhotosResult) throws -> RawAnswer {
        try rpc("carousel/photos/list/continue", #"{"cursor":"\#(page.cursor)"}"#)
    }

    func longpoll(_ cursor: ListCursor) async throws -> RawAnswer {
        try Self.longpoll(cursor, port: port)
    }

    static func longpoll(_ cursor: ListCursor, port: UInt16) throws -> RawAnswer {
        try RawClient(port: port).call(
            "POST", "/2/files/list_folder/longpoll", [("Content-Type", "application/json")],
            Array(#"{"cursor":"\#(cursor)","timeout":60}"#.utf8))
    }
}
