import Photos
import TestSupport
import Testing

@testable import Media

struct FileNameDateTests {
    @Test(arguments: [
        // Cameras and phones.
        ("IMG_20140409_123456.jpg", "2014-04-09T12:34:56.000"),
        ("VID_20140409_123456.mp4", "2014-04-09T12:34:56.000"),
        ("20140409_123456.jpg", "2014-04-09T12:34:56.000"),
        ("20140409_123456(0).jpg", "2014-04-09T12:34:56.000"),
        ("IMG_20140409_123456_1.jpg", "2014-04-09T12:34:56.000"),
        ("IMG_20140409_123456789_HDR.jpg", "2014-04-09T12:34:56.789"),
        ("MVIMG_20180101_120000.jpg", "2018-01-01T12:00:00.000"),
        ("PANO_20140409_123456.jpg", "2014-04-09T12:34:56.000"),
        ("WP_20140409_12_34_56_Pro.jpg", "2014-04-09T12:34:56.000"),
        ("00100lrPORTRAIT_00100_BURST20190101120000123_COVER.jpg", "2019-01-01T12:00:00.123"),
        ("IMG_00001_BURST20180101120000_COVER.jpg", "2018-01-01T12:00:00.000"),
        ("DJI_20220101120000_0001_D.JPG", "2022-01-01T12:00:00.000"),
        ("C360_2014-04-09-12-34-56-789.jpg", "2014-04-09T12:34:56.789"),
        // Messengers.
        ("telegram_2020-01-30_09-57-18.jpg", "2020-01-30T09:57:18.000"),
        ("photo_2020-01-30_09-57-18 (2).jpg", "2020-01-30T09:57:18.000"),
        ("signal-2020-01-30-095718.jpg", "2020-01-30T09:57:18.000"),
        ("signal-2020-01-30-09-57-18-123.jpg", "2020-01-30T09:57:18.123"),
        ("signal-2020-01-30-09-57-18-123-2.jpg", "2020-01-30T09:57:18.123"),
        ("WhatsApp Image 2015-03-02 at 10.11.12.jpeg", "2015-03-02T10:11:12.000"),
        ("WhatsApp Image 2015-03-02 at 10.11.12 PM (1).jpeg", "2015-03-02T22:11:12.000"),
        // Dropbox.
        ("2015-11-29 13.54.12.jpg", "2015-11-29T13:54:12.000"),
        ("2015-11-29 13.54.12-1.jpg", "2015-11-29T13:54:12.000"),
        ("2015-11-29 13.54.12-100.jpg", "2015-11-29T13:54:12.000"),
        ("2018-04-12 19_24_49.mov", "2018-04-12T19:24:49.000"),
        // Screenshots.
        ("Screenshot_20200130-095718.png", "2020-01-30T09:57:18.000"),
        ("Screenshot_20200130-095718_Chrome.jpg", "2020-01-30T09:57:18.000"),
        ("Screenshot_2020-01-30-09-57-18-123_com.app.jpg", "2020-01-30T09:57:18.123"),
        ("Screenshot_2020-01-30-09-57-18.png", "2020-01-30T09:57:18.000"),
        ("Screenshot from 2020-01-30 09-57-18.png", "2020-01-30T09:57:18.000"),
        ("Screen Shot 2015-03-02 at 9.57.18 AM.png", "2015-03-02T09:57:18.000"),
        ("Screenshot 2023-03-02 at 9.57.18\u{202F}PM.png", "2023-03-02T21:57:18.000"),
        ("Bildschirmfoto 2020-01-30 um 09.57.18.png", "2020-01-30T09:57:18.000"),
        ("Capture d’écran 2020-01-30 à 09.57.18.png", "2020-01-30T09:57:18.000"),
        ("Captura de pantalla 2020-01-30 a las 9.57.18.png", "2020-01-30T09:57:18.000"),
        ("Screenshot 2023-01-05 101530.png", "2023-01-05T10:15:30.000"),
        // By hand.
        ("2014-04-09T12:34:56.jpg", "2014-04-09T12:34:56.000"),
        ("20140409.123456.tif", "2014-04-09T12:34:56.000"),
        ("1987-06-05 10.00.00 Family.tif", "1987-06-05T10:00:00.000"),
        ("trip 2014-04-09, IMG_20140410_123456.jpg", "2014-04-10T12:34:56.000"),
    ])
    func aTimeInANameIsFound(name: String, time: String) throws {
        let reading = try #require(read(name))
        #expect(reading.time.description == time)
        #expect(reading.precision > .day)
        #expect(reading.clock == .local)
    }

