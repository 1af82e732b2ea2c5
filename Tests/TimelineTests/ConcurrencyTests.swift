import Foundation
import Photos
import Synchronization
import TestSupport
import Testing

@testable import Timeline

@Suite struct ConcurrencyTests {
    /// Writers that hide and show photos of their own, readers that look at
    /// whatever is published: every snapshot is whole.
    @Test func writersAndReadersDoNotDisturbOneAnother() {
        let count = 6000
        let accumulator = Accumulator()
        var transaction = accumulator.transaction()
        var records: [HotRecord] = []
        for luid in 1...count {
            let record = HotRecord(
                luid: LUID(Int64(luid)),
                taken: CaptureTime(milliseconds: Int64(luid % 500) * 9_000_000 + Int64(luid)))
            records.append(record)
            transaction.addPhoto(record)
        }
        let first = transaction.commit()
        let made = records
        let kept = Mutex<[Snapshot]>([first])
        let running = Atomic(3)

        DispatchQueue.concurrentPerform(iterations: 5) { thread in
            var edits = RandomEdits(seed: UInt64(thread), luids: count)
            if thread < 3 {
                for _ in 0..<600 {
                    let own = (0...edits.below(4)).map { _ in
                        made[edits.below(count / 3) * 3 + thread]
                    }
                    var hide = accumulator.transaction()
                    for record in own { hide.removePhoto(record.luid) }
                    let hidden = hide.commit()
                    #expect(own.allSatisfy { hidden.position(of: $0.luid) == nil })
                    var show = accumulator.transaction()
                    for record in own { show.addPhoto(record) }
                    let shown = show.commit()
                    #expect(own.allSatisfy { shown.record(of: $0.luid) == $0 })
                    if edits.below(20) == 0 { kept.withLock { $0.append(shown) } }
                }
                running.subtract(1, ordering: .relaxed)
                return
            }
            var last = first
            repeat {
                let snapshot = accumulator.snapshot
                #expect(snapshot.version >= last.version)
                var photos = 0
                snapshot.forEachPhoto(in: 0..<snapshot.photoCount) { _, _ in photos += 1 }
                #expect(photos == snapshot.photoCount)
                let changes = snapshot.changes(from: last)
                #expect(
                    changes.insertedPhotos.count - changes.removedPhotos.count
                        == snapshot.photoCount - last.photoCount)
                last = snapshot
                let old = kept.withLock { kept in
                    kept.count > 5 ? kept.remove(at: edits.below(kept.count)) : kept[0]
                }
                #expect(old.photoCount >= count - 15)
            } while running.load(ordering: .relaxed) > 0
        }
        let snapshot = accumulator.snapshot
        snapshot.checkInvariants()
        #expect(snapshot.photoCount == count)
        for old in kept.withLock({ $0 }) { old.checkInvariants() }
    }

    @Test func theLastReaderOfManyMayBeAnyThread() {
        for round in 0..<40 {
            let snapshots = Mutex<[Snapshot]>([])
            do {
                let accumulator = Accumulator()
                for luid in 1...30 {
                    var transaction = accumulator.transaction()
                    transaction.addPhoto(
                        HotRecord(
                            luid: LUID(Int64(luid)),
                            taken: CaptureTime(milliseconds: Int64(luid * round) * 3_600_000)))
                    let snapshot = transaction.commit()
                    snapshots.withLock { $0.append(snapshot) }
                }
            }
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                while true {
                    let snapshot = snapshots.withLock { snapshots in
                        snapshots.isEmpty
                            ? nil : snapshots.remove(at: thread * 7 % snapshots.count)
                    }
                    guard let snapshot else { return }
                    snapshot.checkInvariants()
                }
            }
        }
    }
}
