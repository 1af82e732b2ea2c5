import TestSupport
import Testing

@testable import HTTPServer

@Suite struct DeadlineTests {
    private func time(_ seconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: seconds * 1_000_000_000)
    }

    @Test(arguments: Seeds.first(20))
    func queueGivesWhatASortedListGives(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = DeadlineQueue<Int>()
        var model: [(time: MonotonicTime, owner: Int)] = []
        for owner in 0..<600 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let at = time(Int64.random(in: 0..<200, using: &random))
                queue.insert(owner, at: at)
                model.append((at, owner))
            case 6:
                let divisor = Int.random(in: 2..<5, using: &random)
                queue.removeAll { $0 % divisor == 0 }
                model.removeAll { $0.owner % divisor == 0 }
            default:
                let now = time(Int64.random(in: 0..<200, using: &random))
                while let found = queue.popFirst(until: now) {
                    let earliest = model.map(\.time).min()
                    let place = model.firstIndex { $0.owner == found }
                    #expect(place.map { model[$0].time } == earliest)
                    if let place { model.remove(at: place) }
                }
                #expect(!model.contains { $0.time <= now })
            }
            #expect(queue.count == model.count)
            #expect(queue.first == model.map(\.time).min())
        }
    }

    /// However a deadline is moved, it expires when it passes and not before,
    /// and the queue holds few entries for it.
    @Test(arguments: Seeds.first(50))
    func lazyDeadlineExpiresExactlyWhenItPasses(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var deadline = LazyDeadline()
        var queue = DeadlineQueue<Int>()
        var expected: MonotonicTime?
        for step in 0..<500 {
            let now = time(Int64(step))
            var expired = false
            while queue.popFirst(until: now) != nil {
                switch deadline.comeUp(at: now) {
                case .expired: expired = true
                case .again(let time): queue.insert(0, at: time)
                case .none: break
                }
            }
            #expect(expired == (expected == now), "step \(step)")
            if expired { expected = nil }
            if expired || Int.random(in: 0..<4, using: &random) == 0 {
                let gap = Int64.random(in: 1..<30, using: &random)
                expected = Bool.random(using: &random) ? time(Int64(step) + gap) : nil
                if let entry = deadline.set(expected) { queue.insert(0, at: entry) }
            }
            #expect(queue.count < 30)
        }
    }

    @Test func deadlineThatOnlyMovesLaterCostsOneEntry() {
        var deadline = LazyDeadline()
        #expect(deadline.set(time(30)) == time(30))
        for second in 1..<25 { #expect(deadline.set(time(30 + Int64(second))) == nil) }
        #expect(deadline.comeUp(at: time(30)) == .again(time(54)))
        #expect(deadline.comeUp(at: time(54)) == .expired)
        #expect(deadline.comeUp(at: time(55)) == .none)
    }

    @Test func timeStaysWithinItsBounds() {
        #expect(time(1) + .seconds(2) == time(3))
        #expect(time(3) - time(1) == .seconds(2))
        #expect((time(1) + .seconds(Int64.max)).nanoseconds == .max)
        #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
        #expect(Duration.milliseconds(-1).wholeNanoseconds == -1_000_000)
    }

    @Test func manualClockTellsWhoWaits() {
        let clock = ManualClock()
        let woken = Counter()
        clock.onJump { woken.add() }
        #expect(clock.wait(until: time(1)) == nil)
        #expect(clock.wait(until: time(0)) == .zero)
        clock.advance(by: .seconds(5))
        #expect(woken.value == 1)
        #expect(clock.now == time(5))
        #expect(clock.secondsSince1970 == 5)
        let system = SystemClock()
        #expect(system.now <= system.now)
        #expect(system.wait(until: system.now) == .zero)
        #expect(system.secondsSince1970 > 1_600_000_000)
    }
}
