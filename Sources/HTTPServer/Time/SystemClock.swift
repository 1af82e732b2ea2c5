internal import Glibc

/// The machine's own clocks.
public struct SystemClock: ServerClock {
    public init() {}

    public var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    public var secondsSince1970: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int64(time.tv_sec)
    }

    public func wait(until deadline: MonotonicTime) -> Duration? {
        max(.zero, deadline - now)
    }

    public func onJump(_ wake: @escaping @Sendable () -> Void) {}
}
