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
    ])
    func aRepeatGivesTheFirstAnswerAndDoesNothing(
        route: String, argument: String, other: String
    ) async throws {
        try await ServerFixture.run { server in
            try server.put("a", at: "/a")
            try server.put("b", at: "/b")
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
