import Foundation
import Photos
import Testing

@testable import Media

struct LocalClockTests {
    @Test(arguments: [
        0, 1_580_378_238_123_000_000, -1, -86_400_000_000_001, 4_000_000_000_000_000_000,
    ])
    func itShowsWhatTheClockOnTheWallShows(nanoseconds: Int64) throws {
        let milliseconds =
            nanoseconds >= 0 ? nanoseconds / 1_000_000 : (nanoseconds - 999_999) / 1_000_000
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        let offset = Int64(TimeZone.current.secondsFromGMT(for: date))
        let reading = try #require(LocalClock.reading(ofNanoseconds: nanoseconds))
        #expect(reading.milliseconds == milliseconds + offset * 1000)
    }

    @Test func theEndsOfTheScaleAreNoTrap() {
        _ = LocalClock.reading(ofNanoseconds: .min)
        _ = LocalClock.reading(ofNanoseconds: .max)
    }
}
