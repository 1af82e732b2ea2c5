import DropboxAPI
import Synchronization

/// The time by which things are forgotten: the clock on the wall, believed
/// once it has stood a jump of days for an hour.
///
/// What is older than the rules keep is gone for good, so that one wrong
/// setting of the clock must not be enough. A server that was off for long
/// waits an hour too.
final class RetentionClock: Sendable {
    /// Seconds from which a step forward is a jump.
    private static let jump: Int64 = 2 * 86_400
    /// Seconds after which it is believed.
    private static let wait: Int64 = 3600

    private let store: FileStore
    /// Since when there is a jump; nil while there is none.
    private let jumped = Mutex<Timestamp?>(nil)

    init(store: FileStore) {
        self.store = store
    }

    /// What the clock shows; nil while it is not believed.
    func time() async throws(ServerError) -> Timestamp? {
        let now = store.surroundings.now()
        let seen = try store.readers.read { metadata throws(ServerError) in
            try metadata.clock()
        }
        guard isBelieved(now, after: seen) else { return nil }
        try await store.commits.perform { machine throws(ServerError) in
            try machine.metadata.noteClock(now)
        }
        return now
    }

    private func isBelieved(_ now: Timestamp, after seen: Timestamp?) -> Bool {
        jumped.withLock { jumped in
            guard let seen, now > seen.advanced(bySeconds: Self.jump) else {
                jumped = nil
                return true
            }
            if let since = jumped, now >= since,
                now <= since.advanced(bySeconds: Self.jump)
            {
                return now >= since.advanced(bySeconds: Self.wait)
            }
            jumped = now
            return false
        }
    }
}

extension SQLiteMetadata {
    /// The latest time that was believed; nil before the first.
    func clock() throws(ServerError) -> Timestamp? {
        try database.first("SELECT value FROM settings WHERE name = 'clock'") {
            Timestamp(seconds: $0.int64(0))
        }
    }

    /// Notes what the clock shows; it never goes back.
    func noteClock(_ now: Timestamp) throws(ServerError) {
        try database.run(
            """
            INSERT INTO settings VALUES ('clock', ?)
            ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)
            """, [.integer(now.seconds)])
    }
}
