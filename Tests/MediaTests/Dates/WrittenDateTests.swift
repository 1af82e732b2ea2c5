import Photos
import Testing

@testable import Media

struct WrittenDateTests {
    @Test(arguments: [
        ("2015:02:01 14:42:59", "2015-02-01T14:42:59.000"),
        ("2015:02:01 14:42:59\0\0", "2015-02-01T14:42:59.000"),
        ("  2015:02:01  14:42:59 \n", "2015-02-01T14:42:59.000"),
        ("2015-02-01 14:42:59", "2015-02-01T14:42:59.000"),
        ("2015.02.01 14.42.59", "2015-02-01T14:42:59.000"),
        ("2015/02/01 14:42", "2015-02-01T14:42:00.000"),
        ("2015-02-01T14:42:59.5", "2015-02-01T14:42:59.500"),
        ("2015:02:01 14:42:59,0887", "2015-02-01T14:42:59.088"),
        ("2015:2:1 4:02:09", "2015-02-01T04:02:09.000"),
        ("2015:02:01 02:42:59 PM", "2015-02-01T14:42:59.000"),
        ("2015:02:01 12:42:59 AM", "2015-02-01T00:42:59.000"),
        ("2016:12:31 23:59:60", "2016-12-31T23:59:59.000"),
        ("0172:01:01 00:00:01", "0172-01-01T00:00:01.000"),
    ])
    func timesAreReadAsTheyAreWritten(text: String, time: String) throws {
        let reading = try #require(read(text))
        #expect(reading.time.description == time)
        #expect(reading.clock == .local)
        #expect(reading.precision > .day)
    }

    @Test(arguments: [
        ("2015:02:01 14:42:59+01:00", 60), ("2015:02:01 14:42:59 -5:00", -300),
        ("2015-02-01T14:42:59.250+0530", 330), ("2015-02-01T14:42Z", 0),
        ("2015-02-01T14:42:59-08", -480),
    ])
    func anOffsetBehindTheTimeIsTheClocksOwn(text: String, minutes: Int) throws {
        let reading = try #require(read(text))
        #expect(reading.clock == .localWithOffset(minutes: minutes))
        #expect(reading.time.hour == 14 && reading.time.minute == 42)
    }

    @Test(arguments: [
        ("2015", "2015-01-01T00:00:00.000"), ("2015-03", "2015-03-01T00:00:00.000"),
        ("2015-03-02", "2015-03-02T00:00:00.000"), ("2015:03:02", "2015-03-02T00:00:00.000"),
        ("2015:03:02   :  :  ", "2015-03-02T00:00:00.000"),
    ])
    func partsThatAreLeftOutCountAsTheirFirstMoment(text: String, time: String) throws {
        let reading = try #require(read(text))
        #expect(reading.time.description == time)
        #expect(reading.precision == .day)
    }

    @Test(arguments: [
        "", "\0", "    :  :     :  :  ", "0000:00:00 00:00:00", "0000:01:01 00:00:00",
        "2015:00:01 00:00:00", "2015:13:01 00:00:00", "2015:02:30 00:00:00",
        "2015:02:01 24:00:00", "2015:02:01 12:60:00", "2015:02:01 12:00:61", "2015:02:01 12",
        "15:02:01 12:00:00", "20150:02:01", "2015:02-01 12:00:00", "2015:02:01 12:00:00 maybe",
        "2015:02:01 12:00:00+99:00", "not a date", "2015:02:", "12345678",
    ])
    func whatIsNoDateIsNone(text: String) {
        #expect(read(text) == nil)
    }

    private func read(_ text: String) -> DateReading? {
        WrittenDate.reading(of: Array(text.utf8)[...])
    }
}
