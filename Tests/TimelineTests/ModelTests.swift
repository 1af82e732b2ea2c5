import Photos
import TestSupport
import Testing

@testable import Timeline

/// Random edits: times close together and far apart, ties, undated photos.
struct RandomEdits {
    var random: SplitMix64
    let luids: Int

    init(seed: UInt64, luids: Int) {
        random = SplitMix64(seed: seed)
        self.luids = luids
    }

    mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &random)
    }

    mutating func luid() -> LUID { LUID(Int64(1 + below(luids))) }

    mutating func time() -> CaptureTime? {
        switch below(20) {
        case 0: return nil
        case 1: return CaptureTime(milliseconds: below(2) == 0 ? -6_000_000_000_000 : .max)
        case 2...6:
            // The same few times, over and over.
            return CaptureTime(milliseconds: Int64(below(5)) * 3_600_000)
        default:
            return CaptureTime(milliseconds: Int64(below(luids)) * 1_200_000 + Int64(below(3)))
        }
    }

    mutating func record() -> HotRecord {
        HotRecord(
            luid: luid(), taken: time(), nameKey: NameKey(rawValue: UInt32(below(3))),
            flags: PhotoFlags(rawValue: UInt16(below(4))), width: UInt16(below(65_536)),
            height: UInt16(below(65_536)), durationSeconds: UInt16(below(65_536)),
            thumbHash: ThumbHash(bytes: (0..<below(26)).map { _ in UInt8(below(256)) }) ?? .empty)
    }
}

@Suite struct ModelTests {
    @Test(arguments: [TimelineOrder.newestFirst, .oldestFirst], Seeds.first(2))
    func longRandomRunsAgreeWithTheNaiveModel(order: TimelineOrder, seed: UInt64) throws {
        var edits = RandomEdits(seed: seed, luids: 2500)
        let accumulator = Accumulator(order: order)
        var model = NaiveTimeline(order: order)
        var kept: [(snapshot: Snapshot, photos: [HotRecord])] = []
        for round in 0..<120 {
            var transaction = accumulator.transaction()
            let isGrowing = round % 60 < 40
            for _ in 0..<(edits.below(4) == 0 ? edits.below(400) : edits.below(6)) {
                if edits.below(10) < (isGrowing ? 8 : 2) {
                    let record = edits.record()
                    transaction.addPhoto(record)
                    model.add(record)
                } else {
                    let luid = edits.luid()
                    transaction.removePhoto(luid)
                    model.remove(luid)
                }
            }
            let snapshot = transaction.commit()
            snapshot.checkInvariants()
            expectEqual(snapshot, model)
            if let (old, photos) = kept.randomElement(using: &edits.random) {
                #expect(old.photos == photos)
                try expectChanges(from: old, to: snapshot)
                try expectChanges(from: snapshot, to: old)
            }
            if let (last, _) = kept.last { try expectChanges(from: last, to: snapshot) }
            if kept.count > 10 { kept.remove(at: edits.below(10)) }
            kept.append((snapshot, snapshot.photos))
        }
        for (snapshot, photos) in kept {
            snapshot.checkInvariants()
            #expect(snapshot.photos == photos)
        }
    }

    private func expectChanges(from old: Snapshot, to new: Snapshot) throws {
        let changes = new.changes(from: old)
        #expect(changes.isIncremental)
        var list = SectionList(old)
        let before = list
        try list.apply(changes, to: new)
        #expect(list == SectionList(new))
        for move in changes.movedEvents {
            #expect(old.event(at: move.from).id == new.event(at: move.to).id)
        }
        let updated = Set(changes.updatedEvents.map { new.event(at: $0.to).id })
        #expect(updated.count == changes.updatedEvents.count)
        let after = Dictionary(uniqueKeysWithValues: list.sections.map { ($0.id, $0.photos) })
        for section in before.sections {
            guard let photos = after[section.id] else { continue }
            #expect(updated.contains(section.id) == (photos != section.photos))
        }
    }

    private func expectEqual(_ snapshot: Snapshot, _ model: NaiveTimeline) {
        #expect(snapshot.photos == model.photos)
        let events = model.events
        #expect(snapshot.events.map(\.photoCount) == events.map(\.count))
        var position = 0
        for (index, event) in snapshot.events.enumerated() {
            #expect(event.firstPosition == position)
            #expect(snapshot.event(at: index) == event)
            #expect(event.first == events[index].compactMap(\.taken).min())
            #expect(event.last == events[index].compactMap(\.taken).max())
            position += event.photoCount
        }
    }
}
