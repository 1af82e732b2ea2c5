import DropboxAPI
import TestSupport
import Testing

@testable import CarouselServer

/// What a client keeps of an account, by the public rules of the feed.
private struct Replica {
    let argument: ListFolderArgument
    var files: [String: String] = [:]
    var cursor: ListCursor?

    /// Applies one page; false when the feed is drained.
    mutating func step(_ view: AccountView<SQLiteMetadata>) throws -> Bool {
        let page: ListFolderResult
        if let cursor {
            page = try view.continueList(cursor)
        } else {
            page = try view.list(argument)
        }
        for entry in page.entries { apply(entry) }
        cursor = page.cursor
        return page.hasMore
    }

    private mutating func apply(_ entry: DropboxAPI.Metadata) {
        guard let key = entry.pathLower else { return }
        switch entry {
        case .file(let file):
            drop(below: key)
            files[key] = "\(file.id) \(file.revision) \(file.pathDisplay ?? "")"
        case .folder(let folder):
            files[key] = "\(folder.id) \(folder.name)"
        case .deleted:
            drop(below: key)
            files[key] = nil
        }
    }

    private mutating func drop(below key: String) {
        files = files.filter { !PathKeys.isBelow($0.key, folder: key) }
    }
}

@Suite struct FeedTests {
    @Test func aPageHoldsAsManyAsAskedForAndTheFeedFollows() throws {
        var server = try MachineFixture()
        for number in 1...5 { try server.put(number, at: "/\(number)") }
        var page = try server.view.list(ListFolderArgument(path: PathArgument(""), limit: 2))
        #expect(page.entries.map(\.name) == ["1", "2"] && page.hasMore)
        try server.delete("/1")
        try server.put(9, at: "/4")
        page = try server.view.continueList(page.cursor)
        #expect(page.entries.map(\.name) == ["3", "4"] && page.hasMore)
        page = try server.view.continueList(page.cursor)
        #expect(page.entries.map(\.name) == ["5"] && page.hasMore)
        page = try server.view.continueList(page.cursor)
        #expect(page.entries.map(\.name) == ["1", "4"] && !page.hasMore)
        guard case .deleted = page.entries[0] else {
            return #expect(Bool(false), "the deletion is shown")
        }
        // A page can be asked for again with the same cursor.
        let again = try server.view.continueList(page.cursor)
        #expect(again.entries.isEmpty && again.cursor == page.cursor)
    }

