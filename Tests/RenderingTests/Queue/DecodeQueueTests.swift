import Photos
import Rendering
import TestSupport
import Testing

struct DecodeQueueTests {
    private func job(_ photo: Int64, _ size: ThumbnailSize = .s256) -> DecodeJob {
        DecodeJob(photo: LUID(photo), size: size, side: 160, picture: .empty)
    }

    @Test func whatIsInSightGoesFirstAndInItsOrder() {
        var queue = DecodeQueue()
        queue.replace(visible: [job(3), job(1)], ahead: [job(9), job(8)], screen: 10)
        #expect([queue.start(), queue.start(), queue.start()] == [job(3), job(1), job(9)])
    }

    @Test func aJobWhoseCellHasLeftNeverStarts() {
        var queue = DecodeQueue()
        queue.replace(visible: [job(1), job(2), job(3)], ahead: [], screen: 10)
        #expect(queue.start() == job(1))
        queue.replace(visible: [job(3), job(4)], ahead: [], screen: 10)
        #expect(queue.start() == job(3))
        #expect(queue.start() == job(4))
        #expect(queue.start() == nil)
    }

    @Test func aRunningJobIsNotQueuedAgainUntilItHasFinished() {
        var queue = DecodeQueue()
        queue.replace(visible: [job(1)], ahead: [], screen: 10)
        #expect(queue.start() == job(1))
        queue.replace(visible: [job(1), job(2)], ahead: [job(1)], screen: 10)
        #expect(queue.visibleCount == 1)
        #expect(queue.aheadCount == 0)
        queue.finish(job(1))
        queue.replace(visible: [job(1)], ahead: [], screen: 10)
        #expect(queue.start() == job(1))
    }

    @Test func turningReordersWhatHasNotStarted() {
        var queue = DecodeQueue()
        queue.replace(visible: (1...4).map { job($0) }, ahead: [], screen: 10)
        queue.replace(visible: (1...4).reversed().map { job($0) }, ahead: [], screen: 10)
        #expect(queue.start() == job(4))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func neverHoldsMoreThanOneScreenNorStartsWhatIsNotWanted(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = DecodeQueue()
        var running: [DecodeJob] = []
        var wanted: Set<DecodeJob> = []
        for _ in 0..<500 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let photos = (1...12).shuffled(using: &random).map { job(Int64($0)) }
                let (visible, ahead) = (Array(photos.prefix(8)), Array(photos.suffix(4)))
                queue.replace(visible: visible, ahead: ahead, screen: 6)
                wanted = Set(photos)
            case 1, 2:
                guard running.count < 3, let job = queue.start() else { continue }
                #expect(wanted.contains(job))
                #expect(!running.contains(job))
                running.append(job)
            default:
                guard let job = running.popLast() else { continue }
                queue.finish(job)
            }
            #expect(queue.visibleCount <= 6)
            #expect(queue.aheadCount <= 6)
            #expect(queue.runningCount == running.count)
        }
    }
}
