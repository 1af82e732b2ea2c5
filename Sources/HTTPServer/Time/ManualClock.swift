import Synchronization

/// A clock that stands still until it is moved, for tests.
public final class ManualClock: ServerClock {
    private struct State {
        var nanoseconds: Int64 = 0
        var wakers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    public init() {}

    public var now: MonotonicTime {
        MonotonicTime(nanoseconds: state.withLock { $0.nanoseconds })
    }

    public var secondsSince1970: Int64 {
        state.withLock { $0.nanoseconds } / 1_000_000_000
    }

    public func wait(until deadline: MonotonicTime) -> Duration? {
        deadline <= now ? .zero : nil
    }

    public func onJump(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wakers.append(wake) }
    }

    /// Moves the time and wakes everybody who waits for it.
    public func advance(by duration: Duration) {
        let wakers = state.withLock { state in
            state.nanoseconds += duration.wholeNanoseconds
            return state.wakers
        }
        for wake in wakers { wake() }
    }
}
