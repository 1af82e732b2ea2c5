/// Reaches the deadline of a request under way.
struct RequestTimer: Sendable {
    let arm: @Sendable (Duration) -> Void

    func cancelHandler(after duration: Duration) { arm(duration) }
}
