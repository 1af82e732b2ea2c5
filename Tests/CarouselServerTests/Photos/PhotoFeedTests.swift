import DropboxAPI
import Photos
import TestSupport
import Testing

@testable import CarouselServer

/// The photo feed beside the file plane.
@Suite struct PhotoFeedTests {
    @Test func anUploadIsInTheFeedAtOnceAndWaitsForItsFacts() throws {
        var fixture = try MachineFixture()
        let file = try fixture.put(5, at: "/A/ü.JPG")
        try fixture.put(6, at: "/A/film.mov")
        let photos = try fixture.photos()
        let entry = try #require(photos["/A/ü.JPG"])
        #expect(entry.id == file.id)
        #expect(entry.revision == file.revision)
        #expect(entry.contentHash == file.contentHash)
        #expect(entry.size == 5)
        #expect(entry.pathLower == "/a/ü.jpg")
        #expect(entry.facts == .pending(.photo))
        #expect(photos["/A/film.mov"]?.facts == .pending(.video))
    }

    @Test func whatIsNoPhotoByNameIsNotInTheFeed() throws {
        var fixture = try MachineFixture()
        try fixture.put(5, at: "/notes.txt")
        try fixture.put(6, at: "/a.jpg.xmp")
        try fixture.put(7, at: "/jpg")
        #expect(try fixture.photos().isEmpty)
    }

    @Test func aRenameIntoAndOutOfAPhotosNameIsFollowed() throws {
        var fixture = try MachineFixture()
        let file = try fixture.put(5, at: "/a.bak")
        var reader = PhotoReader()
        try reader.drain(fixture.view)
        try fixture.move("/a.bak", to: "/a.jpg")
        try reader.drain(fixture.view)
        #expect(reader.photos[file.id]?.pathDisplay == "/a.jpg")
        try fixture.move("/a.jpg", to: "/a.bak")
        try reader.drain(fixture.view)
        #expect(reader.photos.isEmpty)
        // It was renamed, and not deleted.
        #expect(try fixture.have(5) == ["missing"])
    }

    @Test func aMovedFolderKeepsTheIdsOfItsPhotos() throws {
        var fixture = try MachineFixture()
        let file = try fixture.put(5, at: "/a/b/c.jpg")
        var reader = PhotoReader()
        try reader.drain(fixture.view)
        try fixture.move("/a", to: "/z")
        try reader.drain(fixture.view)
        #expect(reader.photos.count == 1)
        #expect(reader.photos[file.id]?.pathDisplay == "/z/b/c.jpg")
        #expect(try fixture.have(5) == ["there"])
    }

    @Test func aListingReachesTheSequenceAtWhichItBegan() throws {
        var fixture = try MachineFixture()
        for number in 1...5 { try fixture.put(number, at: "/\(number).jpg") }
        var reader = PhotoReader(limit: 2)
        try reader.read(fixture.view)
        let began = try #require(reader.mark)
        #expect(began == (try fixture.view.mark()))
        try fixture.put(6, at: "/6.jpg")
        try fixture.delete("/5.jpg")
        try reader.read(fixture.view)
        #expect(reader.mark == began)
        try reader.drain(fixture.view)
        #expect(reader.mark == (try fixture.view.mark()))
        #expect(Set(reader.photos.values.map(\.pathDisplay)) == Set(try fixture.photos().keys))
        #expect(reader.photos.count == 5)
    }

    @Test func aListingHasNoDeletions() throws {
        var fixture = try MachineFixture()
        for number in 1...4 { try fixture.put(number, at: "/\(number).jpg") }
        try fixture.delete("/2.jpg")
        #expect(try fixture.photoPages(limit: 1).count == 3)
    }

