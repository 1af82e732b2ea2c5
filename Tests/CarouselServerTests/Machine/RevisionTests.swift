import DropboxAPI
import Testing

@testable import CarouselServer

@Suite struct RevisionTests {
    @Test func whatIsForgottenIsNotSaidToBeRestorable() throws {
        var server = try MachineFixture()
        try server.put(1, at: "/a")
        let cursor = try server.view.list(
            ListFolderArgument(path: PathArgument(""), recursive: true, includeRestorableInfo: true)
        ).cursor
        try server.delete("/a")
        func isRestorable() throws -> Bool? {
            guard case .deleted(let gone) = try server.view.continueList(cursor).entries.last else {
                return nil
            }
            return gone.isRestorable
        }
        #expect(try isRestorable() == true)
        server.now = server.now.advanced(bySeconds: 31 * 86_400)
        while try server.machine.tidy(MachineFixture.account, at: server.now) {}
        #expect(try isRestorable() == false)
    }

    private func revisions(
        _ server: MachineFixture, _ path: String, _ mode: RevisionsMode = .path, limit: Int = 10,
        before: Revision? = nil
    ) throws -> ListRevisionsResult {
        try server.view.revisions(
            for: ListRevisionsArgument(
                path: PathArgument(path), mode: mode, limit: limit, before: before))
    }

