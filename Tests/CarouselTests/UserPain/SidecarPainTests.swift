import Carousel
import Foundation
import Photos
import TestSupport
import Testing

/// Public reports against other photo libraries about sidecars and the dates
/// they carry, each rebuilt and shown not to happen here.
@Suite struct SidecarPainTests {
    @Test("TheLastGimbus/GooglePhotosTakeoutHelper 452: names in two Unicode forms match")
    func takeoutHelper452() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("caf\u{E9} \u{1F600}.jpg", nil)
        try fixture.write("cafe\u{301} \u{1F600}.jpg.json", SidecarTests.takeout(1_423_073_935))
        let photos = try await fixture.scanned()
        #expect(photos.first?.metadata.taken?.description == "2015-02-04T18:18:55.000")
        #expect(photos.first?.metadata.dateSource == .sidecar)
    }

    @Test("ente/ente 11052: an edited copy gets the date and keeps its name")
    func ente11052() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("IMG.jpg", nil)
        try await fixture.writeJPEG("IMG-edited.jpg", nil, variant: 1)
        try fixture.write(
            "IMG.jpg.json", SidecarTests.takeout(1_423_073_935, "48.5, \"longitude\": 2.5"))
        let photos = try await fixture.scanned()
        #expect(photos.count == 2)
        #expect(
            Set(photos.flatMap(\.paths).map(\.display))
                == [fixture.path("IMG.jpg"), fixture.path("IMG-edited.jpg")])
        for photo in photos {
            #expect(photo.metadata.taken?.description == "2015-02-04T18:18:55.000")
            #expect(photo.metadata.location == Coordinate(latitude: 48.5, longitude: 2.5))
        }
    }

    @Test("RhetTbull/osxphotos 1736: an orphan AAE fails nothing")
    func osxphotos1736() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("IMG_E0001.JPG", .taken("2019:01:01 10:00:00"))
        try await fixture.writeJPEG("IMG_0002.JPG", .taken("2019:01:02 10:00:00"), variant: 1)
        try fixture.write("IMG_0001.AAE", "<plist/>")
        try fixture.write("IMG_0002.AAE", "<plist/>")
        let library = try await fixture.open()
        let report = try await library.scan([fixture.photos])
        #expect(report.photos == 2)
        #expect(report.problems == 0)
        let photos = try library.allDetails()
        #expect(photos.map(\.sidecars.count) == [1, 0])
        await library.close()
    }

    @Test("immich-app/immich 14949: EXIF, sidecar, name and file time, in this order")
    func immich14949() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", .taken("2001:01:01 10:00:00"))
        try await fixture.writeJPEG("b.jpg", nil, variant: 1)
        try await fixture.writeJPEG("2003-01-01 10.00.00.jpg", nil, variant: 2)
        try await fixture.writeJPEG("d.jpg", nil, variant: 3)
        for name in ["a.jpg", "b.jpg"] {
            try fixture.write("\(name).json", SidecarTests.takeout(1_009_843_200))
        }
        // Written last, the oldest photo is the newest file.
        for (name, time) in [("a.jpg", 1_700_000_000.0), ("d.jpg", 1_100_000_000)] {
            try SidecarTests.setModified(fixture.path(name), time)
        }
        let photos = try await fixture.scanned()
        #expect(photos.map(\.metadata.dateSource) == [.fileModified, .filename, .sidecar, .exif])
        let years = photos.compactMap { $0.metadata.taken?.date.year }
        #expect(years == [2004, 2003, 2002, 2001])
    }
}