    @Test func cursorsOfAnotherAccountEpochOrKindAreReset() throws {
        var fixture = try MachineFixture()
        try fixture.machine.openAccount(
            AccountNumber(8), epoch: 1, cursorSecret: 43, quota: 1 << 40)
        try fixture.put(1, at: "/1.jpg")
        let cursor = try fixture.view.listPhotos(ListPhotosArgument()).cursor
        let files = try fixture.view.list(ListFolderArgument(path: PathArgument("")))
        let other = fixture.machine.view(of: AccountNumber(8))
        #expect(refusal { try other.continuePhotos(cursor) } as? ListPhotosError == .reset)
        #expect(
            refusal { try fixture.view.continuePhotos(files.cursor) } as? ListPhotosError == .reset)
        #expect(
            refusal { try fixture.view.continueList(cursor) } as? ListFolderContinueError == .reset)
        for text in ["AA", "Ag", String(cursor.text.dropLast(2)), cursor.text + "AA"] {
            let broken = try #require(ListCursor(text))
            #expect(
                refusal { try fixture.view.continuePhotos(broken) } as? ListPhotosError == .reset)
        }
        try fixture.machine.beginEpoch(2, of: MachineFixture.account)
        #expect(refusal { try fixture.view.continuePhotos(cursor) } as? ListPhotosError == .reset)
    }

    @Test func forgottenDeletionsResetTheCursorsBeforeThem() throws {
        var fixture = try MachineFixture()
        try fixture.put(1, at: "/1.jpg")
        var reader = PhotoReader()
        try reader.drain(fixture.view)
        try fixture.delete("/1.jpg")
        var late = reader
        try late.drain(fixture.view)
        fixture.now = fixture.now.advanced(bySeconds: fixture.machine.rules.feedMemory + 1)
        _ = try fixture.machine.tidy(MachineFixture.account, at: fixture.now)
        #expect(refusal { try reader.read(fixture.view) } as? ListPhotosError == .reset)
        try late.drain(fixture.view)
    }

    @Test func readingAFactOfAPhotoDoesNotWakeThoseWhoFollowFiles() throws {
        var fixture = try MachineFixture()
        let file = try fixture.put(1, at: "/1.jpg")
        let cursor = try fixture.view.latestCursor(
            ListFolderArgument(path: PathArgument(""), recursive: true)
        ).cursor
        var reader = PhotoReader()
        try reader.drain(fixture.view)
        let photoCursor = try #require(reader.cursor)
        let hash = try #require(file.contentHash)
        let changed = try fixture.machine.keep(
            StoredFacts(
                message: [], thumbHash: .empty, problem: PhotoProblem(tag: "corrupt", text: "x")),
            of: hash, now: fixture.now)
        #expect(changed.map(\.0) == [MachineFixture.account])
        guard case .none = try fixture.view.news(for: cursor, after: nil) else {
            Issue.record("those who follow files were woken")
            return
        }
        #expect(try fixture.view.news(for: photoCursor, after: nil) == .changes)
        try reader.drain(fixture.view)
        #expect(
            reader.photos[file.id]?.facts
                == .failed(
                    PhotoFacts(PhotoMetadata(kind: .photo)), PhotoProblem(tag: "corrupt", text: "x")
                ))
    }

    /// A follower that reads pages of any size between changes of any kind
    /// has in the end what a new listing shows, which is what the files say.
    @Test(arguments: 0..<40) func aFollowerEndsWithWhatThereIs(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var fixture = try MachineFixture()
        var reader = PhotoReader(limit: Int.random(in: 1...5, using: &random))
        for _ in 0..<60 {
            let name =
                "/\(Int.random(in: 0..<3, using: &random))/\(Int.random(in: 0..<4, using: &random)).jpg"
            let other =
                "/\(Int.random(in: 0..<3, using: &random))/\(Int.random(in: 0..<4, using: &random)).jpg"
            let content = Int.random(in: 1..<8, using: &random)
            switch Int.random(in: 0..<9, using: &random) {
            case 0...2: try fixture.put(content, at: name)
            case 3: _ = try? fixture.delete(name)
            case 4: _ = try? fixture.move(name, to: other, autorename: true)
            case 5: _ = try? fixture.copy(name, to: other, autorename: true)
            case 6:
                let ids = try fixture.photos().values.map(\.id).sorted { $0.text < $1.text }
                guard let id = ids.randomElement(using: &random) else { continue }
                try fixture.setFlags([id], favourite: Bool.random(using: &random))
            case 7: try fixture.deletePhotos(contents: [content])
            default: try fixture.restorePhotos(contents: [content])
            }
            if Bool.random(using: &random) { try reader.read(fixture.view) }
        }
        try reader.drain(fixture.view)
        let listed = try fixture.photos()
        #expect(reader.photos.count == listed.count)
        for entry in listed.values { #expect(reader.photos[entry.id] == entry) }
        #expect(Set(listed.keys) == Set(try fixture.list().filter { $0.hasSuffix(".jpg") }))
        for content in 1..<8 {
            let isThere = listed.values.contains {
                $0.contentHash == MachineFixture.content(content).hash
            }
            #expect(try (fixture.have(content) == ["there"]) == isThere)
        }
    }

    @Test func aFeedMadeAnewFromTheFilesIsTheSame() throws {
        var fixture = try MachineFixture()
        for number in 1...7 { try fixture.put(number, at: "/\(number % 3)/\(number).jpg") }
        try fixture.setFlags([try fixture.photo("/1/1.jpg").id], hidden: true)
        let before = try fixture.photos()
        try fixture.connection.execute("DELETE FROM photos; DELETE FROM photo_facts")
        var key: String?
        repeat {
            key = try fixture.machine.rebuildPhotos(
                of: MachineFixture.account, after: key, limit: 2, now: fixture.now)
        } while key != nil
        #expect(try fixture.photos() == before)
    }
}
