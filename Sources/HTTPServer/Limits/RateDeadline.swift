/// Tells when a transfer has fallen too far behind a minimum rate.
///
/// Every byte moves the deadline by the time the minimum rate needs for it,
/// never farther than the grace from now: fast bytes cannot be saved up to
/// be slow later.
struct RateDeadline: Sendable, Equatable {
    private let bytesPerSecond: Int64
    private let grace: Int64
    private var deadline: Int64
    /// What was left of the time when it was stopped; -1 while it runs.
    private var left: Int64 = -1

    init(bytesPerSecond: Int, grace: Duration, now: MonotonicTime) {
        self.bytesPerSecond = Int64(max(1, bytesPerSecond))
        self.grace = grace.wholeNanoseconds
        deadline = now.nanoseconds + self.grace
    }

    /// When the transfer is given up; nil while it is stopped.
    var time: MonotonicTime? {
        left < 0 ? MonotonicTime(nanoseconds: deadline) : nil
    }

    /// Bytes have gone through.
    mutating func moved(_ bytes: Int, now: MonotonicTime) {
        let earned = Int64(bytes).multipliedReportingOverflow(by: 1_000_000_000)
        let gain = earned.overflow ? grace : earned.partialValue / bytesPerSecond
        if left >= 0 {
            left = min(grace, left + min(gain, grace))
        } else {
            deadline = min(now.nanoseconds + grace, deadline + min(gain, grace))
        }
    }

    /// It is no longer the other side that is waited for.
    mutating func stop(now: MonotonicTime) {
        guard left < 0 else { return }
        left = max(0, deadline - now.nanoseconds)
    }

    mutating func resume(now: MonotonicTime) {
        guard left >= 0 else { return }
        deadline = now.nanoseconds + left
        left = -1
    }
}