    @Test func onlyOwnEntriesOfAFolderAreListedUnlessRecursive() throws {
        var server = try MachineFixture()
        for path in ["/p/a", "/p/sub/x", "/p/sub.jpg", "/p/sub0", "/p/sub/y/z", "/pq/a", "/p/zz"] {
            try server.put(1, at: path)
        }
        #expect(
            try server.list("/P", recursive: false)
                == ["/p/a", "/p/sub", "/p/sub.jpg", "/p/sub0", "/p/zz"])
        #expect(try server.list("/p", recursive: false, limit: 1).count == 5)
        #expect(
            try server.list("/p", recursive: true)
                == [
                    "/p", "/p/a", "/p/sub", "/p/sub.jpg", "/p/sub/x", "/p/sub/y", "/p/sub/y/z",
                    "/p/sub0", "/p/zz",
                ])
        #expect(try server.list("", recursive: false) == ["/p", "/pq"])
        #expect(refusal { try server.list("/p/a") }?.summary == ["path", "not_folder"])
        #expect(refusal { try server.list("/no") }?.summary == ["path", "not_found"])
    }

    @Test func deletedEntriesAreListedWhereAskedFor() throws {
        var server = try MachineFixture()
        for path in ["/a", "/b", "/f/x"] { try server.put(1, at: path) }
        try server.delete("/a")
        try server.delete("/f")
        #expect(try server.list() == ["/b"])
        #expect(try server.list(deleted: true, limit: 1) == ["/a", "/b", "/f"])
    }

    @Test func theDeletionOfAFolderIsOneEntry() throws {
        var server = try MachineFixture()
        for number in 1...3 { try server.put(number, at: "/f/\(number)") }
        let cursor = try server.view.latestCursor(
            ListFolderArgument(path: PathArgument(""), recursive: true)
        ).cursor
        try server.delete("/f")
        #expect(try server.view.continueList(cursor).entries.map(\.pathLower) == ["/f"])
        // The folder is back and empty: whoever kept its files must hear.
        try server.makeFolder("/F")
        let page = try server.view.continueList(cursor)
        #expect(page.entries.map(\.pathLower) == ["/f/1", "/f/2", "/f/3", "/f"])
    }

    @Test func aCursorOfAnotherKindIsOfNoUse() throws {
        var server = try MachineFixture()
        let other = AccountNumber(8)
        try server.machine.openAccount(other, epoch: 1, cursorSecret: 43, quota: 100)
        let argument = ListFolderArgument(path: PathArgument(""))
        let foreign = try server.machine.view(of: other).latestCursor(argument).cursor
        let own = try server.view.latestCursor(argument).cursor
        var texts = ["garbage", "AAAA", foreign.text, own.text + "A", String(own.text.dropLast())]
        texts.append("B" + own.text.dropFirst())
        for text in texts {
            let cursor = try #require(ListCursor(text))
            #expect(refusal { try server.view.continueList(cursor) }?.summary == ["reset"])
            #expect(try server.view.news(for: cursor, after: nil) == .reset)
        }
        try server.machine.beginEpoch(2, of: MachineFixture.account)
        #expect(refusal { try server.view.continueList(own) }?.summary == ["reset"])
    }

    /// Two lives that come from one backup.
    @Test func aBackupThatIsRestoredTwiceGivesNoIDOrRevisionTwice() throws {
        var ids: Set<FileID> = []
        var revisions: Set<Revision> = []
        for epoch in [2, 3, UInt32.max] {
            var server = try MachineFixture()
            try server.machine.beginEpoch(epoch, of: MachineFixture.account)
            for number in 1...20 {
                let file = try server.put(number, at: "/\(number)")
                ids.insert(file.id)
                revisions.insert(file.revision)
            }
        }
        #expect(ids.count == 60 && revisions.count == 60)
    }

    @Test func aCursorBeforeTheHorizonIsOfNoUse() throws {
        var server = try MachineFixture()
        let old = try server.view.latestCursor(ListFolderArgument(path: PathArgument(""))).cursor
        try server.put(1, at: "/a")
        try server.delete("/a")
        let new = try server.view.latestCursor(ListFolderArgument(path: PathArgument(""))).cursor
        server.now = server.now.advanced(bySeconds: 400 * 86_400)
        #expect(try !server.machine.tidy(MachineFixture.account, at: server.now))
        #expect(refusal { try server.view.continueList(old) }?.summary == ["reset"])
        #expect(try server.view.continueList(new).entries.isEmpty)
    }

    @Test func theListedFolderGoneIsToldAsSuch() throws {
        var server = try MachineFixture()
        try server.put(1, at: "/f/a")
        let argument = ListFolderArgument(path: PathArgument("/f"))
        let cursor = try server.view.latestCursor(argument).cursor
        try server.move("/f", to: "/g")
        #expect(refusal { try server.view.continueList(cursor) }?.summary == ["path", "not_found"])
        #expect(try server.view.news(for: cursor, after: nil) == .changes)
    }

    @Test func changesElsewhereWakeNobodyAndCostAPage() throws {
        var rules = ServerRules()
        rules.feedRowsPerPage = 10
        var server = try MachineFixture(rules: rules)
        try server.put(1, at: "/f/a")
        let cursor = try server.view.latestCursor(
            ListFolderArgument(path: PathArgument("/f"))
        ).cursor
        for number in 1...5 { try server.put(number, at: "/g/\(number)") }
        guard case .none(let sequence) = try server.view.news(for: cursor, after: nil) else {
            return #expect(Bool(false), "nothing changed in the folder")
        }
        try server.put(2, at: "/f/b")
        #expect(try server.view.news(for: cursor, after: sequence) == .changes)
        for number in 6...30 { try server.put(number, at: "/g/\(number)") }
        try server.put(3, at: "/f/c")
        var page = try server.view.continueList(cursor)
        var names = page.entries.map(\.name)
        var pages = 1
        while page.hasMore {
            page = try server.view.continueList(page.cursor)
            names += page.entries.map(\.name)
            pages += 1
        }
        #expect(names == ["b", "c"])
        #expect(pages < 8)
    }

    /// Clients with every kind of argument, far behind or in the middle of a
    /// listing, hold exactly what stands once they have drained the feed.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func replicasConverge(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var rules = ServerRules()
        rules.feedRowsPerPage = 7
        var server = try MachineFixture(rules: rules)
        var replicas = ["", "/a", "/a/b"].flatMap { path in
            [false, true].map { recursive in
                Replica(
                    argument: ListFolderArgument(
                        path: PathArgument(path), recursive: recursive,
                        includeDeleted: random.next() % 2 == 0, limit: Int(random.next() % 4) + 1))
            }
        }
        try server.makeFolder("/a/b")
        for _ in 0..<120 {
            change(&server, &random)
            let index = Int(random.next() % UInt64(replicas.count))
            if random.next() % 3 == 0 { try advance(&replicas[index], server) }
        }
        for var replica in replicas {
            let path = replica.argument.path.text
            if !path.isEmpty {
                guard case .folder? = try? server.metadata(at: path) else { continue }
            }
            var pages = 0
            while try drained(&replica, server) == false {
                pages += 1
                #expect(pages < 2000)
            }
            var fresh = Replica(argument: replica.argument)
            while try fresh.step(server.view) {}
            #expect(replica.files == fresh.files, "\(replica.argument)")
        }
    }

    /// One page; a folder that is gone has its client begin anew.
    private func advance(_ replica: inout Replica, _ server: MachineFixture) throws {
        _ = try drained(&replica, server)
    }

    private func drained(_ replica: inout Replica, _ server: MachineFixture) throws -> Bool {
        do {
            return try !replica.step(server.view)
        } catch let error as ServerError {
            #expect(error.failure != nil)
            replica = Replica(argument: replica.argument)
            return true
        }
    }

    private func change(_ server: inout MachineFixture, _ random: inout SplitMix64) {
        let names = ["a", "b", "c", "A", "B"]
        func path() -> String {
            (0..<(random.next() % 3 + 1)).map { _ in
                "/" + names[Int(random.next() % UInt64(names.count))]
            }.joined()
        }
        let (one, other) = (path(), path())
        // A refusal is part of the game: it must leave no trace.
        switch random.next() % 8 {
        case 0, 1: _ = try? server.put(Int(random.next() % 5), at: one)
        case 2: _ = try? server.makeFolder(one)
        case 3: _ = try? server.delete(one)
        case 4, 5: _ = try? server.move(one, to: other, autorename: random.next() % 2 == 0)
        case 6: _ = try? server.copy(one, to: other)
        default:
            let argument = ListRevisionsArgument(path: PathArgument(one), limit: 100)
            if let old = try? server.view.revisions(for: argument).entries.last {
                _ = try? server.machine.restore(
                    RestoreArgument(path: PathArgument(one), revision: old.revision),
                    by: server.caller)
            }
        }
    }
}
