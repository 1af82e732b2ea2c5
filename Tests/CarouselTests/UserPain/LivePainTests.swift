import Carousel
import Foundation
import Photos
import TestSupport
import Testing

/// Public reports against other photo libraries about items of several files,
/// each rebuilt and shown not to happen here.
@Suite struct LivePainTests {
    private let instant = 1_560_077_852
    private let still = MadeTIFF.taken("2019:06:09 12:57:32", offset: "+02:00")

    @Test("immich-app/immich 8503: a Takeout's Live Photo with an MP4 is one item")
    func immich8503() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("IMG_1.HEIC", still)
        try await fixture.writeFilm("img_1.mp4", created: instant + 2)
        try fixture.write("IMG_1.HEIC.json", SidecarTests.takeout(instant))
        let photos = try await fixture.scanned()
        #expect(photos.map(\.metadata.kind) == [.photo])
        #expect(photos.first?.parts.map(\.role) == [.motion])
    }

    @Test("LibrePhotos/librephotos 481: a Live Photo is one tile with both files")
    func librephotos481() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("IMG_1.HEIC", nil)
        try await fixture.writeFilm("IMG_1.MOV")
        let photos = try await fixture.scanned()
        #expect(photos.count == 1)
        let paths = photos.flatMap { $0.paths + $0.parts.flatMap(\.paths) }.map(\.display)
        #expect(Set(paths) == [fixture.path("IMG_1.HEIC"), fixture.path("IMG_1.MOV")])
    }

    @Test("photoprism/photoprism 1895: a broken film does not keep its still out")
    func photoprism1895Broken() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("IMG_1.JPG", still)
        try fixture.folder.write([0, 0, 0, 8] + Array("wide".utf8), to: "photos/IMG_1.MOV")
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        let photos = try library.allDetails()
        #expect(photos.map(\.paths) == [[FilePath(fixture.path("IMG_1.JPG"))]])
        #expect(library.thumbnail(of: photos[0].luid, .s256) != nil)
        #expect(try library.problems().map(\.path.display) == [fixture.path("IMG_1.MOV")])
        await library.close()
    }

    @Test("photoprism/photoprism 1895: a film with the still's bytes is a copy of it")
    func photoprism1895Same() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("IMG_1.JPG", still)
        try fixture.copy("IMG_1.JPG", to: "IMG_1.MOV")
        let photos = try await fixture.scanned()
        #expect(photos.count == 1)
        #expect(photos.first?.paths.count == 2)
        #expect(photos.first?.parts == [])
    }
}
