/// Lets a certain rate through, and a burst after a rest.
struct TokenBucket: Sendable, Equatable {
    private var level: Double
    private var updated: MonotonicTime

    /// A full one.
    init(burst: Double, now: MonotonicTime) {
        level = burst
        updated = now
    }

    /// Takes a token when there is one; else gives how long it is to the
    /// next.
    mutating func take(rate: Double, burst: Double, now: MonotonicTime) -> Duration? {
        refill(rate: rate, burst: burst, now: now)
        guard level < 1 else {
            level -= 1
            return nil
        }
        return .seconds(rate > 0 ? (1 - level) / rate : 3_600)
    }

    /// Whether it is as full as a new one.
    mutating func isFull(rate: Double, burst: Double, now: MonotonicTime) -> Bool {
        refill(rate: rate, burst: burst, now: now)
        return level >= burst
    }

    private mutating func refill(rate: Double, burst: Double, now: MonotonicTime) {
        let seconds = Double(now.nanoseconds - updated.nanoseconds) / 1e9
        guard seconds > 0 else { return }
        level = min(burst, level + rate * seconds)
        updated = now
    }
}
