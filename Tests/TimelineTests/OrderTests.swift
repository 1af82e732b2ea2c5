import Photos
import Testing

@testable import Timeline

@Suite struct OrderTests {
    private func snapshot(
        _ records: [HotRecord], _ order: TimelineOrder = .newestFirst
    ) -> Snapshot {
        let accumulator = Accumulator(order: order)
        var transaction = accumulator.transaction()
        for record in records { transaction.addPhoto(record) }
        return transaction.commit()
    }

    private func record(_ luid: Int64, _ taken: CaptureTime?, name: String = "") -> HotRecord {
        HotRecord(luid: LUID(luid), taken: taken, nameKey: NameKey(fileName: Array(name.utf8)))
    }

    private func time(_ year: Int, second: Int = 0, millisecond: Int = 0) throws -> CaptureTime {
        try #require(
            CaptureTime(
                year: year, month: 6, day: 1, hour: 12, minute: 0, second: second,
                millisecond: millisecond))
    }

    @Test func newestFirstReversesTheWholeKey() throws {
        let records = [
            record(9, nil, name: "IMG_2.jpg"), record(1, nil, name: "IMG_10.jpg"),
            record(8, try time(2014), name: "IMG_9.jpg"),
            record(7, try time(2014), name: "IMG_10.jpg"),
            record(12, try time(2014), name: "IMG_10.jpg"),
            record(2, try time(2014, millisecond: 1)), record(3, try time(2014, second: 1)),
            record(4, try time(2015)),
        ]
        let oldestFirst = snapshot(records.reversed(), .oldestFirst)
        #expect(oldestFirst.photos == records)
        #expect(snapshot(records).photos == records.reversed())
    }

    @Test(arguments: [-1, 0, 172, 1825, 9001, 9999, 300_000])
    func absurdYearsAreNoYearOfTheirOwn(year: Int) throws {
        let taken = try time(year)
        let photos = snapshot([record(1, taken), record(2, nil), record(3, try time(2014))])
        #expect(photos.photos.map(\.luid) == [LUID(3), LUID(2), LUID(1)])
        #expect(photos.photos.map(\.taken) == [try time(2014), nil, nil])
        #expect(photos.eventCount == 2)
        #expect(photos.months.map(\.month?.year) == [2014, nil])
    }

    @Test func theFirstAndTheLastSaneInstantCount() throws {
        let first = try #require(
            CaptureTime(year: 1826, month: 1, day: 1, hour: 0, minute: 0, second: 0))
        let last = try #require(
            CaptureTime(
                year: 9000, month: 12, day: 31, hour: 23, minute: 59, second: 59,
                millisecond: 999))
        for (time, isSane) in [
            (first, true), (last, true), (first.advanced(byMilliseconds: -1), false),
            (last.advanced(byMilliseconds: 1), false), (.init(milliseconds: .min), false),
            (.init(milliseconds: .max), false),
        ] {
            #expect(snapshot([record(1, time)])[0].taken == (isSane ? time : nil))
        }
        let both = snapshot([record(1, first), record(2, last)])
        #expect(both.dates == first...last)
        #expect(both.months.map(\.month?.year) == [9000, 1826])
    }

    @Test func theHighestLUIDIsKept() throws {
        let luid = KeyCoding.highestLUID
        for order in [TimelineOrder.newestFirst, .oldestFirst] {
            let photos = snapshot(
                [record(luid.rawValue, nil), record(1, try time(2000))], order)
            #expect(photos.position(of: luid) == (order == .newestFirst ? 1 : 0))
            #expect(photos.record(of: luid)?.luid == luid)
        }
    }

    @Test func aRecordComesBackWhole() throws {
        let whole = HotRecord(
            luid: LUID(77), taken: try time(2014, millisecond: 5),
            nameKey: NameKey(rawValue: .max), flags: [.video, .favourite], width: .max,
            height: 3, durationSeconds: 65_535,
            thumbHash: try #require(ThumbHash(bytes: Array(1...25))))
        #expect(snapshot([whole])[0] == whole)
        #expect(snapshot([whole]).record(of: LUID(77)) == whole)
        #expect(snapshot([whole]).record(of: LUID(78)) == nil)
    }
}
