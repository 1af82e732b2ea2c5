import DropboxAPI

/// Slows down whoever guesses passwords: so many failures of one kind
/// (a login name, an address) within a time, then a pause.
struct LoginLimiter: Sendable {
    /// Failures allowed within `window`.
    let failures: Int
    /// Seconds.
    let window: Int64
    /// Names remembered at most. When more fail at once, those that failed
    /// least often are forgotten, of them the oldest: memory stays bounded,
    /// and names made up for it push out none that is being guessed at.
    let capacity: Int

    private var recent: [String: [Timestamp]] = [:]

    init(failures: Int, window: Int64, capacity: Int = 10_000) {
        self.failures = failures
        self.window = window
        self.capacity = capacity
    }

    /// Seconds until the next try is allowed; nil when it is now.
    func wait(_ name: String, at now: Timestamp) -> Int64? {
        guard let times = recent[name] else { return nil }
        let counted = times.filter { now.seconds - $0.seconds < window }
        guard counted.count >= failures, let first = counted.first else { return nil }
        return max(1, window - (now.seconds - first.seconds))
    }

    /// Counts a failure.
    mutating func recordFailure(_ name: String, at now: Timestamp) {
        var times = (recent[name] ?? []).filter { now.seconds - $0.seconds < window }
        times.append(now)
        recent[name] = Array(times.suffix(failures))
        if recent.count > capacity { forget(before: now) }
    }

    /// Forgets the failures of a name.
    mutating func recordSuccess(_ name: String) {
        recent[name] = nil
    }

    /// Takes the last failure back, and no more: who can log in somewhere
    /// must not win fresh guesses for elsewhere.
    mutating func withdrawFailure(_ name: String) {
        guard var times = recent[name] else { return }
        times.removeLast()
        recent[name] = times.isEmpty ? nil : times
    }

    private mutating func forget(before now: Timestamp) {
        recent = recent.filter { _, times in
            times.last.map { now.seconds - $0.seconds < window } ?? false
        }
        guard recent.count > capacity else { return }
        let order = recent.sorted {
            ($0.value.count, $0.value.last?.seconds ?? 0, $0.key)
                < ($1.value.count, $1.value.last?.seconds ?? 0, $1.key)
        }
        for (name, _) in order.prefix(recent.count - capacity / 2) { recent[name] = nil }
    }
}
