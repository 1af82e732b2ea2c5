import DropboxAPI
import Photos
import Testing

@testable import CarouselServer

/// Flags, deletions and restorations of photos.
@Suite struct PhotoActTests {
    private let unknown = NodeNumber(999).fileID(in: MachineFixture.account)

    @Test func flagsAreOfTheContentAndSoOfAllItsFiles() throws {
        var fixture = try MachineFixture()
        let a = try fixture.put(1, at: "/a.jpg")
        try fixture.put(1, at: "/b.jpg")
        try fixture.put(2, at: "/c.jpg")
        let outcomes = try fixture.setFlags([a.id, unknown], hidden: true)
        #expect(outcomes == [.done, .notFound])
        try fixture.put(1, at: "/later.jpg")
        try fixture.setFlags([a.id], favourite: true)
        let photos = try fixture.photos()
        for path in ["/a.jpg", "/b.jpg", "/later.jpg"] {
            #expect(photos[path]?.hidden == true)
            #expect(photos[path]?.favourite == true)
        }
        #expect(photos["/c.jpg"]?.hidden == false)
    }

    @Test("ZhFahim/anchor 125: acts count in the order in which they come, whatever a clock says")
    func anchor125() throws {
        var fixture = try MachineFixture()
        let a = try fixture.put(1, at: "/a.jpg")
        var reader = PhotoReader()
        try reader.drain(fixture.view)
        try fixture.setFlags([a.id], hidden: true)
        try reader.drain(fixture.view)
        let first = try #require(reader.mark).sequence
        fixture.now = fixture.now.advanced(bySeconds: -3600)
        try fixture.setFlags([a.id], hidden: false, favourite: true)
        try reader.drain(fixture.view)
        #expect(reader.photos[a.id]?.hidden == false)
        #expect(reader.photos[a.id]?.favourite == true)
        #expect(try #require(reader.mark).sequence > first)
        try fixture.put(2, at: "/a.jpg", mode: .update(a.revision))
        try reader.drain(fixture.view)
        #expect(reader.photos[a.id]?.contentHash == MachineFixture.content(2).hash)
    }

    @Test func anEditedPhotoKeepsItsFlags() throws {
        var fixture = try MachineFixture()
        let a = try fixture.put(1, at: "/a.jpg")
        try fixture.setFlags([a.id], hidden: true)
        try fixture.put(2, at: "/a.jpg", mode: .update(a.revision))
        #expect(try fixture.photo("/a.jpg").hidden)
        #expect(try fixture.have(1, 2) == ["superseded", "there"])
    }

    @Test func aDeletedContentIsRememberedPastTheEmptyingOfTheTrash() throws {
        var fixture = try MachineFixture()
        try fixture.put(1, at: "/a.jpg")
        try fixture.put(1, at: "/b.jpg")
        try fixture.delete("/a.jpg")
        #expect(try fixture.have(1, 2) == ["there", "missing"])
        try fixture.delete("/b.jpg")
        #expect(try fixture.have(1) == ["deleted"])
        fixture.now = fixture.now.advanced(bySeconds: 400 * 86_400)
        while try fixture.machine.tidy(MachineFixture.account, at: fixture.now) {}
        #expect(try fixture.have(1) == ["deleted"])
        try fixture.put(1, at: "/again.jpg")
        #expect(try fixture.have(1) == ["there"])
    }

    @Test func aDeletedFolderTakesItsPhotosAlong() throws {
        var fixture = try MachineFixture()
        try fixture.put(1, at: "/f/a.jpg")
        try fixture.put(2, at: "/f/g/b.jpg")
        var reader = PhotoReader()
        try reader.drain(fixture.view)
        try fixture.delete("/f")
        try reader.drain(fixture.view)
        #expect(reader.photos.isEmpty)
        #expect(try fixture.have(1, 2) == ["deleted", "deleted"])
    }

    @Test func deletingAContentDeletesAllItsFilesAndIsRememberedWithoutAny() throws {
        var fixture = try MachineFixture()
        let a = try fixture.put(1, at: "/a.jpg")
        try fixture.put(1, at: "/b.jpg")
        try fixture.put(2, at: "/c.jpg")
        let results = try fixture.deletePhotos(
            [a.id, unknown], contents: [1, 7], superseded: [2, 8])
        #expect(results.results.map(\.outcome) == [.done, .notFound])
        #expect(try fixture.photos().keys.sorted() == ["/c.jpg"])
        #expect(try fixture.have(1, 7, 2, 8) == ["deleted", "deleted", "there", "deleted"])
        #expect(results.mark == (try fixture.view.mark()))
    }

