import Carousel
import Foundation
import Photos
import TestSupport
import Testing
import Timeline

@Suite struct ScanTests {
    @Test func aScanShowsEveryPhotoOnceWithThumbnailsAndHashes() async throws {
        let fixture = try await LibraryFixture(photos: 40)
        let library = try await fixture.open()
        let report = try await library.scan([fixture.photos])
        let photos = try library.allDetails()
        #expect(photos.count == report.photos + report.videos)
        #expect(photos.count >= 38)
        #expect(report.attached >= 1, "the sample holds copies")
        #expect(report.problems >= 1, "the sample holds broken files")
        #expect(Set(photos.map(\.luid)).count == photos.count)
        #expect(photos.allSatisfy { $0.contentHash != nil })
        #expect(Set(photos.map(\.contentHash)).count == photos.count)
        let broken = Set(try library.problems().map(\.path))
        for photo in photos where broken.isDisjoint(with: photo.paths) {
            #expect(library.thumbnail(of: photo.luid, .s75) != nil)
            #expect(library.thumbnail(of: photo.luid, .s256) != nil)
        }
        await library.close()
    }

    @Test func aSecondScanOnlyLooksAtUnchangedFiles() async throws {
        let fixture = try await LibraryFixture(photos: 20)
        let library = try await fixture.open()
        let first = try await library.scan([fixture.photos])
        let version = library.snapshot.version
        let second = try await library.scan([fixture.photos])
        #expect(second.unchanged == first.photos + first.videos + first.attached + first.parts)
        #expect(second.photos == 0 && second.videos == 0 && second.attached == 0)
        #expect(second.problems == first.problems)
        #expect(library.snapshot.version == version, "nothing was put into the timeline again")
        await library.close()
    }

    @Test func aRestartKeepsLUIDsOrderAndEvents() async throws {
        let fixture = try await LibraryFixture(photos: 30)
        var library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        let before = library.snapshot
        await library.close()
        library = try await fixture.open()
        let after = library.snapshot
        #expect(after.photoCount == before.photoCount)
        #expect((0..<after.photoCount).allSatisfy { after[$0] == before[$0] })
        let ids = { (snapshot: Snapshot) in
            (0..<snapshot.eventCount).map { snapshot.event(at: $0).id }
        }
        #expect(ids(after) == ids(before))
        await library.close()
    }

    @Test func aReaderSeesWhatIsStoredAndMakesNothing() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        await #expect(throws: LibraryError.self) { try await fixture.open(as: .reader) }
        #expect(!FileManager.default.fileExists(atPath: fixture.directory.path.display))
    }

    @Test func anInterruptedScanGoesOnWhereItWas() async throws {
        let fixture = try await LibraryFixture(photos: 30)
        var library = try await fixture.open()
        let report = try await library.scan([fixture.photos], ScanOptions(thumbnails: false))
        #expect(try library.allDetails().allSatisfy { library.thumbnail(of: $0.luid, .s75) == nil })
        await library.close()
        library = try await fixture.open()
        let second = try await library.scan([fixture.photos])
        #expect(
            second.unchanged
                == report.photos + report.videos + report.attached + report.parts)
        let broken = Set(try library.problems().map(\.path))
        for photo in try library.allDetails() where broken.isDisjoint(with: photo.paths) {
            #expect(library.thumbnail(of: photo.luid, .s75) != nil)
        }
        await library.close()
    }

    @Test func aCancelledScanEndsAndKeepsWhatItHas() async throws {
        let fixture = try await LibraryFixture(photos: 30)
        let library = try await fixture.open()
        let scan = Task { try await library.scan([fixture.photos]) }
        scan.cancel()
        await #expect(throws: LibraryError.cancelled) { try await scan.value }
        let report = try await library.scan([fixture.photos])
        #expect(try library.allDetails().count >= report.photos + report.videos)
        await library.close()
    }

    @Test func twoScansAtOnceRunOneAfterTheOther() async throws {
        let fixture = try await LibraryFixture(photos: 15)
        let library = try await fixture.open()
        async let one = library.scan([fixture.photos])
        async let two = library.scan([fixture.photos])
        let reports = try await [one, two]
        let shown = try library.allDetails().count
        #expect(reports.map { $0.photos + $0.videos }.sorted() == [0, shown])
        await library.close()
    }

    @Test func thumbnailsThatAreLostAreMadeAgain() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        var library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        let luid = try #require(try library.luid(ofFile: "a.jpg"))
        #expect(library.thumbnail(of: luid, .s75) != nil)
        await library.close()
        for suffix in ["", "-wal", "-shm"] {
            let file = fixture.directory.path.display + "/thumbnails.db" + suffix
            if FileManager.default.fileExists(atPath: file) {
                try FileManager.default.removeItem(atPath: file)
            }
        }
        library = try await fixture.open()
        #expect(library.thumbnail(of: luid, .s75) == nil)
        let report = try await library.scan()
        #expect(report.unchanged == 1)
        #expect(library.thumbnail(of: luid, .s75) != nil)
        #expect(library.thumbnail(of: luid, .s256) != nil)
        await library.close()
    }
}
