import DecoderProtocol
@testable import Media
import Photos
import TestSupport
import Testing

@Suite struct DecoderPoolJobQueueTests {
    private func job(_ id: UInt64, _ priority: DecoderPriority) -> DecoderJob {
        DecoderJob(id: id, request: .facts, file: FilePath("/f"), priority: priority)
    }

    private func taken(_ milliseconds: Int64?) -> DecoderPriority {
        .background(taken: milliseconds.map { CaptureTime(milliseconds: $0) })
    }

    @Test func visibleComesFirstThenTheNewestThenInOrderOfTheCalls() {
        var queue = JobQueue()
        let jobs = [
            job(1, taken(nil)), job(2, taken(10)), job(3, taken(30)), job(4, .visible),
            job(5, taken(30)), job(6, .visible), job(7, taken(-5)), job(8, taken(nil)),
        ]
        for job in jobs { queue.insert(job) }
        var order: [UInt64] = []
        while let job = queue.removeFirst() { order.append(job.id) }
        #expect(order == [4, 6, 3, 5, 2, 7, 1, 8])
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func itBehavesLikeASortedArray(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = JobQueue()
        var model: [DecoderJob] = []
        func isBefore(_ a: DecoderJob, _ b: DecoderJob) -> Bool {
            a.priority == b.priority ? a.id < b.id : a.priority > b.priority
        }
        for id in 1...4000 as ClosedRange<UInt64> {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1, 2:
                let priority: DecoderPriority =
                    Bool.random(using: &random)
                    ? taken(Int64.random(in: 0..<20, using: &random))
                    : [.visible, .background].randomElement(using: &random) ?? .visible
                queue.insert(job(id, priority))
                model.append(job(id, priority))
            case 3:
                let first = model.min(by: isBefore)
                #expect(queue.first?.id == first?.id)
                #expect(queue.removeFirst()?.id == first?.id)
                model.removeAll { $0.id == first?.id }
            default:
                let victim = UInt64.random(in: 1...id, using: &random)
                let wasThere = model.contains { $0.id == victim }
                #expect((queue.remove(victim) != nil) == wasThere)
                model.removeAll { $0.id == victim }
            }
            #expect(queue.count == model.count)
        }
    }
}
