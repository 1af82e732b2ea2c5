import Media
import Photos
import Testing

struct TakeoutSidecarTests {
    private func metadata(_ text: String) -> SidecarMetadata? {
        TakeoutSidecar.metadata(of: Array(text.utf8))
    }

    @Test func timeIsUTCAndThePlaceOfTheUserGoesFirst() throws {
        let found = try #require(
            metadata(
                """
                {"title": "a.jpg", "photoTakenTime": {"timestamp": "1423073935", "formatted": "x"},
                 "geoData": {"latitude": 48.5, "longitude": 2.25, "altitude": 0.0},
                 "geoDataExif": {"latitude": 1.0, "longitude": 1.0}}
                """))
        #expect(found.taken?.description == "2015-02-04T18:18:55.000")
        #expect(found.zone == .utc)
        #expect(found.location == Coordinate(latitude: 48.5, longitude: 2.25))
    }

    @Test func zeroIsNoPlaceAndNoTime() throws {
        let found = try #require(
            metadata(
                """
                {"photoTakenTime": {"timestamp": 0},
                 "geoData": {"latitude": 0, "longitude": 0},
                 "geoDataExif": {"latitude": -33.5, "longitude": 151.0}}
                """))
        #expect(found.taken == nil)
        #expect(found.location == Coordinate(latitude: -33.5, longitude: 151))
    }

    @Test func timesBefore1970Count() {
        let found = metadata(#"{"photoTakenTime": {"timestamp": "-86400"}}"#)
        #expect(found?.taken?.description == "1969-12-31T00:00:00.000")
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"title": "Album", "date": {"timestamp": "1"}}"#,
        #"{"photoTakenTime": {"timestamp": "soon"}}"#, #"{"photoTakenTime": 7}"#,
        #"{"photoTakenTime": {"timestamp": "99999999999999999999"}}"#,
        String(repeating: "[", count: 100_000),
    ])
    func whatIsNoPhotosJSONSaysNothing(text: String) {
        #expect(metadata(text) == nil)
    }

    @Test func anOddMemberDoesNotCostTheOthers() {
        let found = metadata(
            #"{"photoTakenTime": {"timestamp": "60"}, "geoData": "here", "people": [1]}"#)
        #expect(found?.taken?.description == "1970-01-01T00:01:00.000")
        #expect(found?.location == nil)
    }
}
