import Store
import Synchronization

/// Hands every change to each follower, in order and without a gap. A
/// follower that lags by more than 256 batches is dropped: its stream ends,
/// and it has to read everything anew.
final class ChangeFeed: Sendable {
    private static let mostBatches = 256

    private struct State {
        var followers: [UInt64: AsyncStream<[TimelineChange]>.Continuation] = [:]
        var nextFollower: UInt64 = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    func send(_ batch: [TimelineChange]) {
        let lagging = state.withLock { state in
            let dropped = state.followers.filter { _, follower in
                if case .dropped = follower.yield(batch) { true } else { false }
            }
            for number in dropped.keys {
                state.followers.removeValue(forKey: number)
            }
            return dropped
        }
        for follower in lagging.values {
            follower.finish()
        }
    }

    /// Ends the followers' streams; nobody follows from now on.
    func finish() {
        let followers = state.withLock { state in
            state.isFinished = true
            defer { state.followers = [:] }
            return state.followers
        }
        for follower in followers.values {
            follower.finish()
        }
    }

    /// The changes from now on; nil once the feed has been finished.
    func follow() -> AsyncStream<[TimelineChange]>? {
        let (changes, follower) = AsyncStream.makeStream(
            of: [TimelineChange].self, bufferingPolicy: .bufferingOldest(Self.mostBatches))
        let number = state.withLock { state -> UInt64? in
            guard !state.isFinished else { return nil }
            state.nextFollower += 1
            state.followers[state.nextFollower] = follower
            return state.nextFollower
        }
        guard let number else { return nil }
        follower.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: number) }
        }
        return changes
    }
}
