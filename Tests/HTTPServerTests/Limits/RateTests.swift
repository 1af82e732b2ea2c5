import TestSupport
import Testing

@testable import HTTPServer

@Suite struct RateTests {
    private func time(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(seconds * 1e9))
    }

    @Test func transferAtTheRateGoesOnForEver() {
        var rate = RateDeadline(bytesPerSecond: 1_000, grace: .seconds(10), now: time(0))
        for second in 1...1_000 {
            rate.moved(1_000, now: time(Double(second)))
            #expect(rate.time == time(Double(second) + 10))
        }
    }

    @Test func transferAtHalfTheRateEndsAfterTwiceTheGrace() {
        var rate = RateDeadline(bytesPerSecond: 1_000, grace: .seconds(10), now: time(0))
        var second = 0.0
        while rate.time.map({ $0 > time(second) }) ?? false {
            second += 1
            rate.moved(500, now: time(second))
        }
        #expect(second == 19 || second == 20)
    }

    @Test func fastBytesAreNotSavedUp() {
        var rate = RateDeadline(bytesPerSecond: 1_000, grace: .seconds(10), now: time(0))
        rate.moved(1 << 40, now: time(1))
        rate.moved(.max, now: time(1))
        #expect(rate.time == time(11))
    }

    @Test func timeStandsStillWhileItIsStopped() {
        var rate = RateDeadline(bytesPerSecond: 1_000, grace: .seconds(10), now: time(0))
        rate.stop(now: time(4))
        rate.stop(now: time(5))
        #expect(rate.time == nil)
        rate.moved(1_000, now: time(50))
        rate.resume(now: time(100))
        rate.resume(now: time(101))
        #expect(rate.time == time(107))
    }

    @Test func bucketLetsABurstThroughAndThenTheRate() {
        var bucket = TokenBucket(burst: 5, now: time(0))
        let first = (0..<5).map { _ in bucket.take(rate: 2, burst: 5, now: time(0)) }
        #expect(first.allSatisfy { $0 == nil })
        #expect(bucket.take(rate: 2, burst: 5, now: time(0)) == .milliseconds(500))
        #expect(bucket.take(rate: 2, burst: 5, now: time(0.25)) == .milliseconds(250))
        #expect(bucket.take(rate: 2, burst: 5, now: time(0.5)) == nil)
        #expect(bucket.isFull(rate: 2, burst: 5, now: time(2)) == false)
        #expect(bucket.isFull(rate: 2, burst: 5, now: time(3)) == true)
        #expect(bucket.take(rate: 0, burst: 0.5, now: time(9)) != nil)
    }

    @Test(arguments: Seeds.first(10))
    func tableForgetsWhoIsAtRest(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var limits = AddressLimits()
        limits.connections = 3
        limits.requestRate = 10
        limits.requestBurst = 20
        var table = AddressTable(limits: limits)
        var open: [IPAddress: Int] = [:]
        var now = 0.0
        for _ in 0..<5_000 {
            now += 0.001
            let number = UInt64.random(in: 1...40, using: &random)
            let address = IPAddress(
                high: number << 3, low: UInt64.random(in: 0...9, using: &random))
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                let fits = open[address.network, default: 0] < 3
                #expect(table.open(address, now: time(now)) == fits)
                if fits { open[address.network, default: 0] += 1 }
            case 1 where open[address.network, default: 0] > 0:
                table.close(address, now: time(now))
                open[address.network, default: 0] -= 1
            default: _ = table.request(address, now: time(now))
            }
        }
        for (address, count) in open {
            for _ in 0..<count { table.close(address, now: time(now + 100)) }
        }
        // Who closes the last connection after a rest is forgotten at once.
        let forgotten = open.values.count { $0 > 0 }
        #expect(forgotten > 0)
        #expect(table.count <= 40 - forgotten)
    }

    @Test func tableIsSweptWhenManyAddressesPassBy() {
        var limits = AddressLimits()
        limits.requestRate = 1
        limits.requestBurst = 1
        var table = AddressTable(limits: limits)
        for number in 0..<50_000 {
            let address = IPAddress(high: UInt64(number + 1), low: 0)
            #expect(table.request(address, now: time(Double(number) / 100)) == nil)
        }
        #expect(table.count < 1_500)
    }

    @Test func loopbackIsExemptWhenTheLimitsSaySo() {
        var limits = AddressLimits()
        limits.connections = 1
        limits.requestBurst = 1
        limits.requestRate = 0.001
        for exempts in [true, false] {
            limits.exemptsLoopback = exempts
            var table = AddressTable(limits: limits)
            #expect(table.open(.loopback, now: time(0)) == true)
            #expect(table.open(.loopback, now: time(0)) == exempts)
            #expect(table.request(.loopback, now: time(0)) == nil)
            #expect((table.request(.loopback, now: time(0)) == nil) == exempts)
        }
    }
}
