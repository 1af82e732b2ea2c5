import Photos
import TestSupport
import Testing

@testable import Timeline

@Suite struct DiffTests {
    private func record(_ luid: Int64, _ hours: Int64, flags: PhotoFlags = []) -> HotRecord {
        HotRecord(
            luid: LUID(luid), taken: CaptureTime(milliseconds: hours * 3_600_000), flags: flags)
    }

    private func snapshot(
        _ records: [HotRecord], order: TimelineOrder = .oldestFirst
    ) -> (Accumulator, Snapshot) {
        let accumulator = Accumulator(order: order)
        var transaction = accumulator.transaction()
        for record in records { transaction.addPhoto(record) }
        return (accumulator, transaction.commit())
    }

    @Test func removedByOldPathInsertedByNewPath() {
        let (accumulator, old) = snapshot([record(1, 10), record(2, 11), record(3, 12)])
        var transaction = accumulator.transaction()
        transaction.removePhoto(LUID(1))
        transaction.addPhoto(record(4, 13))
        transaction.addPhoto(record(2, 11, flags: .favourite))
        let changes = transaction.commit().changes(from: old)
        #expect(changes.removedPhotos == [PhotoPath(event: 0, index: 0)])
        #expect(changes.insertedPhotos == [PhotoPath(event: 0, index: 2)])
        #expect(changes.updatedPhotos == [PhotoPath(event: 0, index: 0)])
        #expect(changes.updatedEvents == [.init(from: 0, to: 0)])
        #expect(changes.count == 4 && changes.isIncremental && !changes.isEmpty)
    }

    @Test func aPhotoWhoseTimeChangedMoves() {
        let (accumulator, old) = snapshot([record(1, 10), record(2, 11), record(3, 100)])
        var transaction = accumulator.transaction()
        transaction.addPhoto(record(1, 101))
        let changes = transaction.commit().changes(from: old)
        #expect(
            changes.movedPhotos == [
                .init(from: PhotoPath(event: 0, index: 0), to: PhotoPath(event: 1, index: 1))
            ])
        #expect(changes.updatedEvents == [.init(from: 0, to: 0), .init(from: 1, to: 1)])
        #expect(changes.removedPhotos.isEmpty && changes.insertedPhotos.isEmpty)
    }

    @Test func eventsComeAndGoWithTheirPhotos() {
        let (accumulator, old) = snapshot([record(1, 10), record(2, 100)])
        var transaction = accumulator.transaction()
        transaction.removePhoto(LUID(1))
        transaction.addPhoto(record(3, 200))
        let changes = transaction.commit().changes(from: old)
        #expect(changes.removedEvents == [0] && changes.insertedEvents == [1])
        #expect(changes.removedPhotos == [PhotoPath(event: 0, index: 0)])
        #expect(changes.insertedPhotos == [PhotoPath(event: 1, index: 0)])
        #expect(changes.updatedEvents.isEmpty && changes.movedEvents.isEmpty)
    }

    @Test func anEventThatMovedPastOthersIsMoved() throws {
        let accumulator = Accumulator(order: .oldestFirst, lastEventID: EventID(9))
        func load(_ luid: Int64, _ hours: Int64) -> Snapshot {
            let time = record(luid, hours).taken
            var loader = accumulator.loaderTransaction()
            loader.addEvent(StoredEvent(id: EventID(5), first: time, last: time))
            loader.addPhoto(record(luid, hours))
            for other in 1...400 { loader.addPhoto(record(Int64(other), Int64(other) * 100)) }
            return loader.commit()
        }
        let old = load(500, 50)
        var loader = accumulator.loaderTransaction()
        loader.removePhoto(LUID(500))
        loader.commit()
        let new = load(500, 30_050)
        #expect(old.event(at: 0).id == EventID(5) && new.event(at: 300).id == EventID(5))
        let changes = new.changes(from: old)
        #expect(changes.movedEvents == [.init(from: 0, to: 300)])
        var list = SectionList(old)
        try list.apply(changes, to: new)
        #expect(list == SectionList(new))
    }

    @Test func theFewestEventsMove() {
        func mark(_ id: Int64, _ event: Int) -> DiffCursor.Mark {
            DiffCursor.Mark(id: id, event: event, region: 0)
        }
        var random = SplitMix64(seed: 8)
        for count in 0...7 {
            for _ in 0..<200 {
                let order = Array(0..<count).shuffled(using: &random)
                let common = ContiguousArray(
                    (0..<count).map { (old: mark(1, $0), new: mark(1, order[$0])) })
                let moved = MovedEvents.find(in: common)
                let kept = (0..<count).filter { place in
                    !moved.contains { $0.from == place }
                }
                #expect(zip(kept, kept.dropFirst()).allSatisfy { order[$0] < order[$1] })
                #expect(kept.count == longestAscent(order))
            }
        }
    }

    /// The length of the longest ascending subsequence, by trying all.
    private func longestAscent(_ values: [Int]) -> Int {
        (0..<(1 << values.count)).map { choice in
            let chosen = values.indices.filter { choice >> $0 & 1 == 1 }.map { values[$0] }
            return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? chosen.count : 0
        }.max() ?? 0
    }

    @Test func aboveTheLimitTheAnswerIsToReload() {
        let (accumulator, old) = snapshot((1...500).map { record(Int64($0), Int64($0)) })
        var transaction = accumulator.transaction()
        for luid in 1...40 { transaction.removePhoto(LUID(Int64(luid))) }
        let new = transaction.commit()
        let count = new.changes(from: old).count
        #expect(count >= 40)
        #expect(new.changes(from: old, limit: count).isIncremental)
        let changes = new.changes(from: old, limit: count - 1)
        #expect(!changes.isIncremental && changes.count == 0 && !changes.isEmpty)
        #expect(!new.changes(from: .empty, limit: 400).isIncremental)
        #expect(!Snapshot.empty.changes(from: new, limit: 400).isIncremental)
    }

    @Test func snapshotsOfOtherAccumulatorsCompareToo() throws {
        let records = (1...600).map { record(Int64($0), Int64($0 * 3)) }
        let (_, one) = snapshot(records)
        let (_, other) = snapshot(records.dropFirst().dropLast())
        var list = SectionList(one)
        try list.apply(other.changes(from: one), to: other)
        #expect(list == SectionList(other))
        for (from, to) in [(one, Snapshot.empty), (.empty, one)] {
            var list = SectionList(from)
            try list.apply(to.changes(from: from), to: to)
            #expect(list == SectionList(to))
        }
        let (_, reversed) = snapshot(records, order: .newestFirst)
        #expect(!reversed.changes(from: one).isIncremental)
        #expect(one.changes(from: one).isEmpty)
        #expect(Snapshot.empty.changes(from: .empty).isEmpty)
    }
}
