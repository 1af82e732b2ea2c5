/// Where the server gets its time.
public protocol ServerClock: Sendable {
    var now: MonotonicTime { get }
    /// The calendar's time, for the `Date` field.
    var secondsSince1970: Int64 { get }
    /// How long to wait at most for `deadline`; nil when it lies ahead and
    /// only a jump can bring it.
    func wait(until deadline: MonotonicTime) -> Duration?
    /// Calls `wake` whenever time has moved other than by passing.
    func onJump(_ wake: @escaping @Sendable () -> Void)
}
