import Photos
import TestSupport
import Testing

@testable import Timeline

/// Blocks are counted for the whole process, so each of these tests has one
/// of its own.
@Suite struct MemoryTests {
    @Test func nothingRemainsWhenAllSnapshotsAreGone() async {
        await #expect(processExitsWith: .success) {
            for seed in 0..<4 as Range<UInt64> {
                var edits = RandomEdits(seed: seed, luids: 2000)
                var kept: [Snapshot] = []
                do {
                    let accumulator = Accumulator()
                    for _ in 0..<150 {
                        var transaction = accumulator.transaction()
                        for _ in 0..<edits.below(60) {
                            if edits.below(3) > 0 {
                                transaction.addPhoto(edits.record())
                            } else {
                                transaction.removePhoto(edits.luid())
                            }
                        }
                        let snapshot = transaction.commit()
                        if edits.below(3) == 0 { kept.append(snapshot) }
                        if edits.below(4) == 0, !kept.isEmpty {
                            kept.remove(at: edits.below(kept.count))
                        }
                    }
                }
                // The accumulator is gone; its snapshots still read.
                kept.shuffle(using: &edits.random)
                while let snapshot = kept.popLast() {
                    snapshot.checkInvariants()
                    kept.last?.checkInvariants()
                }
                precondition(Block.liveCount.load(ordering: .relaxed) == 0, "blocks leak")
            }
        }
    }

    @Test func aKeptSnapshotKeepsItsOwnBlocksAndNoOthers() async {
        await #expect(processExitsWith: .success) {
            let accumulator = Accumulator()
            var transaction = accumulator.transaction()
            for luid in 1...20_000 {
                transaction.addPhoto(
                    HotRecord(
                        luid: LUID(Int64(luid)),
                        taken: CaptureTime(milliseconds: Int64(luid) * 1_000_000)))
            }
            let kept = transaction.commit()
            let before = Block.liveCount.load(ordering: .relaxed)
            var edits = RandomEdits(seed: 1, luids: 20_000)
            for _ in 0..<5000 {
                let luid = edits.luid()
                guard let record = kept.record(of: luid) else { continue }
                var hide = accumulator.transaction()
                hide.removePhoto(luid)
                hide.commit()
                var show = accumulator.transaction()
                show.addPhoto(record)
                show.commit()
            }
            // Every block of the kept snapshot may have a successor by now;
            // 10,000 commits made some eight blocks each.
            precondition(Block.liveCount.load(ordering: .relaxed) <= 2 * before + 20)
            kept.checkInvariants()
            precondition(kept.photoCount == 20_000)
        }
    }
}
