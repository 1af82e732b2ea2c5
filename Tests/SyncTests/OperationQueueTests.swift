import Photos
import TestSupport
import Testing

@testable import Sync

@Suite("The queue of operations")
struct OperationQueueTests {
    @Test("its index by photo agrees with a walk over all parts", arguments: Seeds.first(20))
    func indexAgreesWithAWalk(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = OperationQueue()
        var last: Int64 = 0
        for _ in 0..<200 {
            let luids = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                LUID(.random(in: 1...5, using: &random))
            }
            let some = queue.parts.randomElement(using: &random)
            switch (Int.random(in: 0..<4, using: &random), some) {
            case (0, let part?): queue.remove(part.number)
            case (1, var part?):
                part.luids = SyncMachine.unique(luids)
                queue.replace(part)
            default:
                last += 1
                queue.append(
                    Part(
                        number: last, operation: OperationNumber(last),
                        id: OperationID(high: 0, low: UInt64(last)),
                        luids: SyncMachine.unique(luids),
                        work: .share(Share(sent: [], leftOut: []))))
            }
            for luid in (1...5).map({ LUID($0) }) {
                let walked = queue.parts.filter { $0.luids.contains(luid) }
                #expect(queue.parts(of: luid) == walked)
                #expect(queue.concerns(luid) == !walked.isEmpty)
            }
        }
    }

    @Test("retries wait longer and longer, within bounds")
    func retriesWaitLonger() {
        var chance = Chance(1, 2)
        var backoff = Backoff()
        let delays = (0..<20).map { _ in backoff.next(asked: nil, using: &chance) }
        #expect(delays[0] >= 500 && delays[0] <= 1_000)
        #expect(delays.allSatisfy { $0 <= Backoff.longest })
        #expect(delays.suffix(5).allSatisfy { $0 >= Backoff.longest / 2 })
        #expect(backoff.next(asked: 900_000, using: &chance) == 900_000)
    }
}
