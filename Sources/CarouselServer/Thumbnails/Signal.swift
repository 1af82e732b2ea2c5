import Synchronization

/// Wakes one task that waits for something to do. Many calls before it looks
/// are one.
final class Signal: Sendable {
    private struct State {
        var isSet = false
        var isClosed = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func set() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.isSet = true }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Wakes for good.
    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns once it is set. - Returns: false when it is closed.
    /// - Precondition: nobody else waits.
    func wait() async -> Bool {
        await withCheckedContinuation { waiter in
            let isReady = state.withLock { state in
                if state.isSet || state.isClosed {
                    state.isSet = false
                    return true
                }
                state.waiter = waiter
                return false
            }
            if isReady { waiter.resume() }
        }
        return state.withLock { !$0.isClosed }
    }
}
