import Carousel
import Foundation
import Photos
import TestSupport
import Testing

/// Hiding and favourites.
@Suite struct FlagTests {
    private func library(_ fixture: LibraryFixture) async throws -> PhotoLibrary {
        for number in 1...3 {
            try await fixture.writeJPEG("\(number).jpg", variant: UInt8(number))
        }
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos], ScanOptions(thumbnails: false))
        return library
    }

    @Test func aHiddenPhotoLeavesTheTimelineAndStaysAwayAfterARestart() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        var library = try await library(fixture)
        let luid = try #require(try library.luid(ofFile: "2.jpg"))
        let done = try await library.perform(.hide, on: [luid])
        #expect(done.photos == [luid])
        #expect(library.snapshot.photoCount == 2)
        #expect(library.snapshot.position(of: luid) == nil)
        await library.close()
        library = try await fixture.open()
        #expect(library.snapshot.position(of: luid) == nil)
        let hidden = try await fixture.open(as: .reader, showing: .hidden)
        #expect(hidden.snapshot.photoCount == 1 && hidden.snapshot[0].luid == luid)
        await hidden.close()
        _ = try await library.perform(.unhide, on: [luid])
        #expect(library.snapshot.photoCount == 3)
        await library.close()
    }

    @Test func aRescanAndAnEditKeepWhatTheUserSet() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        let library = try await library(fixture)
        let luid = try #require(try library.luid(ofFile: "2.jpg"))
        _ = try await library.perform(.favourite, on: [luid])
        try await fixture.writeJPEG("2.jpg", variant: 77)
        try fixture.move("2.jpg", to: "moved.jpg")
        try await fixture.writeJPEG("2.jpg", variant: 78)
        _ = try await library.scan()
        #expect(library.snapshot.record(of: luid)?.flags.contains(.favourite) == true)
        await library.close()
    }

    @Test func undoTouchesOnlyWhatTheActChanged() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        let library = try await library(fixture)
        let luids = try library.allDetails().map(\.luid)
        _ = try await library.perform(.favourite, on: [luids[0]])
        let all = try await library.perform(.favourite, on: luids)
        #expect(Set(all.photos) == Set(luids.dropFirst()))
        let undone = try await library.undo(all.operation)
        #expect(Set(undone.photos) == Set(luids.dropFirst()))
        let left = luids.filter {
            library.snapshot.record(of: $0)?.flags.contains(.favourite) == true
        }
        #expect(left == [luids[0]])
        #expect(try await library.undo(all.operation).photos.isEmpty, "once")
        await library.close()
    }

    @Test func anUnknownPhotoLeavesAllOthersAsTheyAre() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        let library = try await library(fixture)
        let luids = try library.allDetails().map(\.luid)
        await #expect(throws: LibraryError.noSuchPhoto(LUID(999))) {
            try await library.perform(.hide, on: luids + [LUID(999)])
        }
        #expect(library.snapshot.photoCount == 3)
        await library.close()
    }

    @Test func aHundredPhotosAreOneCommit() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        let library = try await library(fixture)
        let luids = try library.allDetails().map(\.luid)
        let version = library.snapshot.version
        _ = try await library.perform(.hide, on: luids)
        #expect(library.snapshot.version == version + 1)
        #expect(library.snapshot.photoCount == 0)
        await library.close()
    }

    @Test func aGuestsActIsDoneByTheOwnerAndSeenByBoth() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        let owner = try await library(fixture)
        let guest = try await fixture.open()
        #expect(!guest.isOwner)
        let luid = try #require(try owner.luid(ofFile: "1.jpg"))
        let done = try await guest.perform(.delete, on: [luid])
        #expect(done.photos == [luid])
        #expect(owner.snapshot.photoCount == 2)
        for await snapshot in guest.snapshots where snapshot.photoCount == 2 { break }
        #expect(try await guest.outcome(of: done.operation) == ActionOutcome())
        #expect(!FileManager.default.fileExists(atPath: fixture.path("1.jpg")))
        _ = try await guest.undo(done.operation)
        for await snapshot in guest.snapshots where snapshot.photoCount == 3 { break }
        _ = try await guest.outcome(of: done.operation)
        #expect(FileManager.default.fileExists(atPath: fixture.path("1.jpg")))
        await guest.close()
        await owner.close()
    }
}
