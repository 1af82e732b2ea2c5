import DecoderProtocol
import Photos
import TestSupport
import Testing

@testable import Media

struct MetadataMappingTests {
    @Test func kindSizePlaceAndCameraComeFromTheFacts() {
        let place = Coordinate(latitude: 48.8584, longitude: 2.2945)
        let facts = FileFacts(
            format: .jpeg, fields: [.make: "Canon", .model: "Canon EOS 70D"],
            size: PixelSize(width: 40, height: 30), location: place, durationMilliseconds: 5)
        let metadata = facts.metadata()
        #expect(metadata.kind == .photo)
        #expect(metadata.size == PixelSize(width: 40, height: 30))
        #expect(metadata.location == place)
        #expect(metadata.camera == "Canon EOS 70D")
        #expect(metadata.durationMilliseconds == nil)
        #expect(metadata.dateSource == .none && metadata.taken == nil)
    }

    @Test func aVideoHasItsDuration() {
        let metadata = FileFacts(format: .mp4, durationMilliseconds: 1500).metadata()
        #expect(metadata.kind == .video)
        #expect(metadata.durationMilliseconds == 1500)
    }

    /// All sources at once, the best one taken away each time.
    @Test func theBestSourceCountsAndTheNextOneWhenItIsMissing() {
        var fields: [MetadataField: String] = [
            .exifDateTimeOriginal: "2001:01:01 00:00:00",
            .xmpExifDateTimeOriginal: "2002-01-01T00:00:00",
            .xmpPhotoshopDateCreated: "2003-01-01T00:00:00",
            .exifDateTimeDigitized: "2004:01:01 00:00:00",
            .xmpCreateDate: "2005-01-01T00:00:00",
            .appleCreationDate: "2006-01-01T00:00:00+0100",
            .containerCreationTime: "2008-01-01T00:00:00Z",
            .exifGPSDateStamp: "2009:01:01", .exifGPSTimeStamp: "00:00:00",
            .exifDateTime: "2010:01:01 00:00:00",
        ]
        let order: [(field: MetadataField?, year: Int, source: DateSource)] = [
            (.exifDateTimeOriginal, 2001, .exif), (.xmpExifDateTimeOriginal, 2002, .xmp),
            (.xmpPhotoshopDateCreated, 2003, .xmp), (.exifDateTimeDigitized, 2004, .exif),
            (.xmpCreateDate, 2005, .xmp), (.appleCreationDate, 2006, .container),
            (nil, 2007, .filename), (.containerCreationTime, 2008, .container),
            (.exifGPSDateStamp, 2009, .exif), (.exifDateTime, 2010, .exif),
            (nil, 2011, .fileModified), (nil, 0, .none),
        ]
        var name = "IMG_20070101_000000.mp4"
        var modified = CaptureTime(year: 2011, month: 1, day: 1, hour: 0, minute: 0, second: 0)
        for step in order {
            let metadata = FileFacts(format: .mp4, fields: fields)
                .metadata(name: name, modified: modified)
            #expect(metadata.dateSource == step.source)
            #expect((metadata.taken?.date.year ?? 0) == step.year)
            switch (step.field, step.source) {
            case (let field?, _): fields[field] = nil
            case (nil, .filename): name = "clip.mp4"
            default: modified = nil
            }
        }
    }

    @Test func aDayInTheNameGoesBeforeWeakerDatesOfOtherDays() {
        let facts = FileFacts(
            format: .mp4, fields: [.containerCreationTime: "2016-07-01T10:00:00Z"])
        let metadata = facts.metadata(name: "1994-12-24 Christmas.mp4")
        #expect(metadata.taken?.description == "1994-12-24T00:00:00.000")
        #expect(metadata.dateSource == .filename)
    }

    @Test func aWeakerDateOfTheDayInTheNameLendsItsTime() {
        let facts = FileFacts(
            format: .mp4, fields: [.containerCreationTime: "2015-03-02T10:00:00Z"])
        let metadata = facts.metadata(name: "VID-20150302-WA0001.mp4")
        #expect(metadata.taken?.description == "2015-03-02T10:00:00.000")
        #expect(metadata.dateSource == .container)
    }

    @Test func aDayInXMPTakesItsTimeFromTheName() {
        let facts = FileFacts(format: .jpeg, fields: [.xmpPhotoshopDateCreated: "2014-04-09"])
        let same = facts.metadata(name: "IMG_20140409_123456.jpg")
        #expect(same.taken?.description == "2014-04-09T12:34:56.000")
        let other = facts.metadata(name: "IMG_20140410_123456.jpg")
        #expect(other.taken?.description == "2014-04-09T00:00:00.000")
        #expect(other.dateSource == .xmp)
    }

    @Test func aDayInTheNameDoesNotMoveWithTheModificationTime() {
        let touched = CaptureTime(
            year: 2015, month: 3, day: 2, hour: 18, minute: 0, second: 0)
        let metadata = FileFacts(format: .jpeg)
            .metadata(name: "IMG-20150302-WA0001.jpg", modified: touched)
        #expect(metadata.taken?.description == "2015-03-02T00:00:00.000")
        #expect(metadata.dateSource == .filename)
    }

    @Test func anEditorsDateGivesWayToGPSOfAnotherDayAndStaysOnTheSame() {
        var fields: [MetadataField: String] = [
            .exifDateTime: "2022:01:12 08:30:14", .exifGPSDateStamp: "2022:01:12",
            .exifGPSTimeStamp: "07:30:14",
        ]
        let same = FileFacts(format: .jpeg, fields: fields).metadata()
        #expect(same.taken?.description == "2022-01-12T08:30:14.000")
        fields[.exifDateTime] = "2023:05:05 12:00:00"
        let edited = FileFacts(format: .jpeg, fields: fields).metadata()
        #expect(edited.taken?.description == "2022-01-12T07:30:14.000")
    }

    @Test func theMomentsOwnSubSecondsCount() {
        let facts = FileFacts(
            format: .jpeg,
            fields: [
                .exifDateTimeOriginal: "2015:02:01 14:42:59", .exifSubSecTimeOriginal: "78",
                .exifSubSecTime: "11", .exifSubSecTimeDigitized: "22",
            ])
        #expect(facts.metadata().taken?.millisecond == 780)
    }

    @Test func absurdDatesAreNone() {
        for text in ["0172:01:01 00:00:00", "1825:12:31 23:59:59", "9999:01:01 00:00:00"] {
            let facts = FileFacts(format: .jpeg, fields: [.exifDateTimeOriginal: text])
            #expect(facts.metadata().taken == nil)
            let named = facts.metadata(name: "IMG_20140409_123456.jpg")
            #expect(named.dateSource == .filename)
        }
        let oldest = FileFacts(
            format: .jpeg, fields: [.exifDateTimeOriginal: "1826:01:01 00:00:00"])
        #expect(oldest.metadata().taken != nil)
    }

    @Test func anyTextsGiveMetadata() {
        var random = SplitMix64(seed: 3)
        let likely = Array("0123456789:-+ TZ./\0\u{E9}".unicodeScalars)
        for _ in 0..<2000 {
            var facts = FileFacts(format: .mp4)
            for field in MetadataField.allCases where Bool.random(using: &random) {
                var text = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 0...30, using: &random) {
                    text.append(likely[Int.random(in: 0..<likely.count, using: &random)])
                }
                facts.fields[field] = String(text)
            }
            let time = facts.metadata().taken
            #expect(time?.isSane(asOf: FileFacts.today) ?? true)
        }
    }
}
