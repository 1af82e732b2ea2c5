import Synchronization

/// Checks passwords: two at a time, each of which takes a tenth of a second
/// and 64 MB, and slows down whoever guesses. When too many wait already the
/// next is sent away.
final class PasswordDesk: Sendable {
    /// What became of a password.
    enum Outcome<Value: Sendable>: Sendable {
        case right(Value)
        case wrong
        /// Too many were wrong, or wait; try again in so many seconds.
        case wait(Int64)
    }

    /// Checks that wait or are under way at one time.
    static let places = 64
    /// Seconds after which there is a place again.
    private static let patience: Int64 = 5

    private let threads: BlockingThreads
    private let taken = Atomic<Int>(0)
    private let surroundings: Surroundings
    /// By login name or link, and by address.
    private let limiters = Mutex(
        (
            names: LoginLimiter(failures: 10, window: 900),
            addresses: LoginLimiter(failures: 30, window: 900)
        ))

    init(_ surroundings: Surroundings) throws(ServerError) {
        threads = try BlockingThreads("passwords", count: 2)
        self.surroundings = surroundings
    }

    /// The text to keep of a password.
    func hash(_ password: String) async throws(ServerError) -> String {
        try await withTaskExecutorPreference(threads) { () async throws(ServerError) in
            try Password.hash(password)
        }
    }

    /// Runs a check unless it has to wait, and counts when it fails.
    /// - Parameter check: nil for a wrong password.
    func check<Value: Sendable>(
        name: String, address: String,
        _ check: @Sendable () throws(ServerError) -> Value?
    ) async throws(ServerError) -> Outcome<Value> {
        let now = surroundings.now()
        let wait = limiters.withLock { limiters in
            [limiters.names.wait(name, at: now), limiters.addresses.wait(address, at: now)]
                .compactMap { $0 }.max()
        }
        if let wait { return .wait(wait) }
        defer { taken.subtract(1, ordering: .relaxed) }
        guard taken.add(1, ordering: .relaxed).newValue <= Self.places else {
            return .wait(Self.patience)
        }
        // Counted before it is known, so that many guesses at once are not
        // all let through.
        limiters.withLock { limiters in
            limiters.names.recordFailure(name, at: now)
            limiters.addresses.recordFailure(address, at: now)
        }
        let value = try await withTaskExecutorPreference(threads) {
            () async throws(ServerError) in try check()
        }
        guard let value else { return .wrong }
        limiters.withLock { limiters in
            limiters.names.recordSuccess(name)
            limiters.addresses.withdrawFailure(address)
        }
        return .right(value)
    }
}
