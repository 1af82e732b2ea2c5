import Photos
import Testing

@testable import Media

struct EXIFDateTests {
    @Test(arguments: [
        ("5", 500), ("50", 500), ("05", 50), ("0887", 88), ("644", 644), ("123456", 123),
        ("00", 0), (" 17 \0", 170), ("", 0), ("ab", 0), ("1x", 0), ("999999999999999999999", 999),
    ])
    func digitsBehindTheSecondAreAFraction(digits: String, milliseconds: Int) throws {
        let reading = try #require(
            EXIFDate.reading(
                of: bytes("2015:02:01 14:42:59"), subSecond: bytes(digits), offset: nil))
        #expect(reading.time.second == 59)
        #expect(reading.time.millisecond == milliseconds)
    }

    @Test func aFractionOrAnOffsetWithinTheDateGoesBeforeThoseOfOtherFields() throws {
        let reading = try #require(
            EXIFDate.reading(
                of: bytes("2015:02:01 14:42:59.250+01:00"), subSecond: bytes("9"), offset: 120))
        #expect(reading.time.millisecond == 250)
        #expect(reading.clock == .localWithOffset(minutes: 60))
    }

    @Test(arguments: [
        ("2022:01:12", "07:30:14", "2022-01-12T07:30:14.000"),
        ("2022:01:12", "7/1 30/1 1450/100", "2022-01-12T07:30:14.500"),
        ("2022-01-12\0", "07:30:14.25", "2022-01-12T07:30:14.250"),
        ("2022:01:12", "23:59:60", "2022-01-12T23:59:59.999"),
    ])
    func gpsDatesAreUTC(date: String, time: String, moment: String) throws {
        let reading = try #require(EXIFDate.gpsReading(date: bytes(date), time: bytes(time)))
        #expect(reading.time.description == moment)
        #expect(reading.clock == .utc)
    }

    @Test(arguments: [
        ("0000:00:00", "00:00:00"), ("2022:01:12", ""), ("2022:01:12", "24:00:00"),
        ("2022:01:12", "1/0 2/1 3/1"), ("2022:01:12", "1:2"), ("2022:01:12", "a:b:c"),
        ("2022:01:12 10:00:00", "10:00:00"), ("", "10:00:00"), ("2022:01:12", "1e9/1 1/1 1/1"),
    ])
    func gpsDatesThatAreNoneAreNone(date: String, time: String) {
        #expect(EXIFDate.gpsReading(date: bytes(date), time: bytes(time)) == nil)
    }

    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }
}
