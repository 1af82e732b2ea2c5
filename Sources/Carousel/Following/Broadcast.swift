import Synchronization

/// One value that many follow: each follower gets the latest value at once
/// and then the newest whenever it is ready for one; values in between are
/// skipped. Each follower holds at most one value.
final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var followers: [UInt64: AsyncStream<Value>.Continuation] = [:]
        var nextFollower: UInt64 = 0
        var isFinished = false
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    var value: Value {
        state.withLock { $0.value }
    }

    func send(_ value: Value) {
        state.withLock { state in
            state.value = value
            for follower in state.followers.values {
                follower.yield(value)
            }
        }
    }

    /// Changes the value and tells the followers.
    func update(_ change: (inout Value) -> Void) {
        state.withLock { state in
            change(&state.value)
            for follower in state.followers.values {
                follower.yield(state.value)
            }
        }
    }

    func finish() {
        let followers = state.withLock { state in
            state.isFinished = true
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        for follower in followers {
            follower.finish()
        }
    }

    /// The values from now on, beginning with the present one.
    func follow() -> AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = state.withLock { state -> UInt64? in
                continuation.yield(state.value)
                guard !state.isFinished else { return nil }
                state.nextFollower += 1
                state.followers[state.nextFollower] = continuation
                return state.nextFollower
            }
            guard let number else {
                continuation.finish()
                return
            }
            continuation.onTermination = { [weak self] _ in
                // Outside this call: the stream may end while `send` holds
                // the lock.
                self?.forget(number)
            }
        }
    }

    private func forget(_ number: UInt64) {
        _ = state.withLock { $0.followers.removeValue(forKey: number) }
    }
}
