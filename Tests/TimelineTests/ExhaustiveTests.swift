import Photos
import Testing

@testable import Timeline

@Suite struct ExhaustiveTests {
    /// Where a photo can be: nowhere, without a date, or at one of three
    /// times, two of which are of one event.
    private static let places: [HotRecord?] = [
        nil,
        HotRecord(luid: LUID(1), taken: nil),
        HotRecord(luid: LUID(1), taken: CaptureTime(milliseconds: 0)),
        HotRecord(luid: LUID(1), taken: CaptureTime(milliseconds: 60_000)),
        HotRecord(luid: LUID(1), taken: CaptureTime(milliseconds: 90_000_000)),
    ]

    /// Every library of four photos in five places, and every change of one
    /// photo in each.
    @Test(arguments: [TimelineOrder.newestFirst, .oldestFirst])
    func everySingleEditOfEverySmallLibraryIsRight(order: TimelineOrder) throws {
        let luids = 4
        let states = Self.places.count
        for library in 0..<625 {
            let accumulator = Accumulator(order: order)
            var model = NaiveTimeline(order: order)
            var transaction = accumulator.transaction()
            for luid in 1...luids {
                put(luid, at: library / power(states, luid - 1) % states, &transaction, &model)
            }
            var last = transaction.commit()
            try check(last, model, from: .empty)
            for luid in 1...luids {
                for place in Array(0..<states) + [library / power(states, luid - 1) % states] {
                    var transaction = accumulator.transaction()
                    put(luid, at: place, &transaction, &model)
                    let next = transaction.commit()
                    try check(next, model, from: last)
                    last = next
                }
            }
        }
    }

    /// A library of three leaves: each photo removed, changed and followed by
    /// another, in libraries of one event, of many and of photos alone.
    @Test(arguments: [60_000, 3_000_000, 30_000_000] as [Int64])
    func everySingleEditOfALibraryOfSeveralLeavesIsRight(gap: Int64) throws {
        let count = 300
        let accumulator = Accumulator()
        var model = NaiveTimeline()
        var transaction = accumulator.transaction()
        for index in 1...count {
            let record = HotRecord(luid: LUID(Int64(index)), taken: time(Int64(index) * gap))
            transaction.addPhoto(record)
            model.add(record)
        }
        let base = transaction.commit()
        try check(base, model, from: .empty)
        for index in 1...count {
            let luid = LUID(Int64(index))
            let record = try #require(model.records[luid])
            var changed = record
            changed.width = 7
            var between = record
            between.luid = LUID(Int64(count + 1))
            between.taken = time(Int64(index) * gap + gap / 2)
            var last = accumulator.snapshot
            for (added, removed) in [
                (nil, luid), (record, nil), (changed, nil), (record, nil), (between, nil),
                (nil, between.luid),
            ] as [(HotRecord?, LUID?)] {
                var transaction = accumulator.transaction()
                if let added {
                    transaction.addPhoto(added)
                    model.add(added)
                }
                if let removed {
                    transaction.removePhoto(removed)
                    model.remove(removed)
                }
                let next = transaction.commit()
                try check(next, model, from: last)
                last = next
            }
        }
        #expect(accumulator.snapshot.photos == base.photos)
    }

    private func time(_ milliseconds: Int64) -> CaptureTime {
        CaptureTime(milliseconds: milliseconds)
    }

    private func put(
        _ luid: Int, at place: Int, _ transaction: inout Transaction,
        _ model: inout NaiveTimeline
    ) {
        let luid = LUID(Int64(luid))
        guard var record = Self.places[place] else {
            transaction.removePhoto(luid)
            model.remove(luid)
            return
        }
        record.luid = luid
        transaction.addPhoto(record)
        model.add(record)
    }

    private func check(
        _ snapshot: Snapshot, _ model: NaiveTimeline, from old: Snapshot
    ) throws {
        snapshot.checkInvariants()
        #expect(snapshot.photos == model.photos)
        #expect(snapshot.events.map(\.photoCount) == model.events.map(\.count))
        var list = SectionList(old)
        try list.apply(snapshot.changes(from: old), to: snapshot)
        #expect(list == SectionList(snapshot))
    }

    private func power(_ base: Int, _ exponent: Int) -> Int {
        (0..<exponent).reduce(1) { result, _ in result * base }
    }
}
