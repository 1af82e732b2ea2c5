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
        var known: [Int64: Part] = [:]
        var last: Int64 = 0
        for _ in 0..<400 {
            let luids = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                LUID(.random(in: 1...5, using: &random))
            }
            let some = queue.parts.randomElement(using: &random)
            switch (Int.random(in: 0..<5, using: &random), some) {
            case (0...1, let part?):
                queue.remove(part.number)
                known[part.number] = nil
            case (2, var part?):
                part.luids = SyncMachine.unique(luids)
                queue.replace(part)
                known[part.number] = part
            default:
                last += 1
                // Now and then one that left comes again.
                let number = Int.random(in: 0..<8, using: &random) == 0 ? last / 2 + 1 : last
                let part = Part(
                    number: number, operation: OperationNumber(number),
                    id: OperationID(high: 0, low: UInt64(number)),
                    luids: SyncMachine.unique(luids), work: .share(Share(sent: [], leftOut: [])))
                queue.append(part)
                known[number] = part
            }
            #expect(queue.parts == known.values.sorted { $0.number < $1.number })
            #expect(queue.count == known.count)
            for number in 1...last {
                let id = OperationID(high: 0, low: UInt64(number))
                #expect(queue.part(number) == known[number] && queue.part(id) == known[number])
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
