import Carousel
import Photos
import Testing
import Timeline

@testable import GalleryApp

struct EventWordsTests {
    private func words(_ times: [CaptureTime?], videos: Int = 0) throws -> EventWords {
        let accumulator = Accumulator()
        accumulator.finishLoading()
        var transaction = accumulator.transaction()
        for (index, time) in times.enumerated() {
            var record = HotRecord(luid: LUID(Int64(index + 1)), taken: time)
            if index < videos { record.flags.insert(.video) }
            transaction.addPhoto(record)
        }
        let snapshot = transaction.commit()
        try #require(snapshot.eventCount == 1)
        return EventWords(snapshot.event(at: 0), of: snapshot, in: .english)
    }

    private func time(_ day: Int, _ hour: Int, _ minute: Int = 0) -> CaptureTime? {
        CaptureTime(year: 2014, month: 5, day: day, hour: hour, minute: minute, second: 0)
    }

    @Test func aDayIsNamedWithItsHours() throws {
        let words = try words([time(9, 14, 2), time(9, 18, 30)], videos: 1)
        #expect(words.title == "Friday, 9 May")
        #expect(words.details == "14:02 – 18:30 · 1 photo, 1 video")
    }

    @Test func aNightOutBelongsToItsEvening() throws {
        let words = try words([time(9, 22), time(10, 0, 30), time(10, 2)])
        #expect(words.title == "Friday, 9 May")
        #expect(words.details == "22:00 – 02:00 · 3 photos")
    }

    @Test func severalDaysAreNamedFromFirstToLast() throws {
        let times = (0..<30).map { hour in
            time(9 + (12 + hour) / 24, (12 + hour) % 24)
        }
        let words = try words(times)
        #expect(words.title == "9 – 10 May")
        #expect(words.details == "30 photos")
    }

    @Test func photosWithoutADateAreCalledSo() throws {
        let words = try words([nil, nil])
        #expect(words.title == "Photos without a date")
        #expect(words.details == "2 photos")
    }

    @Test func countsAreGroupedAndInTheRightNumber() {
        #expect(EventWords.count(photos: 1, videos: 0) == "1 photo")
        #expect(EventWords.count(photos: 1_234_567, videos: 2) == "1,234,567 photos, 2 videos")
        #expect(EventWords.count(photos: 0, videos: 1) == "1 video")
        #expect(EventWords.grouped(100) == "100")
        #expect(EventWords.grouped(1000) == "1,000")
    }

    @Test func everyReasonHasASentenceOfItsOwn() {
        let sentences = ProblemReason.allCases.map(\.sentence)
        #expect(Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { !$0.hasSuffix(".") && $0.count > 10 })
    }

    @Test func progressIsToldWithItsFraction() {
        let reading = ProgressWords(LibraryProgress(stage: .reading, filesSeen: 7, filesRead: 0))
        #expect(reading.line == "Looking for photos, 7 files so far")
        #expect(reading.fraction == nil && reading.isWorking)
        let finishing = ProgressWords(
            LibraryProgress(stage: .finishing, finished: 1, toFinish: 4))
        #expect(finishing.fraction == 0.25)
        #expect(!ProgressWords(.idle).isWorking && ProgressWords(.idle).line == nil)
    }
}
