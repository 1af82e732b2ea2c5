import Carousel
import Foundation
import Photos
import TestSupport
import Testing

/// What a person does to files, and what the library makes of it.
@Suite struct IdentityTests {
    private func scanned(
        _ fixture: LibraryFixture
    ) async throws -> PhotoLibrary {
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        return library
    }

    @Test func aCopyIsAFurtherPathOfItsPhoto() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        let library = try await scanned(fixture)
        let luid = try library.luid(ofFile: "a.jpg")
        try fixture.copy("a.jpg", to: "b.jpg")
        let report = try await library.scan()
        #expect(report.attached == 1 && report.photos == 0)
        #expect(try library.allDetails().count == 1)
        #expect(try library.luid(ofFile: "b.jpg") == luid)
        await library.close()
    }

    @Test func twoCopiesFoundAtOnceAreOnePhoto() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        try fixture.copy("a.jpg", to: "b.jpg")
        let library = try await scanned(fixture)
        let photos = try library.allDetails()
        #expect(photos.count == 1)
        #expect(photos.first?.paths.count == 2)
        await library.close()
    }

    @Test(arguments: ["moved/a.jpg", "A.JPG", "été.jpg"])
    func
        aMovedOrRenamedFileKeepsItsLUID(name: String) async throws
    {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        try await fixture.writeJPEG("other.jpg", variant: 2)
        let library = try await scanned(fixture)
        let luid = try library.luid(ofFile: "a.jpg")
        try FileManager.default.createDirectory(
            atPath: fixture.path("moved"), withIntermediateDirectories: true)
        try fixture.move("a.jpg", to: name)
        _ = try await library.scan()
        #expect(try library.luid(ofFile: String(name.split(separator: "/").last!)) == luid)
        #expect(try library.allDetails().count == 2)
        await library.close()
    }

    @Test func aFileThatTheUserRemovedLeavesTheTimeline() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        try await fixture.writeJPEG("b.jpg", variant: 2)
        let library = try await scanned(fixture)
        let luid = try library.luid(ofFile: "a.jpg")
        try fixture.remove("a.jpg")
        _ = try await library.scan()
        #expect(try library.allDetails().count == 1)
        try await fixture.writeJPEG("again.jpg", variant: 1)
        _ = try await library.scan()
        #expect(try library.luid(ofFile: "again.jpg") == luid, "content finds its LUID again")
        await library.close()
    }

    @Test func anEmptiedFolderMakesItsPhotosUnavailableAndNotGone() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        let library = try await scanned(fixture)
        try fixture.move("a.jpg", to: "../aside.jpg")
        _ = try await library.scan()
        #expect(library.snapshot.photoCount == 1)
        #expect(library.snapshot[0].flags.contains(.unavailable))
        #expect(try library.roots().map(\.isAvailable) == [false])
        try fixture.move("../aside.jpg", to: "a.jpg")
        let report = try await library.scan()
        #expect(report.unchanged == 1, "its bytes are the same, whatever its stamp says")
        #expect(!library.snapshot[0].flags.contains(.unavailable))
        await library.close()
    }

    @Test func anAbsentFolderMakesItsPhotosUnavailableAndNotGone() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        let library = try await scanned(fixture)
        let aside = fixture.folder.path + "/aside"
        try FileManager.default.moveItem(atPath: fixture.photos.display, toPath: aside)
        _ = try await library.scan()
        #expect(library.snapshot.photoCount == 1)
        #expect(library.snapshot[0].flags.contains(.unavailable))
        try FileManager.default.moveItem(atPath: aside, toPath: fixture.photos.display)
        let report = try await library.scan()
        #expect(report.unchanged == 1, "its return costs a stat pass only")
        #expect(!library.snapshot[0].flags.contains(.unavailable))
        await library.close()
    }

    @Test func anEditInPlaceKeepsTheLUID() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        let library = try await scanned(fixture)
        let before = try #require(try library.allDetails().first)
        try await fixture.writeJPEG("a.jpg", variant: 9)
        _ = try await library.scan()
        let after = try library.allDetails()
        #expect(after.count == 1)
        #expect(after.first?.luid == before.luid)
        #expect(after.first?.contentHash != before.contentHash)
        #expect(library.thumbnail(of: before.luid, .s256) != nil)
        await library.close()
    }

    @Test func anotherPhotoUnderAKnownNameIsANewPhoto() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        let library = try await scanned(fixture)
        let before = try library.luid(ofFile: "a.jpg")
        let sample = try await LibraryFixture(photos: 9, seed: 77)
        let names = try FileManager.default.subpathsOfDirectory(atPath: sample.photos.display)
        let other = try #require(names.sorted().first { $0.hasSuffix(".jpg") })
        try fixture.remove("a.jpg")
        try FileManager.default.copyItem(
            atPath: sample.path(other), toPath: fixture.path("a.jpg"))
        _ = try await library.scan()
        #expect(try library.allDetails().count == 1)
        #expect(try library.luid(ofFile: "a.jpg") != before)
        await library.close()
    }

    @Test func aFolderWithinAFolderIsWalkedOnce() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("inner/a.jpg", variant: 1)
        try await fixture.writeJPEG("b.jpg", variant: 2)
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos.appending("inner")])
        let luid = try library.luid(ofFile: "a.jpg")
        let report = try await library.scan([fixture.photos])
        #expect(report.photos == 1 && report.unchanged == 1 && report.attached == 0)
        #expect(try library.luid(ofFile: "a.jpg") == luid)
        #expect(library.snapshot.photoCount == 2)
        await library.close()
    }

    @Test func theLibrarysOwnFolderIsNeverScanned() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        let library = try await fixture.open()
        try fixture.folder.write([1], to: "library/picture.jpg")
        let report = try await library.scan([fixture.folder.filePath])
        #expect(report.photos == 1 && report.problems == 0)
        await #expect(throws: LibraryError.folderIsTheLibrary(fixture.directory.path.display)) {
            try await library.scan([fixture.directory.path])
        }
        await library.close()
    }
}
