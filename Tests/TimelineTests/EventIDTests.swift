import Photos
import TestSupport
import Testing

@testable import Timeline

/// What becomes of the ids of events.
@Suite struct EventIDTests {
    /// More than six hours part events here, and nothing else does.
    private let accumulator = Accumulator(
        order: .oldestFirst,
        grouping: EventGrouping(longestGap: 21_600_000, nightGap: 21_600_000, dayStart: 0),
        lastEventID: EventID(10))

    private func record(_ luid: Int64, _ hours: Double) -> HotRecord {
        HotRecord(
            luid: LUID(luid), taken: CaptureTime(milliseconds: Int64(hours * 3_600_000)))
    }

    @discardableResult
    private func add(_ photos: (Int64, Double)...) -> Snapshot {
        var transaction = accumulator.transaction()
        for (luid, hours) in photos { transaction.addPhoto(record(luid, hours)) }
        return transaction.commit()
    }

    @discardableResult
    private func remove(_ luids: Int64...) -> Snapshot {
        var transaction = accumulator.transaction()
        for luid in luids { transaction.removePhoto(LUID(luid)) }
        return transaction.commit()
    }

    /// Ids and sizes of the events.
    private var events: [[Int64]] {
        accumulator.snapshot.events.map { [$0.id.rawValue, Int64($0.photoCount)] }
    }

    @Test func newIDsLieAboveAllThatWereStored() {
        add((1, 100))
        #expect(events == [[11, 1]])
        var transaction = accumulator.transaction()
        let far = CaptureTime(milliseconds: 0)
        transaction.addEvent(StoredEvent(id: EventID(500), first: far, last: far))
        transaction.commit()
        add((2, 200))
        #expect(events == [[11, 1], [501, 1]])
    }

    @Test func anEventThatGrowsOrShrinksAtEitherEndKeepsItsID() {
        add((1, 12), (2, 13))
        for (luid, hours) in [(3, 14), (4, 11), (5, 12.5), (6, 10), (7, 15)] {
            add((Int64(luid), hours))
        }
        #expect(events == [[11, 7]])
        remove(6)
        remove(7, 4)
        remove(5)
        #expect(events == [[11, 3]])
        // Whole parts may be replaced in one commit.
        var transaction = accumulator.transaction()
        transaction.removePhoto(LUID(1))
        transaction.addPhoto(record(8, 11.5))
        transaction.commit()
        #expect(events == [[11, 3]])
    }

    @Test func theLargerPartOfASplitKeepsTheID() {
        add((1, 20), (2, 25), (3, 30), (4, 31), (5, 32))
        #expect(events == [[11, 5]])
        // At 25 h stood the bridge between one photo and three.
        remove(2)
        #expect(events == [[12, 1], [11, 3]])
    }

    @Test func ofTwoEqualPartsTheFirstKeepsTheID() {
        add((1, 20), (2, 25), (3, 30))
        remove(2)
        #expect(events == [[11, 1], [12, 1]])
    }

    @Test func aSplitIntoManyPartsLeavesTheIDWithTheLargest() {
        add((1, 20), (2, 25), (3, 30), (4, 31), (5, 35), (6, 40), (7, 41), (8, 42))
        remove(2, 5)
        #expect(events == [[12, 1], [13, 2], [11, 3]])
    }

    @Test func mergedEventsKeepTheIDOfTheLarger() {
        accumulator.finishLoading()
        add((1, 20))
        add((2, 29), (3, 30))
        #expect(events == [[11, 1], [12, 2]])
        add((4, 25))
        #expect(events == [[12, 4]])
        remove(4)
        #expect(events == [[13, 1], [12, 2]])
    }

    @Test func ofEqualEventsTheLowerIDRemains() {
        add((1, 29))
        add((2, 20))
        #expect(events == [[12, 1], [11, 1]])
        add((3, 25))
        #expect(events == [[11, 3]])
    }

    @Test func aPartThatLeavesOneEventForAnotherTakesNoIDAlong() {
        add((1, 20), (2, 25), (3, 30))
        add((4, 40), (5, 41), (6, 42))
        #expect(events == [[11, 3], [12, 3]])
        // 30 h joins the later event, and 20 h is parted from 25 h's place.
        var transaction = accumulator.transaction()
        transaction.removePhoto(LUID(2))
        transaction.addPhoto(record(7, 35))
        transaction.commit()
        #expect(events == [[11, 1], [12, 5]])
    }

    @Test func anEventMovedAsAWholeIsAnother() {
        add((1, 20), (2, 21))
        add((1, 120), (2, 121))
        #expect(events == [[12, 2]])
    }

    @Test func undatedPhotosKeepTheirEvent() {
        add((1, 20))
        var transaction = accumulator.transaction()
        transaction.addPhoto(HotRecord(luid: LUID(2), taken: nil))
        transaction.commit()
        #expect(events == [[12, 1], [11, 1]])
        transaction = accumulator.transaction()
        transaction.addPhoto(HotRecord(luid: LUID(1), taken: nil))
        transaction.commit()
        #expect(events == [[12, 2]])
    }

    @Test(arguments: Seeds.first(4))
    func idsAreUniqueAndNeverComeBackInLongRandomRuns(seed: UInt64) {
        var edits = RandomEdits(seed: seed, luids: 600)
        let accumulator = Accumulator()
        accumulator.finishLoading()
        var highest = Int64(0)
        var before = Set<EventID>()
        for _ in 0..<200 {
            var transaction = accumulator.transaction()
            for _ in 0..<edits.below(30) {
                if edits.below(5) < 3 {
                    transaction.addPhoto(edits.record())
                } else {
                    transaction.removePhoto(edits.luid())
                }
            }
            let ids = transaction.commit().events.map(\.id)
            #expect(Set(ids).count == ids.count)
            let new = Set(ids).subtracting(before)
            #expect(new.allSatisfy { $0.rawValue > highest })
            highest = max(highest, ids.map(\.rawValue).max() ?? 0)
            before = Set(ids)
        }
    }
}
