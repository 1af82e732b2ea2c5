/// A deadline that moves with every request but seldom touches the queue.
///
/// The entry in the queue stays where it is when the deadline moves later;
/// when it comes up, a new one is made for the rest. So a busy connection
/// costs one entry each few seconds and not two for each request.
struct LazyDeadline: Sendable, Equatable {
    /// What came up means.
    enum Outcome: Equatable {
        /// The deadline has passed.
        case expired
        /// It lies ahead: insert a new entry for this time.
        case again(MonotonicTime)
        /// There is none now.
        case none
    }

    /// When it is over; nil when nothing is awaited.
    private(set) var time: MonotonicTime?
    private var queued: MonotonicTime?

    /// Sets the deadline. Gives the time for which an entry must be inserted,
    /// nil when the one there is early enough.
    mutating func set(_ time: MonotonicTime?) -> MonotonicTime? {
        self.time = time
        guard let time, queued.map({ time < $0 }) ?? true else { return nil }
        queued = time
        return time
    }

    /// An entry has come up.
    mutating func comeUp(at now: MonotonicTime) -> Outcome {
        // One for which an earlier one was inserted later; that one is ahead
        // of it and has done its work.
        guard let entry = queued, entry <= now else { return .none }
        queued = nil
        guard let time else { return .none }
        guard time > now else { return .expired }
        queued = time
        return .again(time)
    }
}
