import Photos
import TestSupport
import Testing

@testable import Timeline

@Suite struct GroupingTests {
    private let grouping = EventGrouping.standard

    private func time(
        _ day: Int, _ hour: Int, _ minute: Int, _ second: Int = 0, _ millisecond: Int = 0
    ) throws -> CaptureTime {
        try #require(
            CaptureTime(
                year: 2014, month: 4, day: day, hour: hour, minute: minute, second: second,
                millisecond: millisecond))
    }

    @Test func sixHoursPartEvents() throws {
        #expect(!grouping.separates(try time(9, 8, 0), try time(9, 14, 0)))
        #expect(grouping.separates(try time(9, 8, 0), try time(9, 14, 0, 0, 1)))
        #expect(grouping.separates(try time(9, 8, 0), try time(11, 8, 0)))
    }

    @Test func anHourOverFourInTheMorningPartsEvents() throws {
        #expect(!grouping.separates(try time(9, 23, 0), try time(10, 3, 59)))
        #expect(!grouping.separates(try time(9, 23, 30), try time(10, 1, 0)))
        #expect(!grouping.separates(try time(10, 3, 30), try time(10, 4, 30)))
        #expect(grouping.separates(try time(10, 3, 30), try time(10, 4, 30, 0, 1)))
        #expect(!grouping.separates(try time(10, 4, 0), try time(10, 9, 0)))
    }

    @Test func undatedPhotosAreOneEventOfTheirOwn() throws {
        #expect(!grouping.separates(nil, nil))
        #expect(grouping.separates(nil, try time(9, 8, 0)))
        #expect(grouping.separates(try time(9, 8, 0), nil))
        let first = CaptureTime(milliseconds: KeyCoding.firstTime)
        #expect(grouping.separates(nil, first))
        let coding = KeyCoding(.newestFirst)
        let name = NameKey(rawValue: 0)
        let undated = coding.key(time: KeyCoding.undated, nameKey: name, luid: LUID(1))
        let dated = coding.key(
            time: KeyCoding.timeCode(first), nameKey: name, luid: LUID(1))
        #expect(grouping.separates(undated, dated, coding))
    }

    @Test func theOrderOfTwoNeighboursMakesNoDifference() {
        var edits = RandomEdits(seed: 5, luids: 500)
        for order in [TimelineOrder.newestFirst, .oldestFirst] {
            let coding = KeyCoding(order)
            for _ in 0..<2000 {
                let (a, b) = (edits.record(), edits.record())
                let (timeA, timeB) = (
                    coding.time(of: coding.key(of: a)), coding.time(of: coding.key(of: b))
                )
                let separates = grouping.separates(timeA, timeB)
                #expect(grouping.separates(timeB, timeA) == separates)
                #expect(
                    grouping.separates(coding.key(of: a), coding.key(of: b), coding)
                        == separates)
            }
        }
    }

    /// Any order of arrival, in batches of any size, with detours over other
    /// times and removals, leads to the same events.
    @Test(arguments: Seeds.first(6))
    func theOrderOfArrivalChangesIDsAtMost(seed: UInt64) {
        var edits = RandomEdits(seed: seed, luids: 700)
        var records: [LUID: HotRecord] = [:]
        for _ in 0..<700 {
            let record = edits.record()
            records[record.luid] = record
        }
        let sorted = records.values.sorted { $0.luid < $1.luid }
        var partitions: [[[LUID]]] = []
        for _ in 0..<4 {
            let accumulator = Accumulator()
            var queue = sorted.shuffled(using: &edits.random)
            while !queue.isEmpty {
                var transaction = accumulator.transaction()
                for _ in 0...edits.below(60) {
                    guard let record = queue.popLast() else { break }
                    if edits.below(5) == 0 {
                        var detour = edits.record()
                        detour.luid = record.luid
                        transaction.addPhoto(detour)
                        queue.insert(record, at: edits.below(queue.count + 1))
                    } else {
                        transaction.addPhoto(record)
                    }
                    if edits.below(9) == 0 {
                        transaction.removePhoto(record.luid)
                        queue.insert(record, at: edits.below(queue.count + 1))
                    }
                }
                transaction.commit()
            }
            let photos = accumulator.snapshot.photos
            partitions.append(
                accumulator.snapshot.events.map { photos[$0.positions].map(\.luid) })
            accumulator.snapshot.checkInvariants()
        }
        #expect(partitions.allSatisfy { $0 == partitions[0] })
    }

    @Test func anotherGroupingGivesOtherEvents() {
        let fine = EventGrouping(longestGap: 1000, nightGap: 0, dayStart: 0)
        let accumulator = Accumulator(grouping: fine)
        var transaction = accumulator.transaction()
        for (luid, milliseconds) in [(1, -1), (2, 0), (3, 1000), (4, 2001)] as [(Int64, Int64)] {
            transaction.addPhoto(
                HotRecord(luid: LUID(luid), taken: CaptureTime(milliseconds: milliseconds)))
        }
        let snapshot = transaction.commit()
        snapshot.checkInvariants(grouping: fine)
        #expect(snapshot.events.map(\.photoCount) == [1, 2, 1])
    }
}
