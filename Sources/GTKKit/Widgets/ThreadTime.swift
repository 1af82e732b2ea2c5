internal import Glibc

/// Time that the calling thread has spent computing: what a frame costs,
/// whatever else the machine does meanwhile.
public nonisolated enum ThreadTime {
    /// Microseconds since the thread began.
    public static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