    @Test(arguments: [
        ("PXL_20231006_063000139.jpg", "2023-10-06T06:30:00.139"),
        ("PXL_20231006_063000139.PORTRAIT-01.COVER.jpg", "2023-10-06T06:30:00.139"),
        ("pxl_20231006_063000139~2.jpg", "2023-10-06T06:30:00.139"),
        ("clip 20140409T123456Z.mp4", "2014-04-09T12:34:56.000"),
        ("mmexport1580378238123.jpg", "2020-01-30T09:57:18.123"),
        ("FB_IMG_1580378238123.jpg", "2020-01-30T09:57:18.123"),
        ("1580378238123.jpg", "2020-01-30T09:57:18.123"),
    ])
    func someNamesAreUTC(name: String, time: String) throws {
        let reading = try #require(read(name))
        #expect(reading.time.description == time)
        #expect(reading.clock == .utc)
    }

    @Test(arguments: [
        ("IMG-20150302-WA0001.jpg", "2015-03-02"), ("VID-20150302-WA0001.mp4", "2015-03-02"),
        ("WP_20140409_001.jpg", "2014-04-09"), ("IMG_20140409.jpg", "2014-04-09"),
        ("20140409.jpg", "2014-04-09"), ("2014-04-09.jpg", "2014-04-09"),
        ("2014_04_09 party.jpg", "2014-04-09"), ("1987-06-05 Family.tif", "1987-06-05"),
        ("IMG_20140409_987654.jpg", "2014-04-09"), ("IMG_20140409_12345.jpg", "2014-04-09"),
        ("2014-04-09 IMG_1234.jpg", "2014-04-09"), ("20140409 (1-2-3).jpg", "2014-04-09"),
    ])
    func aDayAloneIsTheDay(name: String, day: String) throws {
        let reading = try #require(read(name))
        #expect(reading.precision == .day)
        #expect(reading.time.description == day + "T00:00:00.000")
    }

    @Test(arguments: [
        "", ".jpg", "IMG_1234.jpg", "DSC01234.JPG", "P1010001.JPG", "12345678.jpg",
        "IMG_20141340_123456.jpg", "18261231.jpg", "photo_20121234567.jpg",
        "received_1234567890123456.jpg", "4006381333931.jpg", "IMG_1580378238123.jpg",
        "99999999999999.jpg", "00000000_000000.jpg", "2014-4-9.jpg", "2014-02-30.jpg",
        "2014-04_09.jpg", "1523451234.jpg", "9999-99-99 99.99.99.jpg",
    ])
    func namesWithoutADateHaveNone(name: String) {
        #expect(read(name) == nil)
    }

    /// Any bytes: no trap, and what is found is a date of the calendar.
    @Test func anyNameGivesADateOrNone() {
        var random = SplitMix64(seed: 2)
        let likely = Array("0123456789-_.: TZ\u{202F}APMxl".utf8)
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...40, using: &random)
            let name = (0..<length).map { _ in
                Bool.random(using: &random)
                    ? likely[Int.random(in: 0..<likely.count, using: &random)]
                    : UInt8.random(in: 0...255, using: &random)
            }
            if let found = FileNameDate.reading(of: name[...]) {
                #expect((1800...2100).contains(found.time.date.year))
            }
            _ = WrittenDate.reading(of: name[...])
            _ = UTCOffset.minutes(of: name[...])
        }
    }

    private func read(_ name: String) -> DateReading? {
        FileNameDate.reading(of: Array(name.utf8)[...])
    }
}