    @Test func aRestoredPhotoIsTheSameFileAtItsPlace() throws {
        var fixture = try MachineFixture()
        let a = try fixture.put(1, at: "/f/a.jpg")
        try fixture.deletePhotos([a.id], contents: [1])
        let results = try fixture.restorePhotos([a.id], contents: [1])
        #expect(results.results.map(\.outcome) == [.done])
        #expect(results.missing == [])
        #expect(try fixture.photo("/f/a.jpg").id == a.id)
        #expect(try fixture.have(1) == ["there"])
    }

    @Test func aPhotoIsRestoredBesideWhatTookItsPlace() throws {
        var fixture = try MachineFixture()
        let a = try fixture.put(1, at: "/a.jpg")
        try fixture.deletePhotos([a.id])
        try fixture.put(2, at: "/a.jpg")
        try fixture.restorePhotos([a.id])
        #expect(try fixture.photo("/a (1).jpg").contentHash == MachineFixture.content(1).hash)
    }

    @Test func aContentThatIsThereIsNotRestoredTwice() throws {
        var fixture = try MachineFixture()
        let a = try fixture.put(1, at: "/a.jpg")
        try fixture.put(1, at: "/b.jpg")
        try fixture.deletePhotos([a.id])
        let results = try fixture.restorePhotos([a.id], contents: [1])
        #expect(results.results.map(\.outcome) == [.done])
        #expect(try fixture.photos().keys.sorted() == ["/b.jpg"])
    }

    @Test func aPhotoEditedBeforeItWasDeletedIsNotTheOneWanted() throws {
        var fixture = try MachineFixture()
        let a = try fixture.put(1, at: "/a.jpg")
        try fixture.put(2, at: "/a.jpg")
        try fixture.deletePhotos([a.id])
        let results = try fixture.restorePhotos([a.id], contents: [1])
        // The content itself is in the trash still.
        #expect(results.missing == [])
        #expect(try fixture.photo("/a.jpg").contentHash == MachineFixture.content(1).hash)
    }

    @Test func whatTheTrashLostIsToldAndNoLongerRemembered() throws {
        var fixture = try MachineFixture()
        let a = try fixture.put(1, at: "/a.jpg")
        try fixture.deletePhotos([a.id], contents: [1])
        fixture.now = fixture.now.advanced(bySeconds: 40 * 86_400)
        while try fixture.machine.tidy(MachineFixture.account, at: fixture.now) {}
        let results = try fixture.restorePhotos([a.id], contents: [1])
        #expect(results.results.map(\.outcome) == [.notFound])
        #expect(results.missing == [MachineFixture.content(1).hash])
        #expect(try fixture.have(1) == ["missing"])
    }

    @Test func anUploadOfADeletedContentNeedsAWishWhereItIsNamed() throws {
        var fixture = try MachineFixture()
        try fixture.put(1, at: "/a.jpg")
        try fixture.delete("/a.jpg")
        let named = OperationID(high: 9, low: 9)
        let refused = try fixture.named(named, 1, to: "/b.jpg")
        #expect(refused == .failure(.deleted))
        #expect(try fixture.view.metadata.sessionBytes(of: MachineFixture.account) == 0)
        #expect(try fixture.named(named, 1, to: "/b.jpg", wish: true) == .success("/b.jpg"))
        try fixture.delete("/b.jpg")
        // Other clients know nothing of wishes.
        try fixture.put(1, at: "/c.jpg")
        #expect(try fixture.have(1) == ["there"])
    }

    @Test func anUploadThatADeleteCalledOffIsRefused() throws {
        var fixture = try MachineFixture()
        let named = OperationID(high: 9, low: 9)
        try fixture.deletePhotos(contents: [1], cancels: [named])
        #expect(try fixture.named(named, 2, to: "/b.jpg", wish: true) == .failure(.cancelled))
        #expect(try fixture.photos().isEmpty)
    }
}

extension MachineFixture {
    /// An upload by a client that names it; the path it came to.
    mutating func named(
        _ operation: OperationID, _ number: Int, to path: String, wish: Bool = false
    ) throws -> Result<String?, WriteError> {
        let (hash, size) = Self.content(number)
        var caller = caller
        caller.operation = operation
        let result = try machine.upload(
            CommitInfo(path: PathArgument(path), isWish: wish),
            StagedContent(hash: hash, size: size, number: UInt64(1000 + number)),
            keptAs: try #require(SessionID("named\(number)")), by: caller)
        switch result {
        case .success(let file): return .success(file.pathDisplay)
        case .failure(.path(let error, session: _)): return .failure(error)
        case .failure(let error): throw error
        }
    }
}
