import DropboxAPI
import Testing

@testable import CarouselServer

/// The table of write modes: what stands there, what is asked, what comes.
@Suite struct CommitTests {
    @Test func aNewPathIsWrittenInEveryMode() throws {
        var server = try MachineFixture()
        let revision = try #require(Revision("0123456789abcdef"))
        for (index, mode) in [WriteMode.add, .overwrite, .update(revision)].enumerated() {
            let file = try server.upload(5, to: "/A/\(index).jpg", mode: mode).get()
            #expect(file.pathDisplay == "/A/\(index).jpg" && file.size == 5)
        }
        #expect(try server.list() == ["/A", "/A/0.jpg", "/A/1.jpg", "/A/2.jpg"])
    }

    @Test func theSameBytesAreNoNewRevision() throws {
        var server = try MachineFixture()
        let first = try server.put(5, at: "/a.jpg")
        server.now = server.now.advanced(bySeconds: 10)
        for mode in [WriteMode.add, .overwrite, .update(first.revision)] {
            #expect(
                try server.upload(5, to: "/A.JPG", mode: mode, modified: server.now).get() == first)
            let strict = try server.upload(5, to: "/a.jpg", mode: mode, strict: true)
            #expect(refusal { try strict.get() }?.summary == ["path", "conflict", "file"])
        }
    }

    @Test func otherBytesConflictUnlessTheModeReplaces() throws {
        var server = try MachineFixture()
        let first = try server.put(5, at: "/a.jpg")
        #expect(
            refusal { try server.upload(6, to: "/a.jpg").get() }?.summary
                == ["path", "conflict", "file"])
        let second = try server.upload(6, to: "/A.jpg", mode: .overwrite).get()
        #expect(second.id == first.id && second.revision > first.revision)
        #expect(second.pathDisplay == "/a.jpg")
        let stale = try server.upload(7, to: "/a.jpg", mode: .update(first.revision))
        #expect(refusal { try stale.get() }?.summary == ["path", "conflict", "file"])
        let third = try server.upload(7, to: "/a.jpg", mode: .update(second.revision)).get()
        #expect(third.id == first.id && third.size == 7)
    }

    @Test func autorenameStoresBeside() throws {
        var server = try MachineFixture()
        let first = try server.put(1, at: "/b/a.jpg")
        let numbered = try server.upload(2, to: "/b/a.jpg", autorename: true).get()
        #expect(numbered.pathDisplay == "/b/a (1).jpg" && numbered.id != first.id)
        #expect(try server.upload(3, to: "/b/a.jpg", autorename: true).get().name == "a (2).jpg")
        let stale = try #require(Revision("00000000000000ff"))
        let copy = try server.upload(4, to: "/b/a.jpg", mode: .update(stale), autorename: true)
            .get()
        #expect(copy.name == "a (Ada's conflicted copy).jpg")
        let again = try server.upload(5, to: "/b/a.jpg", mode: .update(stale), autorename: true)
            .get()
        #expect(again.name == "a (Ada's conflicted copy 2).jpg")
    }

    @Test func manyCopiesOfANameStillGetOneOfTheirOwn() throws {
        var server = try MachineFixture()
        var names: Set<String> = []
        for number in 1...300 {
            names.insert(try server.upload(number, to: "/a.jpg", autorename: true).get().name)
        }
        #expect(names.count == 300)
    }

    @Test func aFolderInTheWayConflicts() throws {
        var server = try MachineFixture()
        try server.makeFolder("/x")
        for mode in [WriteMode.add, .overwrite] {
            #expect(
                refusal { try server.upload(1, to: "/X", mode: mode).get() }?.summary
                    == ["path", "conflict", "folder"])
        }
        #expect(try server.upload(1, to: "/x", autorename: true).get().name == "x (1)")
    }

    @Test func aFileAboveConflictsWhateverIsAllowed() throws {
        var server = try MachineFixture()
        try server.put(1, at: "/a")
        let refused = try server.upload(2, to: "/A/b/c", mode: .overwrite, autorename: true)
        #expect(refusal { try refused.get() }?.summary == ["path", "conflict", "file_ancestor"])
    }

    @Test func foldersAboveKeepTheirSpelling() throws {
        var server = try MachineFixture()
        try server.put(1, at: "/Camera Uploads/Sub/a.jpg")
        let file = try server.put(2, at: "/camera UPLOADS/sub/B.jpg")
        #expect(file.pathDisplay == "/Camera Uploads/Sub/B.jpg")
        #expect(file.pathLower == "/camera uploads/sub/b.jpg")
    }

    @Test func refusedBytesAreKeptAndCanBeCommittedElsewhere() throws {
        var server = try MachineFixture()
        try server.put(1, at: "/a")
        guard case .failure(.path(.conflict(.file), let session)) = try server.upload(2, to: "/a")
        else { return #expect(Bool(false), "a conflict was due") }
        let finish = SessionFinishArgument(
            cursor: SessionCursor(sessionID: session, offset: 2),
            commit: CommitInfo(path: PathArgument("/b")))
        let file = try server.machine.finishSession(finish, nil, by: server.caller).get()
        #expect(file.contentHash == MachineFixture.content(2).hash)
        #expect(server.machine.blobs.holds(MachineFixture.content(2).hash))
    }

    @Test(arguments: ["/..", "/a\\b", "/a/", "/a\u{0}", "id:nothing", "ns:99/a"])
    func trickyPathsAreRefusedOneByOne(path: String) throws {
        var server = try MachineFixture()
        #expect(
            refusal { try server.upload(1, to: path).get() }?.summary
                == ["path", "malformed_path"])
        #expect(try server.list() == [])
    }

    @Test func aNameNoClientSyncsIsDisallowed() throws {
        var server = try MachineFixture()
        #expect(
            refusal { try server.upload(1, to: "/a/Thumbs.db").get() }?.summary
                == ["path", "disallowed_name"])
    }

    @Test func theQuotaCountsWhatStands() throws {
        var server = try MachineFixture(quota: 100)
        try server.put(60, at: "/a")
        #expect(
            refusal { try server.upload(41, to: "/b").get() }?.summary
                == ["path", "insufficient_space"])
        try server.put(40, at: "/b")
        // In place of the old content there is room for as much and no more.
        #expect(refusal { try server.upload(61, to: "/a", mode: .overwrite).get() } != nil)
        try server.put(59, at: "/a")
        #expect(try server.view.spaceUsage() == SpaceUsage(used: 99, allocated: 100))
        try server.delete("/a")
        #expect(try server.view.spaceUsage().used == 40)
        #expect(
            refusal {
                try server.copy("/b", to: "/c"); try server.copy("/b", to: "/d")
            }?.summary
                == ["insufficient_quota"])
    }

    @Test func anUpdateOfADeletedFileIsAConflictOnlyWhenStrict() throws {
        var server = try MachineFixture()
        let file = try server.put(1, at: "/a")
        try server.delete("/a")
        let strict = try server.upload(2, to: "/a", mode: .update(file.revision), strict: true)
        #expect(refusal { try strict.get() }?.summary == ["path", "conflict", "file"])
        let written = try server.upload(2, to: "/a", mode: .update(file.revision)).get()
        #expect(written.id != file.id)
    }

    @Test func anIdIsAPlaceToWriteToo() throws {
        var server = try MachineFixture()
        let file = try server.put(1, at: "/a")
        let next = try server.upload(2, to: file.id.text, mode: .overwrite).get()
        #expect(next.id == file.id && next.pathDisplay == "/a")
        let folder = try server.makeFolder("/f")
        #expect(try server.upload(3, to: folder.id.text + "/x").get().pathDisplay == "/f/x")
        #expect(try server.upload(4, to: "ns:7/y").get().pathDisplay == "/y")
    }
}
