import Photos
import Rendering
import Timeline

/// Timelines made to measure.
enum TestTimeline {
    /// A snapshot with events of so many photos each, newest first, two days
    /// apart: month headings come with them. LUIDs count from 1 in the order
    /// of the timeline.
    static func snapshot(events: [Int], firstLUID: Int64 = 1) -> Snapshot {
        let accumulator = Accumulator()
        accumulator.finishLoading()
        return add(events: events, to: accumulator, firstLUID: firstLUID)
    }

    @discardableResult
    static func add(
        events: [Int], to accumulator: Accumulator, firstLUID: Int64 = 1, startDay: Int = 16_000
    ) -> Snapshot {
        var transaction = accumulator.transaction()
        var luid = firstLUID
        for (index, count) in events.enumerated() {
            for photo in 0..<count {
                transaction.addPhoto(
                    record(luid, day: startDay - 2 * index, second: count - photo))
                luid += 1
            }
        }
        return transaction.commit()
    }

    static func record(_ luid: Int64, day: Int, second: Int) -> HotRecord {
        let date = CalendarDate(daysSince1970: day)
        let taken = CaptureTime(date: date, millisecondOfDay: 43_200_000 + second * 1000)
        return HotRecord(
            luid: LUID(luid), taken: taken, width: 400, height: 300, thumbHash: hash(luid))
    }

    /// Another one for each number.
    static func hash(_ number: Int64) -> ThumbHash {
        let bytes = (0..<24).map { UInt8(truncatingIfNeeded: number &* 31 &+ Int64($0)) }
        return ThumbHash(bytes: bytes) ?? .empty
    }

    /// Every list of one to three events of one to four photos.
    static let small: [[Int]] =
        (1...4).map { [$0] }
        + (1...4).flatMap { a in (1...4).map { [a, $0] } }
        + (1...4).flatMap { a in (1...4).flatMap { b in (1...4).map { [a, b, $0] } } }
}
