import DropboxAPI
import Foundation
import Photos
import Testing

@testable import CarouselServer

/// Conversations over HTTP: what each bad input and each standing is answered.
@Suite struct ConversationRouteTests {
    @Test func aBatchIsOneChangeWithAllItsPhotos() async throws {
        try await ServerFixture.run { server in
            let photos = try (0..<3).map { try server.sharedFile("\($0)", at: "/\($0).jpg") }
            try server.makeConversation(1)
            let list = try server.rpc("carousel/conversations/list", "null", token: server.bob)
            let cursor = try #require(list.object["cursor"] as? String)
            #expect(try server.post(2, to: 1, "Look", photos).status == 200)
            let change = try server.rpc(
                "carousel/conversations/list/continue", #"{"cursor":"\#(cursor)"}"#,
                token: server.bob)
            let changed = try #require(change.object["conversations"] as? [[String: Any]])
            #expect(changed.count == 1)
            #expect(changed[0]["unread"] as? Int == 1 && changed[0]["photos"] as? Int == 3)
            let messages = try server.messages(of: 1, token: server.bob)
            #expect(messages.count == 1)
            #expect((messages[0]["photos"] as? [Any])?.count == 3)
            #expect(try server.downloadShared(2, of: 2, in: 1, token: server.bob).text == "2")
            #expect(try server.downloadShared(3, of: 2, in: 1, token: server.bob).status == 409)
        }
    }

