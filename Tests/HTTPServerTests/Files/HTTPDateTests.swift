import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct HTTPDateTests {
    @Test func knownDatesAreWrittenAndRead() {
        for (seconds, text) in [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)] {
            #expect(HTTPDate.text(seconds) == text)
            #expect(HTTPDate.seconds(text) == seconds)
        }
    }

    @Test func randomDatesAreAsTheCalendarSays() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        var random = SplitMix64(seed: 5)
        for _ in 0..<500 {
            // From 1601 on Foundation uses the same calendar.
            let seconds = Int64.random(in: -11_644_473_600..<253_402_300_800, using: &random)
            let text = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
            #expect(HTTPDate.text(seconds) == text)
            #expect(HTTPDate.seconds(text) == seconds)
        }
    }

    @Test(arguments: [
        "", "Sun, 06 Nov 1994 08:49:37", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Xxx 1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:+7 GMT",
    ])
    func otherFormsAreNotRead(text: String) {
        #expect(HTTPDate.seconds(text) == nil)
    }
}
