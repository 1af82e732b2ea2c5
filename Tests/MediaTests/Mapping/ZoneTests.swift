import DecoderProtocol
import Photos
import Testing

@testable import Media

/// How a time that is known in UTC becomes the photographer's.
struct ZoneTests {
    private let utc: [MetadataField: String] = [
        .containerCreationTime: "2017-02-22T20:20:28.000000Z"
    ]

    @Test func withNothingElseItStaysUTCAndHasNoOffset() {
        let metadata = FileFacts(format: .mp4, fields: utc).metadata()
        #expect(metadata.taken?.description == "2017-02-22T20:20:28.000")
        #expect(metadata.utcOffsetMinutes == nil)
        #expect(metadata.dateSource == .container)
    }

    @Test(arguments: [
        (-0.08, 0, "2017-02-22T20:20:28.000"), (139.7, 540, "2017-02-23T05:20:28.000"),
        (-122.4, -480, "2017-02-22T12:20:28.000"), (180, 720, "2017-02-23T08:20:28.000"),
        (-180, -720, "2017-02-22T08:20:28.000"),
    ])
    func aPlaceGivesItsNauticalZone(longitude: Double, minutes: Int, time: String) {
        let place = Coordinate(latitude: 35, longitude: longitude)
        let metadata = FileFacts(format: .mp4, fields: utc, location: place).metadata()
        #expect(metadata.taken?.description == time)
        #expect(metadata.utcOffsetMinutes == minutes)
    }

    @Test func zeroDegreesIsAPlaceAndGivesNoZone() {
        let nowhere = Coordinate(latitude: 0, longitude: 0)
        let metadata = FileFacts(format: .mp4, fields: utc, location: nowhere).metadata()
        #expect(metadata.location == nowhere)
        #expect(metadata.utcOffsetMinutes == nil)
    }

    @Test func anOffsetOfTheFileGoesBeforeThePlace() {
        let fields = utc.merging([.exifOffsetTime: "+05:30"]) { $1 }
        let place = Coordinate(latitude: 48, longitude: 2)
        let metadata = FileFacts(format: .mp4, fields: fields, location: place).metadata()
        #expect(metadata.taken?.description == "2017-02-23T01:50:28.000")
        #expect(metadata.utcOffsetMinutes == 330)
    }

    @Test func applesCreationDateIsLocalAndGoesBeforeTheContainers() {
        let fields: [MetadataField: String] = [
            .containerCreationTime: "2019-07-24T08:25:57.000000Z",
            .appleCreationDate: "2019-07-24T11:25:40+0300",
        ]
        let metadata = FileFacts(format: .quickTime, fields: fields).metadata()
        #expect(metadata.taken?.description == "2019-07-24T11:25:40.000")
        #expect(metadata.utcOffsetMinutes == 180)
    }

    @Test func aPixelsNameIsUTC() {
        let place = Coordinate(latitude: 48.858, longitude: 14.3)
        let metadata = FileFacts(format: .jpeg, location: place)
            .metadata(name: "PXL_20231006_063000139.jpg")
        #expect(metadata.taken?.description == "2023-10-06T07:30:00.139")
        #expect(metadata.utcOffsetMinutes == 60)
        #expect(metadata.dateSource == .filename)
    }

    @Test(arguments: ["1904-01-01T00:00:00.000000Z", "1970-01-01T00:00:00Z"])
    func aRecorderThatDoesNotKnowHasNoDate(text: String) {
        let metadata = FileFacts(format: .mp4, fields: [.containerCreationTime: text]).metadata()
        #expect(metadata.taken == nil)
    }

    @Test func aContainerTimeWithoutAZoneIsTheRecordersOwn() {
        let place = Coordinate(latitude: 48, longitude: 100)
        let facts = FileFacts(
            format: .avi, fields: [.containerCreationTime: "2005-08-17 11:02:03"], location: place)
        #expect(facts.metadata().taken?.description == "2005-08-17T11:02:03.000")
    }
}
