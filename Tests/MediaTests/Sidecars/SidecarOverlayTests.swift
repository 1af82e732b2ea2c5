import Media
import Photos
import Testing

struct SidecarOverlayTests {
    private let today = CaptureTime(milliseconds: 1_800_000_000_000)

    private func time(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> CaptureTime {
        CaptureTime(
            year: 2015, month: 2, day: 4, hour: hour, minute: minute, second: second)!
    }

    private func file(
        _ source: DateSource, _ taken: CaptureTime?, offset: Int? = nil,
        zone: ZoneSource = .unknown
    ) -> PhotoMetadata {
        PhotoMetadata(
            kind: .photo, taken: taken, utcOffsetMinutes: offset, dateSource: source, zone: zone)
    }

    private let takeout = SidecarMetadata(
        taken: CaptureTime(
            year: 2015, month: 2, day: 4, hour: 18, minute: 18, second: 55),
        zone: .utc)

    @Test(arguments: [DateSource.exif, .xmp])
    func theDateInThePictureStays(source: DateSource) {
        let own = file(source, time(9))
        #expect(own.applying([takeout], today: today) == own)
    }

    @Test(arguments: [DateSource.fileModified, .none, .container])
    func aSidecarsDateGoesBeforeLesserOnes(source: DateSource) {
        let found = file(source, time(9, 13, 7)).applying([takeout], today: today)
        #expect(found.taken == time(18, 18, 55))
        #expect(found.dateSource == .sidecar)
        #expect(found.utcOffsetMinutes == nil)
        #expect(found.zone == .utc)
    }

    @Test func theNameGivesTheZoneOfATimeInUTC() {
        let found = file(.filename, time(23, 48, 55)).applying([takeout], today: today)
        #expect(found.taken == time(23, 48, 55))
        #expect(found.utcOffsetMinutes == 5 * 60 + 30)
        #expect(found.dateSource == .sidecar)
        #expect(found.zone == .written)
    }

    @Test func aNameOfAnotherMomentGivesNoZone() {
        let found = file(.filename, time(23, 40, 0)).applying([takeout], today: today)
        #expect(found.taken == time(18, 18, 55))
        #expect(found.zone == .utc)
    }

    @Test func thePlaceGivesTheZone() {
        var sidecar = takeout
        sidecar.location = Coordinate(latitude: 35.7, longitude: 139.7)
        let found = file(.fileModified, time(9)).applying([sidecar], today: today)
        #expect(found.location == sidecar.location)
        #expect(found.utcOffsetMinutes == 9 * 60)
        #expect(found.taken?.description == "2015-02-05T03:18:55.000")
        #expect(found.zone == .place)
    }

    @Test func thePlaceInThePictureStaysAndZeroIsNone() {
        var own = file(.exif, time(9))
        own.location = Coordinate(latitude: 1, longitude: 2)
        var sidecar = takeout
        sidecar.location = Coordinate(latitude: 3, longitude: 4)
        #expect(own.applying([sidecar], today: today).location == own.location)
        own.location = Coordinate(latitude: 0, longitude: 0)
        #expect(own.applying([sidecar], today: today).location == sidecar.location)
    }

    @Test func anAbsurdDateIsNone() {
        let absurd = SidecarMetadata(taken: CaptureTime(milliseconds: 9_000_000_000_000_000))
        let own = file(.fileModified, time(9))
        #expect(own.applying([absurd], today: today) == own)
        // The next one that has a sane date is asked.
        #expect(own.applying([absurd, takeout], today: today).dateSource == .sidecar)
    }

    @Test func aBorrowedOffsetTurnsUTCOnly() {
        let own = file(.container, time(10), zone: .utc)
        let found = own.borrowing(offsetMinutes: 120)
        #expect(found.taken == time(12))
        #expect(found.utcOffsetMinutes == 120)
        #expect(found.zone == .neighbours)
        let local = file(.exif, time(10))
        #expect(local.borrowing(offsetMinutes: 120) == local)
    }
}
