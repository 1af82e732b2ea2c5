import Photos
import Testing
import Timeline

@testable import GalleryApp

extension DateWords {
    static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    static let dayNames = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    static let english = DateWords(
        months: monthNames, monthsAlone: monthNames, weekdays: dayNames, monthFirst: false,
        twelveHours: false)
    static let american = DateWords(
        months: monthNames, monthsAlone: monthNames, weekdays: dayNames, monthFirst: true,
        twelveHours: true)
}

struct DateWordsTests {
    private let moment = CaptureTime(year: 2014, month: 5, day: 9, hour: 7, minute: 2, second: 0)

    @Test func momentsAreWrittenAsTheCountryDoes() throws {
        let moment = try #require(moment)
        #expect(DateWords.english.moment(moment) == "Friday, 9 May 2014, 07:02")
        #expect(DateWords.american.moment(moment) == "Friday, May 9, 2014, 7:02 am")
    }

    @Test func noonAndMidnightAreTwelve() throws {
        for (hour, text) in [(0, "12:30 am"), (12, "12:30 pm"), (23, "11:30 pm")] {
            let time = try #require(
                CaptureTime(year: 2014, month: 5, day: 9, hour: hour, minute: 30, second: 0))
            #expect(DateWords.american.time(time) == text)
        }
    }

    @Test func periodsHaveMonthAndYear() {
        #expect(DateWords.english.period(CalendarMonth(year: 2014, month: 5)) == "May 2014")
        #expect(DateWords.english.period(nil) == "No date")
    }

    @Test func spansOfDaysNameWhatDiffersOnly() throws {
        func date(_ year: Int, _ month: Int, _ day: Int) throws -> CalendarDate {
            try #require(CalendarDate(year: year, month: month, day: day))
        }
        let english = DateWords.english
        #expect(try english.days(from: date(2014, 5, 9), to: date(2014, 5, 11)) == "9 – 11 May")
        #expect(
            try english.days(from: date(2014, 4, 30), to: date(2014, 5, 2))
                == "30 April – 2 May")
        #expect(
            try english.days(from: date(2013, 12, 31), to: date(2014, 1, 1))
                == "31 December 2013 – 1 January 2014")
        #expect(
            try DateWords.american.days(from: date(2014, 5, 9), to: date(2014, 5, 11))
                == "May 9 – May 11")
    }

    @Test func lengthsHaveHoursWhenThereAreAny() {
        #expect(DateWords.english.length(seconds: 34) == "0:34")
        #expect(DateWords.english.length(seconds: 600) == "10:00")
        #expect(DateWords.english.length(seconds: 3723) == "1:02:03")
    }

    @Test func theLocaleHasAllItsWords() {
        let words = DateWords.ofLocale()
        #expect(Set(words.months).count == 12 && Set(words.weekdays).count == 7)
        #expect(words.monthsAlone.allSatisfy { !$0.isEmpty })
    }
}
