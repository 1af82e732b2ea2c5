import Testing

@testable import CarouselServer

@Suite struct FaultTests {
    private func run(
        _ plan: String, _ body: @Sendable (ServerFixture) async throws -> Void
    ) async throws {
        try await ServerFixture.run { settings, surroundings in
            settings.faults = FaultPlan(plan, surroundings: surroundings) ?? .none
        } _: { server in
            try await body(server)
        }
    }

    @Test func refusalsOnPurposeSayWhenToComeBack() async throws {
        try await run("429:100") { server in
            let answer = try server.rpc("users/get_current_account", "null")
            #expect(answer.status == 429 && answer["Retry-After"] == "1")
            #expect(answer.summary == "too_many_requests/..")
            #expect(try RawClient(port: server.port).call("GET", "/health").status == 200)
        }
        try await run("503:100") { server async throws in
            #expect(try server.rpc("users/get_current_account", "null").status == 503)
        }
    }

    @Test func aCutConnectionHasNoAnswerThoughTheCallIsDone() async throws {
        try await run("cut:100") { server async throws in
            #expect(throws: RawClient.Broken.self) { try server.put("x", at: "/a") }
            #expect(try ServerFolder.usage(of: server.data).map(\.files) == [1])
        }
    }

    @Test func anAppendOnPurposeOfNoUseIsStored() async throws {
        try await run("incorrect_offset:100") { server in
            let start = try server.upload("files/upload_session/start", "{}", [1, 2, 3])
            let id = try #require(start.object["session_id"] as? String)
            let append = try server.upload(
                "files/upload_session/append_v2",
                #"{"cursor":{"session_id":"\#(id)","offset":3}}"#, [4, 5])
            #expect(append.status == 409 && append.text.contains(#""correct_offset":5"#))
            let finish = try server.upload(
                "files/upload_session/finish",
                #"{"cursor":{"session_id":"\#(id)","offset":5},"commit":{"path":"/a"}}"#)
            #expect(finish.status == 200 && finish.object["size"] as? Int == 5)
        }
    }

    @Test func pagesAreSmallAndCursorsReset() async throws {
        try await run("page:1,reset:100") { server in
            for name in ["a", "b"] { try server.put(name, at: "/" + name) }
            let page = try server.rpc("files/list_folder", #"{"path":""}"#)
            #expect((page.object["entries"] as? [Any])?.count == 1)
            let cursor = try #require(page.object["cursor"] as? String)
            let next = try server.rpc("files/list_folder/continue", #"{"cursor":"\#(cursor)"}"#)
            #expect(next.summary == "reset/..")
        }
    }

    @Test func answersOnPurposeAreSlow() async throws {
        try await run("slow:50") { server async throws in
            let start = ContinuousClock().now
            #expect(try server.rpc("users/get_current_account", "null").status == 200)
            #expect(ContinuousClock().now - start >= .milliseconds(50))
        }
    }

    @Test(arguments: ["429", "429:101", "429:-1", "nonsense:5", "page:0", "slow:x", "429:5;cut:1"])
    func aPlanThatMakesNoSenseIsRefused(text: String) {
        let surroundings = Surroundings(secondsSince1970: { 0 }, randomBytes: { _ in [] })
        #expect(FaultPlan(text, surroundings: surroundings) == nil)
    }
}