    @Test func aRepeatGetsTheFirstAnswerAndOtherArgumentsAreRefused() async throws {
        try await ServerFixture.run { server in
            try server.makeConversation(1)
            let first = try server.post(2, to: 1, "once")
            #expect(try server.post(2, to: 1, "once").body == first.body)
            #expect(try server.post(2, to: 1, "other").status == 400)
            #expect(try server.converse("create", 2, #""members":["bob"]"#).status == 400)
            #expect(try server.messages(of: 1).count == 1)
            // Another's name is another's: neither is taken for the other.
            let bobs = try server.post(2, to: 1, "mine", token: server.bob)
            #expect(bobs.summary == "taken/..")
            let made = try server.converse("create", 1, #""members":["ada"]"#, token: server.bob)
            #expect(made.summary == "taken/..")
        }
    }

    @Test func whoIsNobodyOrOneselfMakesNoConversation() async throws {
        try await ServerFixture.run { server in
            let none = try server.converse("create", 1, #""members":["nobody","ada"]"#)
            #expect(none.summary == "no_members/..")
            #expect(none.text.contains(#""names":["nobody"]"#))
            #expect(try server.converse("create", 2, "\"members\":[]").summary == "no_members/..")
            let mixed = try server.converse("create", 3, #""members":["nobody","bob","ada"]"#)
            #expect(mixed.object["unknown"] as? [String] == ["nobody"])
            #expect(try server.conversations().count == 1)
            try server.book.removeUser("bob")
            let late = try server.converse("create", 4, #""members":["bob"]"#)
            #expect(late.summary == "no_members/..")
        }
    }

    @Test func emptyAndOverlongMessagesAreRefused() async throws {
        try await ServerFixture.run { server in
            try server.makeConversation(1)
            #expect(try server.post(2, to: 1).summary == "empty/..")
            #expect(try server.post(3, to: 1, #"\u0000\u0007 "#).summary == "empty/..")
            let long = try server.post(4, to: 1, String(repeating: "x", count: 100 << 10))
            #expect(long.status == 400 && long.text.contains("more than 16384 bytes"))
            let hash = String(repeating: "ab", count: 32)
            let photo = #"{"id":"id:abcd","content_hash":"\#(hash)"}"#
            let many = try server.post(5, to: 1, nil, Array(repeating: photo, count: 10_000))
            #expect(many.status == 400 && many.text.contains("more than maximum 5000"))
            #expect(try server.post(6, to: 1, nil, [photo]).summary == "nothing_left/..")
            #expect(try server.messages(of: 1).isEmpty)
        }
    }

    @Test func nobodySharesPhotosOfOthers() async throws {
        try await ServerFixture.run { server in
            let secret = try server.sharedFile("secret", at: "/s.jpg")
            try server.makeConversation(1)
            let answer = try server.post(2, to: 1, nil, [secret], token: server.bob)
            #expect(answer.summary == "nothing_left/..")
            let with = try server.post(3, to: 1, "text", [secret], token: server.bob)
            #expect((with.object["left_out"] as? [Any])?.count == 1)
            #expect((try server.messages(of: 1)[0]["photos"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func whoIsNoMemberCannotTellThatThereIsAConversation() async throws {
        try await ServerFixture.run { server in
            let photo = try server.sharedFile("secret", at: "/s.jpg")
            let made = try server.converse("create", 1, #""guests":["Eve"]"#)
            #expect(made.status == 200, "\(made.text)")
            #expect(try server.post(2, to: 1, "hush", [photo]).status == 200)
            let rows = [
                ("post", #""conversation":"\#(ServerFixture.operation(1))","text":"x""#),
                ("leave", #""conversation":"\#(ServerFixture.operation(1))""#),
                (
                    "members/add",
                    #""conversation":"\#(ServerFixture.operation(1))","members":["bob"]"#
                ),
                ("members/remove", #""conversation":"\#(ServerFixture.operation(1))","guest":1"#),
                (
                    "like",
                    #""conversation":"\#(ServerFixture.operation(1))","message":"\#(ServerFixture.operation(2))","liked":true"#
                ),
                (
                    "save",
                    #""conversation":"\#(ServerFixture.operation(1))","message":"\#(ServerFixture.operation(2))","items":[0]"#
                ),
            ]
            for (number, (route, arguments)) in rows.enumerated() {
                let there = try server.converse(
                    route, 16 + number, arguments, token: server.bob)
                let absent = try server.converse(
                    route, 32 + number,
                    arguments.replacingOccurrences(
                        of: ServerFixture.operation(1), with: ServerFixture.operation(99)),
                    token: server.bob)
                #expect(there.status == 409 && there.text == absent.text, "\(route) \(there.text)")
            }
            #expect(try server.downloadShared(0, of: 2, in: 1, token: server.bob).status == 409)
            #expect(try server.conversations(token: server.bob).isEmpty)
            let hash = try #require(photo.components(separatedBy: "\"").dropLast().last)
            let wanted = try #require(ContentHash(hexadecimal: hash))
            #expect(try server.thumbnails([wanted], .s75, token: server.bob) == [.notFound])
            let added = try server.converse(
                "members/add", 60,
                #""conversation":"\#(ServerFixture.operation(1))","members":["bob"]"#)
            #expect(added.status == 200)
            #expect(try server.thumbnails([wanted], .s75, token: server.bob) == [.pending])
            #expect(
                try server.downloadShared(0, of: 2, in: 1, token: server.bob).text == "secret")
        }
    }

    @Test func whoIsRemovedSeesNothingNewerAndWhoLeavesNothing() async throws {
        try await ServerFixture.run { server in
            let photo = try server.sharedFile("old", at: "/o.jpg")
            let later = try server.sharedFile("new", at: "/n.jpg")
            try server.makeConversation(1)
            #expect(try server.post(2, to: 1, "old", [photo]).status == 200)
            let bob = try #require(
                (try server.conversations()[0]["members"] as? [[String: Any]])?.last)
            let account = try #require(bob["account_id"] as? String)
            let of = #""conversation":"\#(ServerFixture.operation(1))""#
            let wrong = try server.converse(
                "members/remove", 3, of + #","account_id":"\#(account)""#, token: server.bob)
            #expect(wrong.summary == "not_allowed/..")
            let right = try server.converse(
                "members/remove", 4, of + #","account_id":"\#(account)""#)
            #expect(right.status == 200, "\(right.text)")
            #expect(try server.post(5, to: 1, "new", [later]).status == 200)
            #expect(try server.messages(of: 1, token: server.bob).count == 1)
            #expect(try server.downloadShared(0, of: 2, in: 1, token: server.bob).text == "old")
            #expect(try server.downloadShared(0, of: 5, in: 1, token: server.bob).status == 409)
            #expect(try server.post(6, to: 1, "x", token: server.bob).summary == "not_found/..")
            let entry = try server.conversations(token: server.bob)[0]
            #expect((entry["state"] as? [String: Any])?[".tag"] as? String == "removed")
            #expect(entry["photos"] as? Int == 1)
            #expect((entry["last"] as? [String: Any])?["text"] as? String == "old")
            #expect(try server.converse("leave", 7, of, token: server.bob).status == 200)
            #expect(try server.messages(of: 1, token: server.bob).isEmpty)
            #expect(try server.conversations(token: server.bob).isEmpty)
            #expect(try server.downloadShared(0, of: 2, in: 1, token: server.bob).status == 409)
        }
    }

    @Test func whatItsOwnerDeletesIsGoneUntilItIsRestored() async throws {
        try await ServerFixture.run { server in
            let photo = try server.sharedFile("a", at: "/a.jpg")
            try server.makeConversation(1)
            #expect(try server.post(2, to: 1, nil, [photo]).status == 200)
            func isGone() throws -> Bool {
                let photos = try server.messages(of: 1, token: server.bob)[0]["photos"]
                return (photos as? [[String: Any]])?[0]["gone"] as? Bool ?? false
            }
            let list = try server.rpc("carousel/photos/list", "null", token: server.bob)
            let cursor = try #require(list.object["cursor"] as? String)
            _ = try server.rpc("files/delete_v2", #"{"path":"/a.jpg"}"#)
            // The long poll of the photo feed wakes.
            let woken = try RawClient(port: server.port).call(
                "POST", "/2/files/list_folder/longpoll", [("Content-Type", "application/json")],
                Array(#"{"cursor":"\#(cursor)","timeout":30}"#.utf8))
            #expect(woken.object["changes"] as? Bool == true)
            #expect(try isGone())
            #expect(try server.downloadShared(0, of: 2, in: 1, token: server.bob).status == 409)
            _ = try server.put("a", at: "/b.jpg")
            #expect(try !isGone())
            #expect(try server.downloadShared(0, of: 2, in: 1, token: server.bob).text == "a")
        }
    }

    @Test func savedPhotosAreTheRecipientsOwn() async throws {
        try await ServerFixture.run { server in
            let photos = try ["a", "b"].map { try server.sharedFile($0, at: "/\($0).jpg") }
            try server.makeConversation(1)
            #expect(try server.post(2, to: 1, nil, photos).status == 200)
            _ = try server.put("b", at: "/mine.jpg", token: server.bob)
            let of =
                #""conversation":"\#(ServerFixture.operation(1))","#
                + #""message":"\#(ServerFixture.operation(2))","items":[0,1,9]"#
            let saved = try server.converse("save", 3, of, token: server.bob)
            #expect(saved.text.contains(#""path_display":"/Saved photos/a.jpg""#), "\(saved.text)")
            #expect(saved.text.contains(#"{".tag":"there""#) && saved.text.contains(#""gone""#))
            #expect(try server.converse("save", 3, of, token: server.bob).body == saved.body)
            _ = try server.rpc("files/delete_v2", #"{"path":"/a.jpg"}"#)
            let file = try server.upload(
                "files/download", #"{"path":"/Saved photos/a.jpg"}"#, token: server.bob)
            #expect(file.text == "a")
        }
    }

    @Test func namesAndTextsAreTextOnTheWireAndOnThePage() async throws {
        try await ServerFixture.run { server in
            let made = try server.converse(
                "create", 1,
                #""members":["bob"],"guests":["<b>\u202eEve\u0001"],"title":"<script>\u0000x""#)
            let guest = try #require((made.object["guests"] as? [[String: Any]])?.first)
            #expect(guest["name"] as? String == "<b>\u{202e}Eve")
            #expect(try server.post(2, to: 1, #"<img src=x>\u001b[1m\n\t&"#).status == 200)
            let text = try server.messages(of: 1)[0]["text"] as? String
            #expect(text == "<img src=x>[1m\n\t&")
            let url = try #require(guest["url"] as? String)
            let path = "/c/" + (try #require(url.components(separatedBy: "/c/").last))
            let page = try RawClient(port: server.port).call("GET", path)
            #expect(page.status == 200)
            #expect(page.text.contains("<bdi>&lt;img src=x&gt;[1m\n\t&amp;</bdi>"))
            #expect(page.text.contains("<bdi>&lt;script&gt;x</bdi>"))
            #expect(!page.text.lowercased().contains("<script") && !page.text.contains("<img"))
            #expect(page["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
            let removed = try server.converse(
                "members/remove", 3,
                #""conversation":"\#(ServerFixture.operation(1))","guest":1"#)
            #expect(removed.status == 200)
            #expect(try RawClient(port: server.port).call("GET", path).status == 404)
        }
    }

    @Test func whoPostsTooOftenHasToWait() async throws {
        try await ServerFixture.run { server in
            try server.makeConversation(1)
            for number in 2...60 { #expect(try server.post(number, to: 1, "x").status == 200) }
            let late = try server.post(61, to: 1, "x")
            #expect(late.status == 429 && late["Retry-After"] == "60")
            server.pass(seconds: 61)
            #expect(try server.post(61, to: 1, "x").status == 200)
            #expect(try server.messages(of: 1).count == 60)
        }
    }

    @Test func clocksOrderNothing() async throws {
        try await ServerFixture.run { server in
            try server.makeConversation(1)
            for (number, skew) in [(2, 0), (3, -86_400), (4, 172_800)] {
                server.pass(seconds: Int64(skew))
                #expect(try server.post(number, to: 1, "\(number)").status == 200)
            }
            let texts = try server.messages(of: 1, token: server.bob).map { $0["text"] as? String }
            #expect(texts == ["2", "3", "4"])
        }
    }
}
