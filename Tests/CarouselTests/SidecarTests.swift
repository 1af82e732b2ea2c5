import Carousel
import Foundation
import Photos
import TestSupport
import Testing

/// Sidecars and their photos, over scans.
@Suite struct SidecarTests {
    static func takeout(_ seconds: Int, _ place: String = "0.0, \"longitude\": 0.0") -> String {
        """
        {"title": "x", "photoTakenTime": {"timestamp": "\(seconds)"},
         "geoData": {"latitude": \(place)}}
        """
    }

    static func xmp(_ date: String) -> String {
        """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
         xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
         xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="\(date)"
         exif:GPSLatitude="47,30.0N" exif:GPSLongitude="7,30.0E"/></rdf:RDF></x:xmpmeta>
        """
    }

    @Test func aSidecarIsReadUpdatedAndForgotten() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", nil)
        try await fixture.writeJPEG("b.jpg", nil, variant: 1)
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        func a() throws -> PhotoDetails? {
            try library.allDetails().first { $0.paths[0].display.hasSuffix("/a.jpg") }
        }
        let before = try #require(try a())
        #expect(before.metadata.dateSource == .fileModified)

        try fixture.write("a.jpg.json", Self.takeout(1_423_073_935))
        let second = try await library.scan()
        #expect(second.photos == 0 && second.unchanged == 2, "photos are only looked at")
        let read = try #require(try a())
        #expect(read.luid == before.luid)
        #expect(read.metadata.taken?.description == "2015-02-04T18:18:55.000")
        #expect(read.metadata.dateSource == .sidecar)
        #expect(read.sidecars.map(\.display) == [fixture.path("a.jpg.json")])

        try fixture.write("a.jpg.json", Self.takeout(1_423_080_044, "35.0, \"longitude\": 135.0"))
        _ = try await library.scan()
        let updated = try #require(try a())
        #expect(updated.metadata.taken?.description == "2015-02-05T05:00:44.000")
        #expect(updated.metadata.utcOffsetMinutes == 9 * 60)
        #expect(updated.metadata.location == Coordinate(latitude: 35, longitude: 135))

        try fixture.remove("a.jpg.json")
        _ = try await library.scan()
        #expect(try a() == before)
        await library.close()
    }

    @Test func xmpBesideAPhotoIsReadByTheDecoder() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", nil)
        try await fixture.writeJPEG("b.jpg", .taken("2010:01:01 00:00:00"), variant: 1)
        try fixture.write("a.xmp", Self.xmp("2012-03-04T05:06:07+01:00"))
        try fixture.write("b.jpg.xmp", Self.xmp("2012-03-04T05:06:07"))
        let photos = try await fixture.scanned()
        let a = try #require(photos.first { $0.paths[0].display.hasSuffix("/a.jpg") })
        #expect(a.metadata.taken?.description == "2012-03-04T05:06:07.000")
        #expect(a.metadata.utcOffsetMinutes == 60)
        #expect(a.metadata.dateSource == .sidecar)
        #expect(a.metadata.location == Coordinate(latitude: 47.5, longitude: 7.5))
        // The picture's own date stays; a place it has none of is taken.
        let b = try #require(photos.first { $0.paths[0].display.hasSuffix("/b.jpg") })
        #expect(b.metadata.taken?.description == "2010-01-01T00:00:00.000")
        #expect(b.metadata.dateSource == .exif)
        #expect(b.metadata.location == Coordinate(latitude: 47.5, longitude: 7.5))
    }

    @Test func sidecarsThatMakeNoSenseCostNothing() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", .taken("2010:01:01 00:00:00"))
        try fixture.write("a.jpg.json", String(repeating: "[", count: 100_000))
        try fixture.write("a.xmp", "<x:xmpmeta")
        try fixture.write("b.xmp", "")
        let library = try await fixture.open()
        let report = try await library.scan([fixture.photos])
        #expect(report.photos == 1)
        #expect(report.problems == 0)
        #expect(try library.allDetails().first?.metadata.dateSource == .exif)
        await library.close()
    }

    @Test func aSidecarsDateDoesNotMakeAnEditAnotherPhoto() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", MadeTIFF(main: [(0x0110, .text("One"))]))
        try fixture.write("a.jpg.json", Self.takeout(1_423_073_935))
        try Self.setModified(fixture.path("a.jpg"), 1_500_000_000)
        let before = try await fixture.scanned()
        // Other bytes with the same time and camera: an edit.
        try await fixture.writeJPEG(
            "a.jpg", MadeTIFF(main: [(0x0110, .text("One"))]), variant: 7)
        try Self.setModified(fixture.path("a.jpg"), 1_500_000_000)
        let after = try await fixture.scanned()
        #expect(after.map(\.luid) == before.map(\.luid))
        #expect(after.first?.contentHash != before.first?.contentHash)
        #expect(after.first?.metadata.dateSource == .sidecar)
    }

    /// A film says only UTC; a photo taken the same day has an offset.
    @Test func aTimeInUTCTakesTheZoneOfItsNeighbour() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        // 2019-06-09T10:57:32Z, twice, and a year later.
        try await fixture.writeFilm("film.mov", created: 1_560_077_852)
        try await fixture.writeFilm("alone.mov", created: 1_591_700_000, milliseconds: 3000)
        #expect(
            try await fixture.scanned().compactMap(\.metadata.utcOffsetMinutes).isEmpty)
        try await fixture.writeJPEG(
            "photo.jpg", .taken("2019:06:09 19:00:00", offset: "+02:00"))
        try await fixture.writeJPEG(
            "far.jpg", .taken("2019:06:09 23:30:00", offset: "+03:00"), variant: 1)
        let photos = try await fixture.scanned()
        let film = try #require(photos.first { $0.paths[0].display.hasSuffix("/film.mov") })
        #expect(film.metadata.taken?.description == "2019-06-09T12:57:32.000")
        #expect(film.metadata.utcOffsetMinutes == 120)
        #expect(film.metadata.zone == .neighbours)
        let alone = try #require(photos.first { $0.paths[0].display.hasSuffix("/alone.mov") })
        #expect(alone.metadata.zone == .utc)
        // Without the neighbour the film is as before.
        try fixture.remove("photo.jpg")
        try fixture.remove("far.jpg")
        try await fixture.writeJPEG("new.jpg", nil, variant: 2)
        let last = try await fixture.scanned()
        #expect(
            last.first { $0.paths[0].display.hasSuffix("/film.mov") }?.metadata.zone == .utc)
    }

    static func setModified(_ path: String, _ seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
    }
}
