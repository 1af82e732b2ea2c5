import Photos
import TestSupport
import Testing

@Suite struct CaptureTimeTests {
    @Test func everyDayOfFourCenturiesRoundTrips() {
        let first = CalendarDate(year: 1826, month: 1, day: 1)!
        var previous = CalendarDate(daysSince1970: first.daysSince1970 - 1)
        for number in first.daysSince1970..<(first.daysSince1970 + 146_097) {
            let date = CalendarDate(daysSince1970: number)
            #expect(date.daysSince1970 == number)
            #expect(previous < date)
            previous = date
        }
    }

    @Test func knownDaysHaveTheirNumbersAndWeekdays() {
        #expect(CalendarDate(year: 1970, month: 1, day: 1)?.daysSince1970 == 0)
        #expect(CalendarDate(year: 2000, month: 3, day: 1)?.daysSince1970 == 11_017)
        #expect(CalendarDate(year: 2014, month: 4, day: 9)?.weekday == 2)
        #expect(CalendarDate(year: 1969, month: 12, day: 31)?.weekday == 2)
    }

    @Test func daysThatTheCalendarLacksAreRefused() {
        #expect(CalendarDate(year: 2023, month: 2, day: 29) == nil)
        #expect(CalendarDate(year: 2024, month: 2, day: 29) != nil)
        #expect(CalendarDate(year: 1900, month: 2, day: 29) == nil)
        #expect(CalendarDate(year: 2024, month: 13, day: 1) == nil)
        #expect(CalendarDate(year: 2024, month: 4, day: 31) == nil)
    }

    @Test func aTimeShowsTheFiguresItWasMadeFrom() throws {
        let time = try #require(
            CaptureTime(
                year: 2014, month: 4, day: 9, hour: 12, minute: 34, second: 56,
                millisecond: 780))
        #expect(time.description == "2014-04-09T12:34:56.780")
        #expect(time.date == CalendarDate(year: 2014, month: 4, day: 9))
    }

    @Test func timesBefore1970RoundTrip() throws {
        let time = try #require(
            CaptureTime(
                year: 1869, month: 12, day: 31, hour: 23, minute: 59, second: 59,
                millisecond: 999))
        #expect(time.milliseconds < 0)
        #expect(time.description == "1869-12-31T23:59:59.999")
    }

    @Test(arguments: [172, 1825, 2027, 9999]) func absurdYearsAreNotSane(year: Int) throws {
        let today = try #require(
            CaptureTime(year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0))
        let time = try #require(
            CaptureTime(year: year, month: 6, day: 1, hour: 0, minute: 0, second: 0))
        #expect(!time.isSane(asOf: today))
    }

    @Test(arguments: Seeds.first(5))
    func randomTimesOfFourCenturiesRoundTripThroughTheirFigures(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let day = Int64(24 * 3_600_000)
            let time = CaptureTime(
                milliseconds: Int64.random(in: -73_000 * day..<73_000 * day, using: &random))
            let date = time.date
            let same = try #require(
                CaptureTime(
                    year: date.year, month: date.month, day: date.day, hour: time.hour,
                    minute: time.minute, second: time.second, millisecond: time.millisecond))
            #expect(same == time)
        }
    }
}
