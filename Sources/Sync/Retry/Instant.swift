/// A moment on the driver's monotonic clock. The machine never asks for the
/// time and never sees a wall clock, so no jump of one can change what it does.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since an arbitrary start.
    public let milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public func advanced(byMilliseconds delay: Int64) -> Instant {
        Instant(milliseconds: milliseconds + delay)
    }

    public static func < (a: Instant, b: Instant) -> Bool {
        a.milliseconds < b.milliseconds
    }
}
