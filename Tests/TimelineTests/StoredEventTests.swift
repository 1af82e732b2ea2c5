import Photos
import TestSupport
import Testing

@testable import Timeline

/// Events over a restart.
@Suite struct StoredEventTests {
    private func record(_ luid: Int64, _ hours: Double?) -> HotRecord {
        HotRecord(
            luid: LUID(luid),
            taken: hours.map { CaptureTime(milliseconds: Int64($0 * 3_600_000)) })
    }

    private func event(_ id: Int64, _ first: Double?, _ last: Double?) -> StoredEvent {
        StoredEvent(
            id: EventID(id), first: record(1, first).taken, last: record(1, last).taken)
    }

    private func ids(_ snapshot: Snapshot) -> [Int64] {
        snapshot.events.map(\.id.rawValue)
    }

    /// A library as it was left: photos newest first, and its events.
    private func library(seed: UInt64) -> (photos: [HotRecord], events: [StoredEvent]) {
        var edits = RandomEdits(seed: seed, luids: 1500)
        let accumulator = Accumulator()
        for _ in 0..<40 {
            var transaction = accumulator.transaction()
            for _ in 0..<60 { transaction.addPhoto(edits.record()) }
            for _ in 0..<10 { transaction.removePhoto(edits.luid()) }
            transaction.commit()
        }
        return (accumulator.snapshot.photos, accumulator.snapshot.events.map(\.stored))
    }

    @Test(arguments: Seeds.first(6), [TimelineOrder.newestFirst, .oldestFirst])
    func afterARestartEveryEventHasItsIDAgain(seed: UInt64, order: TimelineOrder) {
        let (photos, events) = library(seed: seed)
        let last = events.map(\.id).max() ?? EventID(0)
        let accumulator = Accumulator(order: order, lastEventID: last)
        var random = SplitMix64(seed: seed)
        var rest = photos[...]
        var restEvents = events[...]
        while !rest.isEmpty {
            var loader = accumulator.loaderTransaction()
            let batch = rest.prefix(Int.random(in: 1...200, using: &random))
            rest = rest.dropFirst(batch.count)
            for record in batch { loader.addPhoto(record) }
            // The events of the batch, some of them early, some late.
            let share = restEvents.prefix(Int.random(in: 0...80, using: &random))
            restEvents = restEvents.dropFirst(share.count)
            for event in share { loader.addEvent(event) }
            loader.commit().checkInvariants()
        }
        var loader = accumulator.loaderTransaction()
        for event in restEvents { loader.addEvent(event) }
        let snapshot = loader.commit()
        snapshot.checkInvariants()
        #expect(Set(snapshot.events.map(\.stored)) == Set(events))
        accumulator.finishLoading()
        #expect(Set(accumulator.snapshot.events.map(\.stored)) == Set(events))
    }

    @Test func aHalfLoadedEventHasItsIDAlready() {
        let accumulator = Accumulator(lastEventID: EventID(7))
        var loader = accumulator.loaderTransaction()
        loader.addEvent(event(7, 10, 20))
        loader.addPhoto(record(1, 20))
        #expect(ids(loader.commit()) == [7])
        loader = accumulator.loaderTransaction()
        loader.addPhoto(record(2, 15))
        loader.addPhoto(record(3, 10))
        #expect(ids(loader.commit()) == [7])
    }

    @Test func aStoredIDGoesBeforeOneGivenOutWhileLoading() {
        let accumulator = Accumulator(lastEventID: EventID(7))
        var scanner = accumulator.transaction()
        for luid in 1...5 { scanner.addPhoto(record(Int64(luid), 14 + Double(luid))) }
        #expect(ids(scanner.commit()) == [8])
        // The loader comes to the older end of the same event.
        var loader = accumulator.loaderTransaction()
        loader.addEvent(event(7, 9, 12))
        loader.addPhoto(record(9, 9))
        #expect(ids(loader.commit()) == [7])
    }

