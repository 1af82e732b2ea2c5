import DropboxAPI
import Testing

@testable import CarouselServer

@Suite struct RelocationTests {
    @Test func aBatchTakesNoMoreAlongThanOneCall() throws {
        var rules = ServerRules()
        rules.relocatedEntries = 10
        rules.deletedEntries = 15
        rules.madeFolders = 10
        rules.depth = 8
        var server = try MachineFixture(rules: rules)
        for number in 1...6 { try server.put(number, at: "/f/\(number)") }
        func batch(_ names: [String]) -> RelocationBatchArgument {
            RelocationBatchArgument(
                entries: names.map {
                    RelocationPath(from: PathArgument("/f"), to: PathArgument($0))
                })
        }
        let copies = try server.machine.copy(batch(["/a", "/b", "/c"]), by: server.caller)
        let failures = copies.entries.map { entry -> RelocationEntryError? in
            if case .failure(let failure) = entry.result { return failure }
            return nil
        }
        let refused = RelocationEntryError.relocation(.tooManyFiles)
        #expect(failures == [nil, refused, refused])
        #expect(try server.list().count == 14)
        let deleted = try server.machine.delete(
            DeleteBatchArgument(
                entries: ["/a", "/f"].map { DeleteArgument(path: PathArgument($0)) }),
            by: server.caller)
        #expect(deleted.entries.map { (try? $0.result.get()) != nil } == [true, true])
        let made = try server.machine.createFolders(
            CreateFolderBatchArgument(
                paths: ["/p/q/r/s/t", "/v/w/x/y/z", "/one"].map {
                    PathArgument($0)
                }), by: server.caller)
        #expect(made.entries.map { (try? $0.result.get()) != nil } == [true, true, false])
        #expect(
            refusal { try server.makeFolder("/1/2/3/4/5/6/7/8/9") } as? CreateFolderError
                == .path(.malformedPath))
    }

    @Test func aMoveKeepsIdAndRevision() throws {
        var server = try MachineFixture()
        let file = try server.put(5, at: "/a/x.jpg")
        guard case .file(let moved) = try server.move("/A/X.jpg", to: "/b/Y.jpg") else {
            return #expect(Bool(false), "a file was moved")
        }
        #expect(moved.id == file.id && moved.revision == file.revision)
        #expect(moved.pathDisplay == "/b/Y.jpg")
        #expect(refusal { try server.metadata(at: "/a/x.jpg") }?.summary == ["path", "not_found"])
        #expect(try server.metadata(at: file.id.text).pathDisplay == "/b/Y.jpg")
    }

    @Test func aFolderTakesEverythingAlong() throws {
        var server = try MachineFixture()
        try server.put(1, at: "/a/b/c.jpg")
        try server.put(2, at: "/a/d.jpg")
        try server.put(3, at: "/ab.jpg")
        try server.move("/a", to: "/Z/y")
        #expect(
            try server.list().sorted()
                == ["/Z", "/Z/y", "/Z/y/b", "/Z/y/b/c.jpg", "/Z/y/d.jpg", "/ab.jpg"])
        try server.copy("/z", to: "/Q")
        #expect(
            try server.list("/q").sorted() == [
                "/Q", "/Q/y", "/Q/y/b", "/Q/y/b/c.jpg", "/Q/y/d.jpg",
            ])
        #expect(try server.view.spaceUsage().used == 1 + 2 + 3 + 1 + 2)
    }

    @Test func aCopyIsAnotherFile() throws {
        var server = try MachineFixture()
        let file = try server.put(5, at: "/a.jpg")
        guard case .file(let copy) = try server.copy("/a.jpg", to: "/b.jpg") else {
            return #expect(Bool(false), "a file was copied")
        }
        #expect(copy.id != file.id && copy.revision != file.revision)
        #expect(copy.contentHash == file.contentHash && copy.clientModified == file.clientModified)
    }

    @Test func aMoveNeverOverwrites() throws {
        var server = try MachineFixture()
        try server.put(1, at: "/a")
        try server.put(1, at: "/b")
        try server.makeFolder("/f")
        #expect(refusal { try server.move("/a", to: "/b") }?.summary == ["to", "conflict", "file"])
        #expect(
            refusal { try server.move("/a", to: "/F") }?.summary == ["to", "conflict", "folder"])
        #expect(try server.move("/a", to: "/b", autorename: true).name == "b (1)")
        #expect(
            refusal { try server.move("/f", to: "/b/x") }?.summary
                == ["to", "conflict", "file_ancestor"])
        #expect(
            refusal { try server.move("/no", to: "/x") }?.summary == ["from_lookup", "not_found"])
        #expect(
            refusal { try server.move("/f", to: "/x\\y") }?.summary == ["to", "malformed_path"])
        #expect(
            refusal { try server.move("/f", to: "/desktop.ini") }?.summary
                == ["to", "disallowed_name"])
    }

    @Test func aFolderGoesNotIntoItself() throws {
        var server = try MachineFixture()
        try server.makeFolder("/a/b")
        #expect(
            refusal { try server.move("/a", to: "/A/b/c") }?.summary == [
                "cant_move_folder_into_itself"
            ])
        #expect(
            refusal { try server.copy("/a", to: "/a/c") }?.summary == ["duplicated_or_nested_paths"]
        )
        #expect(try server.move("/a/b", to: "/a", autorename: true).pathDisplay == "/a (1)")
    }

    @Test func aChangeOfCaseArrivesInTheFeed() throws {
        var server = try MachineFixture()
        let folder = try server.makeFolder("/folder")
        try server.put(1, at: "/folder/Sub/x")
        let cursor = try server.view.latestCursor(
            ListFolderArgument(path: PathArgument(""), recursive: true)
        ).cursor
        guard case .folder(let moved) = try server.move("/folder", to: "/FOLDER", autorename: true)
        else { return #expect(Bool(false), "a folder was moved") }
        #expect(moved.id == folder.id && moved.name == "FOLDER")
        let page = try server.view.continueList(cursor)
        #expect(page.entries.map(\.pathDisplay) == ["/FOLDER", "/FOLDER/Sub", "/FOLDER/Sub/x"])
        #expect(try server.metadata(at: "/folder").name == "FOLDER")
        #expect(
            refusal { try server.move("/folder", to: "/FOLDER") }?.summary
                == ["to", "conflict", "folder"])
    }

    @Test func tooManyEntriesAreRefusedWhole() throws {
        var rules = ServerRules()
        rules.relocatedEntries = 3
        rules.deletedEntries = 4
        var server = try MachineFixture(rules: rules)
        for number in 1...4 { try server.put(number, at: "/a/\(number)") }
        #expect(refusal { try server.move("/a", to: "/b") }?.summary == ["too_many_files"])
        #expect(refusal { try server.copy("/a", to: "/b") }?.summary == ["too_many_files"])
        try server.put(5, at: "/a/5")
        #expect(refusal { try server.delete("/a") }?.summary == ["too_many_files"])
        #expect(try server.list("/a").count == 6)
    }

    @Test func pathsTooLongAfterAMoveAreRefused() throws {
        var server = try MachineFixture()
        let deep = String(repeating: "/" + String(repeating: "d", count: 200), count: 30)
        try server.put(1, at: "/a" + deep)
        let far = String(repeating: "/" + String(repeating: "e", count: 200), count: 20)
        #expect(refusal { try server.move("/a", to: far) }?.summary == ["to", "malformed_path"])
        #expect(try server.list().count == 31)
    }

    @Test func aBatchTellsOfEachEntry() throws {
        var server = try MachineFixture()
        try server.put(1, at: "/a")
        try server.put(2, at: "/b")
        let batch = try server.machine.move(
            RelocationBatchArgument(entries: [
                RelocationPath(from: PathArgument("/a"), to: PathArgument("/x")),
                RelocationPath(from: PathArgument("/no"), to: PathArgument("/y")),
                RelocationPath(from: PathArgument("/b"), to: PathArgument("/x")),
            ]), by: server.caller)
        #expect(
            batch.entries.map { entry in
                switch entry.result {
                case .success(let metadata): metadata.pathDisplay ?? ""
                case .failure(let failure): failure.summary.joined(separator: "/")
                }
            } == [
                "/x", "relocation_error/from_lookup/not_found",
                "relocation_error/to/conflict/file",
            ])
    }

    @Test func deletingAsksForTheParentRevision() throws {
        var server = try MachineFixture()
        let old = try server.put(1, at: "/a")
        let new = try server.put(2, at: "/a")
        #expect(
            refusal { try server.delete("/a", parent: old.revision) }?.summary
                == ["path_write", "conflict", "file"])
        #expect(try server.delete("/a", parent: new.revision) == .file(new))
        #expect(refusal { try server.delete("/a") }?.summary == ["path_lookup", "not_found"])
        #expect(
            refusal { try server.delete("/a/..") }?.summary == ["path_lookup", "malformed_path"])
        guard case .deleted = try server.metadata(at: "/a", deleted: true) else {
            return #expect(Bool(false), "what was deleted can be seen")
        }
    }
}
