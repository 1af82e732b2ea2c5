import Testing

@testable import CarouselServer

/// Named changes of the file plane, over the wire.
@Suite struct OperationRouteTests {
    @Test(arguments: [
        ("files/delete", #""path":"/a""#, #""path":"/b""#),
        ("files/move", #""from_path":"/a","to_path":"/n""#, #""from_path":"/b","to_path":"/n""#),
        ("files/copy", #""from_path":"/a","to_path":"/n""#, #""from_path":"/b","to_path":"/n""#),
        ("files/create_folder", #""path":"/n""#, #""path":"/m""#),
        (
            "files/delete_batch", #""entries":[{"path":"/a"},{"path":"/none"}]"#,
            #""entries":[{"path":"/b"}]"#
        ),
        (
            "files/move_batch_v2", #""entries":[{"from_path":"/a","to_path":"/n"}]"#,
            #""entries":[{"from_path":"/b","to_path":"/n"}]"#
        ),
        (
            "files/copy_batch_v2", #""entries":[{"from_path":"/a","to_path":"/n"}]"#,
            #""entries":[{"from_path":"/b","to_path":"/n"}]"#
        ),
        ("files/create_folder_batch", #""paths":["/n"]"#, #""paths":["/m"]"#),
        (
            "files/create_folder_batch", #""paths":["/n"],"force_async":true"#,
            #""paths":["/n"],"force_async":false"#
        ),
        (
            "sharing/create_shared_link_with_settings",
            #""path":"/a","settings":{"link_password":"x","require_password":true}"#,
            #""path":"/a","settings":{"link_password":"y","require_password":true}"#
        ),
        ("sharing/share_folder", #""path":"/f","force_async":true"#, #""path":"/f""#),
    ])
    func aRepeatGivesTheFirstAnswerAndDoesNothing(
        route: String, argument: String, other: String
    ) async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/a")
            try server.put("b", at: "/b")
            _ = try server.rpc("files/create_folder_v2", #"{"path":"/f"}"#)
            let name = #","op_id":"000000000000000000000000000000aa""#
            let first = try server.rpc(route, "{\(argument)\(name)}")
            #expect(first.status == 200, "\(first.text)")
            #expect(first.object["epoch"] != nil && first.object["sequence"] != nil)
            func files() throws -> String {
                try server.rpc("files/list_folder", #"{"path":""}"#).text
            }
            // What was done is undone by others meanwhile, or done once more.
            try server.put("again", at: "/a")
            let before = try files()
            #expect(try server.rpc(route, "{\(argument)\(name)}").body == first.body)
            let refused = try server.rpc(route, "{\(other)\(name)}")
            #expect(refused.status == 400)
            #expect(refused.text.contains("other arguments"))
            #expect(try files() == before)
            let malformed = try server.rpc(route, "{\(argument),\"op_id\":\"1\"}")
            #expect(malformed.status == 400)
        }
    }

    @Test func aLinkIsChangedAndRevokedOnceUnderOneName() async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/a")
            let create = #"{"path":"/a"}"#
            let link = try server.rpc("sharing/create_shared_link_with_settings", create)
            #expect(link.object["epoch"] == nil, "nobody named an operation")
            let url = try #require(link.object["url"] as? String)
            func named(_ route: String, _ number: Int, _ more: String = "") throws -> RawAnswer {
                try server.rpc(
                    "sharing/" + route,
                    #"{"url":"\#(url)","op_id":"0000000000000000000000000000000\#(number)"\#(more)}"#
                )
            }
            let closing = #","settings":{"allow_download":false}"#
            let opening = #","settings":{"allow_download":true}"#
            let closed = try named("modify_shared_link_settings", 1, closing)
            #expect(closed.status == 200 && closed.object["sequence"] != nil, "\(closed.text)")
            #expect(try named("modify_shared_link_settings", 2, opening).status == 200)
            #expect(try named("modify_shared_link_settings", 1, closing).body == closed.body)
            #expect(try named("modify_shared_link_settings", 1, opening).status == 400)
            let now = try server.rpc("sharing/get_shared_link_metadata", #"{"url":"\#(url)"}"#)
            #expect(now.text.contains(#""allow_download":true"#), "the repeat changed nothing")

            let revoked = try named("revoke_shared_link", 3)
            #expect(revoked.status == 200)
            #expect(Set(revoked.object.keys) == ["epoch", "sequence"])
            let again = try server.rpc("sharing/create_shared_link_with_settings", create)
            #expect(again.status == 200)
            #expect(try named("revoke_shared_link", 3).body == revoked.body)
            #expect(try named("revoke_shared_link", 4).status == 409)
            let other = try #require(again.object["url"] as? String)
            let plain = try server.rpc("sharing/revoke_shared_link", #"{"url":"\#(other)"}"#)
            #expect(plain.text == "null")
        }
    }

    @Test func aBatchOfSessionsThatIsRepeatedGivesTheFirstAnswer() async throws {
        try await ServerFixture.run { server in
            let session = try server.upload(
                "files/upload_session/start", #"{"close":true}"#, [1, 2, 3])
            let id = try #require(session.object["session_id"] as? String)
            let argument =
                #"{"entries":[{"cursor":{"session_id":"\#(id)","offset":3},"#
                + #""commit":{"path":"/a.bin"}}],"op_id":"000000000000000000000000000000ab"}"#
            let first = try server.rpc("files/upload_session/finish_batch", argument)
            #expect(first.text.contains(#""path_lower":"/a.bin""#), "\(first.text)")
            let again = try server.rpc("files/upload_session/finish_batch", argument)
            #expect(again.body == first.body)
        }
    }
}