    @Test func whetherContentsCanBeRestoredIsSaidWhenAsked() throws {
        var server = try MachineFixture()
        try server.put(1, at: "/a")
        try server.move("/a", to: "/b")
        try server.put(2, at: "/b")
        try server.delete("/b")
        #expect(try revisions(server, "/b").entries.map(\.isRestorable) == [nil, nil])
        let lists = try [RevisionsMode.path, .id].map { mode in
            let argument = ListRevisionsArgument(
                path: PathArgument("/b"), mode: mode, includeRestorableInfo: true)
            #expect(
                try ListRevisionsArgument(jsonBytes: argument.jsonBytes(), strictness: .strict)
                    == argument)
            return try server.view.revisions(for: argument).entries
        }
        for listed in lists {
            #expect(listed.map(\.isRestorable) == [true, true])
            // And so it is.
            for entry in listed {
                let path = try #require(entry.pathDisplay)
                let restored = try server.machine.restore(
                    RestoreArgument(path: PathArgument(path), revision: entry.revision),
                    by: server.caller)
                #expect(restored.size == entry.size)
            }
            let text = String(decoding: listed[0].jsonBytes(), as: UTF8.self)
            #expect(text.contains(#""is_restorable":true"#))
        }
    }

    @Test func contentsAreListedNewestFirst() throws {
        var server = try MachineFixture()
        for number in 1...3 { try server.put(number, at: "/a") }
        let all = try revisions(server, "/A")
        #expect(all.entries.map(\.size) == [3, 2, 1] && !all.isDeleted && !all.hasMore)
        let two = try revisions(server, "/a", limit: 2)
        #expect(two.entries.map(\.size) == [3, 2] && two.hasMore)
        let rest = try revisions(server, "/a", before: two.entries[1].revision)
        #expect(rest.entries.map(\.size) == [1])
        #expect(
            refusal { try revisions(server, "/a", before: Revision("123456789")) }?.summary
                == ["invalid_before_rev"])
    }

    @Test func aPathAndAFileHaveTheirOwnHistories() throws {
        var server = try MachineFixture()
        let first = try server.put(1, at: "/a")
        try server.move("/a", to: "/b")
        try server.put(2, at: "/b")
        try server.put(3, at: "/a")
        #expect(try revisions(server, "/a").entries.map(\.size) == [3, 1])
        #expect(try revisions(server, "/b").entries.map(\.size) == [2, 1])
        #expect(try revisions(server, first.id.text, .id).entries.map(\.size) == [2, 1])
        #expect(try revisions(server, "/a", .id).entries.map(\.size) == [3])
    }

    @Test func aDeletedFileSaysWhen() throws {
        var server = try MachineFixture()
        let file = try server.put(1, at: "/f/a")
        server.now = server.now.advanced(bySeconds: 60)
        try server.delete("/f")
        for result in [try revisions(server, "/f/a"), try revisions(server, file.id.text, .id)] {
            #expect(result.isDeleted && result.serverDeleted == server.now)
            #expect(result.entries.map(\.revision) == [file.revision])
        }
        #expect(refusal { try revisions(server, "/f/b") }?.summary == ["path", "not_found"])
        try server.makeFolder("/g")
        #expect(refusal { try revisions(server, "/g") }?.summary == ["path", "not_file"])
    }

    @Test func aRevisionIsReadByItsNameWhereverTheFileIs() throws {
        var server = try MachineFixture()
        let old = try server.put(1, at: "/a")
        try server.put(2, at: "/a")
        try server.move("/a", to: "/b")
        let read = try server.view.file(
            for: DownloadArgument(path: PathArgument("rev:" + old.revision.text)))
        #expect(read.size == 1 && read.pathDisplay == "/b")
        try server.delete("/b")
        let gone = try server.view.file(
            for: DownloadArgument(path: PathArgument("/x"), revision: old.revision))
        #expect(gone.size == 1 && gone.pathDisplay == "/a")
    }

    @Test func aRestoredFileIsTheSameFileWithANewRevision() throws {
        var server = try MachineFixture()
        let old = try server.put(1, at: "/f/a")
        try server.delete("/f")
        let restored = try server.machine.restore(
            RestoreArgument(path: PathArgument("/F/A"), revision: old.revision), by: server.caller)
        #expect(restored.id == old.id && restored.contentHash == old.contentHash)
        #expect(restored.revision > old.revision)
        #expect(restored.clientModified == old.clientModified)
        try server.put(2, at: "/f/a")
        let back = try server.machine.restore(
            RestoreArgument(path: PathArgument("/f/a"), revision: old.revision), by: server.caller)
        #expect(back.id == old.id && back.size == 1)
        let same = try server.machine.restore(
            RestoreArgument(path: PathArgument("/f/a"), revision: old.revision), by: server.caller)
        #expect(same == back)
        #expect(try server.view.spaceUsage().used == 1)
    }

    @Test func aRestoreOfWhatNeverWasThereIsRefused() throws {
        var server = try MachineFixture()
        let file = try server.put(1, at: "/a")
        try server.put(2, at: "/b")
        func restore(_ path: String, _ revision: Revision) -> [String]? {
            refusal {
                try server.machine.restore(
                    RestoreArgument(path: PathArgument(path), revision: revision),
                    by: server.caller)
            }?.summary
        }
        #expect(restore("/b", file.revision) == ["invalid_revision"])
        #expect(try restore("/a", #require(Revision("00000000000000ff"))) == ["invalid_revision"])
        try server.delete("/a")
        try server.makeFolder("/a")
        #expect(restore("/a", file.revision) == ["path_write", "conflict", "folder"])
    }

    @Test func theTrashForgetsAfterItsTimeAndBeyondTheQuota() throws {
        var server = try MachineFixture(quota: 100)
        let first = try server.put(60, at: "/a")
        try server.put(50, at: "/a")
        try server.put(40, at: "/a")
        let account = MachineFixture.account
        server.now = server.now.advanced(bySeconds: 1)
        while try server.machine.tidy(account, at: server.now) {}
        // 110 bytes lay in the trash of an account of 100.
        #expect(try revisions(server, "/a").entries.map(\.size) == [40, 50])
        #expect(
            refusal {
                try server.view.file(
                    for: DownloadArgument(path: PathArgument("rev:" + first.revision.text)))
            }?.summary == ["path", "not_found"])
        server.now = server.now.advanced(bySeconds: 31 * 86_400)
        while try server.machine.tidy(account, at: server.now) {}
        #expect(try revisions(server, "/a").entries.map(\.size) == [40])
    }
}
