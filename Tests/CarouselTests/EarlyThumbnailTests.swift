import Carousel
import Foundation
import Photos
import TestSupport
import Testing

@Suite struct EarlyThumbnailTests {
    @Test func theCamerasThumbnailShowsUntilTheRealOnesAreMade() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("plain.jpg", nil)
        let picture = try Array(
            Data(contentsOf: URL(fileURLWithPath: fixture.path("plain.jpg"))))
        try fixture.remove("plain.jpg")
        var tiff = MadeTIFF.taken("2010:01:01 00:00:00")
        tiff.thumbnail = try await fixture.smallPicture(of: picture)
        try await fixture.writeJPEG("a.jpg", tiff)
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos], ScanOptions(thumbnails: false))
        let luid = try #require(library.snapshot.photoCount == 1 ? library.snapshot[0].luid : nil)
        let early = try #require(library.thumbnail(of: luid, .s75))
        #expect(library.thumbnail(of: luid, .s256) == nil)
        #expect(!library.snapshot[0].thumbHash.isEmpty)
        _ = try await library.scan()
        let real = try #require(library.thumbnail(of: luid, .s75))
        #expect(real != early)
        #expect(library.thumbnail(of: luid, .s256) != nil)
        // Another scan leaves the real one alone.
        _ = try await library.scan([], ScanOptions(thumbnails: false))
        #expect(library.thumbnail(of: luid, .s75) == real)
        await library.close()
    }

    @Test func otherBytesAtAPathGetOtherThumbnails() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", .taken("2010:01:01 00:00:00"))
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        let luid = library.snapshot[0].luid
        let old = try #require(library.thumbnail(of: luid, .s75))
        var turned = MadeTIFF.taken("2010:01:01 00:00:00")
        turned.main.append((0x0112, .short(3)))
        try await fixture.writeJPEG("a.jpg", turned)
        _ = try await library.scan()
        #expect(library.snapshot.photoCount == 1)
        #expect(library.snapshot[0].luid == luid)
        #expect(try #require(library.thumbnail(of: luid, .s75)) != old)
        await library.close()
    }

    @Test func thumbnailsOfPhotosThatAreGoneAreRemoved() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", .taken("2010:01:01 00:00:00"))
        try await fixture.writeJPEG("b.jpg", .taken("2011:01:01 00:00:00"))
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        let luid = try #require(try library.luid(ofFile: "a.jpg"))
        #expect(library.thumbnail(of: luid, .s256) != nil)
        try fixture.remove("a.jpg")
        _ = try await library.scan()
        #expect(library.snapshot.photoCount == 1)
        #expect(library.thumbnail(of: luid, .s256) == nil)
        #expect(library.thumbnail(of: luid, .s75) == nil)
        // The photo comes back, and its pictures with it.
        try await fixture.writeJPEG("c.jpg", .taken("2010:01:01 00:00:00"))
        _ = try await library.scan()
        #expect(try library.luid(ofFile: "c.jpg") == luid)
        #expect(library.thumbnail(of: luid, .s256) != nil)
        await library.close()
    }
}

extension LibraryFixture {
    /// A small JPEG of a picture, as the decoder makes it for the viewer.
    fileprivate func smallPicture(of jpeg: [UInt8]) async throws -> [UInt8] {
        let other = try await LibraryFixture(photos: 0, "small")
        try other.folder.write(jpeg, to: "photos/x.jpg")
        let library = try await other.open()
        _ = try await library.scan([other.photos], ScanOptions(thumbnails: false))
        let small = try await library.picture(of: library.snapshot[0].luid, maxSide: 160)
        await library.close()
        return JPEGSegments.withoutMetadata(small)
    }
}
