import Glibc

/// Time that this thread has spent computing: a measure that other programs
/// on the machine hardly touch.
enum ThreadClock {
    /// Nanoseconds since the thread began.
    @inline(__always)
    static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }
}

/// Durations of one operation, done many times.
struct Durations {
    private var nanoseconds: [Int] = []

    init() {}

    init(joining parts: [Durations]) {
        nanoseconds = parts.flatMap(\.nanoseconds)
    }

    mutating func measure(_ body: () -> Void) {
        let start = ThreadClock.now()
        body()
        nanoseconds.append(ThreadClock.now() - start)
    }

    mutating func add(_ duration: Int) {
        nanoseconds.append(duration)
    }

    /// The duration that this share of all does not exceed, less the cost
    /// of reading the clock.
    func quantile(_ share: Double) -> Int {
        let sorted = nanoseconds.sorted()
        guard !sorted.isEmpty else { return 0 }
        let place = min(sorted.count - 1, Int(Double(sorted.count) * share))
        return max(0, sorted[place] - Self.clockCost)
    }

    var median: Int { quantile(0.5) }
    var count: Int { nanoseconds.count }

    private static let clockCost: Int = {
        var readings: [Int] = []
        for _ in 0..<1000 {
            let start = ThreadClock.now()
            readings.append(ThreadClock.now() - start)
        }
        return readings.sorted()[500]
    }()
}

/// Keeps a result from being optimised away.
@inline(never) @_optimize(none)
func consume<Value>(_ value: Value) {}