    @Test func anEventFormedBeforeItsStoredOneIsKnownTakesTheStoredID() {
        for order in [TimelineOrder.newestFirst, .oldestFirst] {
            let accumulator = Accumulator(order: order, lastEventID: EventID(9))
            var scanner = accumulator.transaction()
            for (luid, hours) in [(1, 0), (2, 10), (3, 14), (4, 50)] as [(Int64, Double)] {
                scanner.addPhoto(record(luid, hours))
            }
            scanner.addPhoto(record(5, nil))
            scanner.commit()
            var loader = accumulator.loaderTransaction()
            // Between two photos of an event, and none of an event.
            loader.addEvent(event(3, 11, 12))
            loader.addEvent(event(4, 20, 21))
            loader.addEvent(event(5, 49, 51))
            loader.addEvent(event(6, nil, nil))
            let snapshot = loader.commit()
            snapshot.checkInvariants()
            let found = Set(ids(snapshot))
            #expect(found.isSuperset(of: [3, 5, 6]) && !found.contains(4))
        }
    }

    @Test func anIDIsBorneByOneEventAtATime() {
        let accumulator = Accumulator(order: .oldestFirst, lastEventID: EventID(3))
        var loader = accumulator.loaderTransaction()
        loader.addEvent(event(3, 0, 20))
        loader.addPhoto(record(1, 0))
        loader.addPhoto(record(2, 20))
        #expect(ids(loader.commit()) == [3, 4])
        // When its bearer goes the other may not have it: it has one.
        var server = accumulator.transaction()
        server.removePhoto(LUID(1))
        #expect(ids(server.commit()) == [4])
        // A new event within its time may.
        server = accumulator.transaction()
        server.addPhoto(record(5, 8))
        #expect(ids(server.commit()) == [3, 4])
    }

    @Test func aStoredEventWhoseIDWasGivenOutMeanwhileIsIgnored() {
        let accumulator = Accumulator(order: .oldestFirst)
        var scanner = accumulator.transaction()
        scanner.addPhoto(record(1, 0))
        #expect(ids(scanner.commit()) == [1])
        var loader = accumulator.loaderTransaction()
        loader.addEvent(event(1, 100, 101))
        loader.addPhoto(record(2, 100))
        let snapshot = loader.commit()
        #expect(Set(ids(snapshot)).count == 2)
        accumulator.finishLoading()
        var late = accumulator.transaction()
        late.addEvent(event(1, 200, 201))
        late.addEvent(event(2, 200, 201))
        late.addPhoto(record(3, 200))
        #expect(Set(ids(late.commit())).count == 3)
    }

    @Test func anIDGivenUpIsReplaced() {
        let accumulator = Accumulator(lastEventID: EventID(3))
        var loader = accumulator.loaderTransaction()
        loader.addEvent(event(2, 0, 1))
        loader.addPhoto(record(1, 0))
        #expect(ids(loader.commit()) == [2])
        var transaction = accumulator.transaction()
        transaction.removeEvent(EventID(2))
        transaction.removeEvent(EventID(99))
        #expect(ids(transaction.commit()) == [4])
        loader = accumulator.loaderTransaction()
        loader.addEvent(event(3, 50, 51))
        loader.removeEvent(EventID(3))
        loader.addPhoto(record(2, 50))
        let snapshot = loader.commit()
        snapshot.checkInvariants()
        #expect(Set(ids(snapshot)).isDisjoint(with: [2]))
    }

    @Test func idsThatCannotBeAreIgnored() {
        for last in [Int64.min, 0, .max] {
            let accumulator = Accumulator(lastEventID: EventID(last))
            var loader = accumulator.loaderTransaction()
            for id in [0, -4, .min, .max] as [Int64] { loader.addEvent(event(id, 0, 1)) }
            loader.addPhoto(record(1, 0))
            loader.addPhoto(record(2, 500))
            let found = ids(loader.commit())
            #expect(found.count == 2 && found.allSatisfy { $0 > 0 && $0 < .max })
        }
    }
}
