import DropboxAPI
import Photos
import Testing

@testable import CarouselServer

/// Changes that their clients named.
@Suite struct OperationTests {
    private let hash = MachineFixture.content(77).hash
    private let id = OperationID(high: 3, low: 4)

    private func delete(
        _ path: String, _ fixture: inout MachineFixture, fingerprint: ContentHash
    ) throws -> Marked<MetadataResult> {
        let caller = fixture.caller
        let result: Result<Marked<MetadataResult>, Never> = try fixture.machine.once(
            NamedCall(operation: id, fingerprint: fingerprint), by: caller
        ) { machine throws(ServerError) in
            .success(
                MetadataResult(
                    metadata: try machine.delete(
                        DeleteArgument(path: PathArgument(path)), by: caller)))
        }
        return result.get()
    }

    @Test func aRepeatGivesTheFirstAnswerAndDoesNothing() throws {
        var fixture = try MachineFixture()
        try fixture.put(1, at: "/a.jpg")
        let first = try delete("/a.jpg", &fixture, fingerprint: hash)
        #expect(first.mark == (try fixture.view.mark()))
        try fixture.put(2, at: "/a.jpg")
        #expect(try delete("/a.jpg", &fixture, fingerprint: hash) == first)
        #expect(try fixture.photo("/a.jpg").size == 2)
    }

    @Test func aNameUsedForSomethingElseIsRefused() throws {
        var fixture = try MachineFixture()
        try fixture.put(1, at: "/a.jpg")
        try fixture.put(2, at: "/b.jpg")
        _ = try delete("/a.jpg", &fixture, fingerprint: hash)
        let other = MachineFixture.content(78).hash
        do {
            _ = try delete("/b.jpg", &fixture, fingerprint: other)
            Issue.record("it was done")
        } catch ServerError.badRequest(let words) {
            #expect(words.contains("other arguments"))
        }
        #expect(try fixture.have(2) == ["there"])
    }

    @Test func whatWasRefusedIsDecidedAnew() throws {
        var fixture = try MachineFixture()
        #expect(refusal { try delete("/a.jpg", &fixture, fingerprint: hash) } != nil)
        try fixture.put(1, at: "/a.jpg")
        _ = try delete("/a.jpg", &fixture, fingerprint: hash)
        #expect(try fixture.photos().isEmpty)
    }

    @Test func anAnswerThatCameBackWithABackupIsOfThePresentEpoch() throws {
        var fixture = try MachineFixture()
        try fixture.put(1, at: "/a.jpg")
        let first = try delete("/a.jpg", &fixture, fingerprint: hash)
        try fixture.machine.beginEpoch(2, of: MachineFixture.account)
        let again = try delete("/a.jpg", &fixture, fingerprint: hash)
        #expect(again.value == first.value)
        #expect(again.mark?.epoch == 2)
        #expect(again.mark?.sequence == first.mark?.sequence)
    }

    @Test func answersAreForgottenAfterHalfAYear() throws {
        var fixture = try MachineFixture()
        try fixture.put(1, at: "/a.jpg")
        _ = try delete("/a.jpg", &fixture, fingerprint: hash)
        fixture.now = fixture.now.advanced(bySeconds: fixture.machine.rules.operationMemory + 1)
        _ = try fixture.machine.tidy(MachineFixture.account, at: fixture.now)
        #expect(refusal { try delete("/a.jpg", &fixture, fingerprint: hash) } != nil)
    }

    /// The client begins with the first name again when its answer was lost.
    @Test func anUploadThatLandedBesideATakenNameGivesTheFirstAnswerByEveryWay() throws {
        var fixture = try MachineFixture()
        try fixture.put(1, at: "/a.jpg")
        let (hash, size) = MachineFixture.content(2)
        let caller = fixture.named(id)
        let kept = try #require(SessionID("kept"))
        let named = NamedCall(id, uploading: hash)
        func send() throws -> Result<Marked<FileMetadata>, UploadError> {
            try fixture.machine.once(named, by: caller) { machine throws(ServerError) in
                try machine.upload(
                    CommitInfo(path: PathArgument("/a.jpg")),
                    StagedContent(hash: hash, size: size, number: 9), keptAs: kept, by: caller)
            }
        }
        guard case .failure(.path(.conflict, let session)) = try send() else {
            Issue.record("the name was not taken")
            return
        }
        let finish = SessionFinishArgument(
            cursor: SessionCursor(sessionID: session, offset: size),
            commit: CommitInfo(path: PathArgument("/a-1.jpg")))
        let call = try fixture.machine.call(
            id, finishing: session, nil, of: MachineFixture.account)
        let landed = try fixture.machine.once(call, by: caller) { machine throws(ServerError) in
            try machine.finishSession(finish, nil, by: caller)
        }.get()
        #expect(try send().get() == landed)
        #expect(try fixture.list().sorted() == ["/a-1.jpg", "/a.jpg"])
    }

    @Test func aShareThatWasRefusedIsNotMadeByARequestThatWasDelayed() throws {
        var fixture = try MachineFixture()
        let hash = try #require(try fixture.put(1, at: "/a.jpg").contentHash)
        let photo = LinkedPhoto(id: try fixture.photo("/a.jpg").id, contentHash: hash)
        let argument = CreatePhotoLinkArgument(operation: id, photos: [photo])
        let caller = fixture.named(id)
        func share() throws -> Result<CreatePhotoLinkResult, CreatePhotoLinkError> {
            try fixture.machine.createPhotoLink(
                argument, id: "link", passwordHash: nil, base: "https://a", by: caller)
        }
        try fixture.delete("/a.jpg")
        #expect(throws: CreatePhotoLinkError.nothingLeft) { try share().get() }
        try fixture.put(1, at: "/a.jpg")
        #expect(throws: CreatePhotoLinkError.nothingLeft) { try share().get() }
    }
}

extension MachineFixture {
    fileprivate func named(_ operation: OperationID) -> Caller {
        var caller = caller
        caller.operation = operation
        return caller
    }
}
