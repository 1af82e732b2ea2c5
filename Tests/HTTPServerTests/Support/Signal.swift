import Synchronization

/// Something that happens once, for handlers to wait for and tests to set.
final class Signal: Sendable {
    private struct State {
        var isSet = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isSet: Bool { state.withLock { $0.isSet } }

    func set() {
        let waiters = state.withLock { state in
            state.isSet = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Does not heed cancellation.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isSet = state.withLock { state in
                if !state.isSet { state.waiters.append(continuation) }
                return state.isSet
            }
            if isSet { continuation.resume() }
        }
    }
}

/// Waits until the task is cancelled, as a long poll does.
func untilCancelled() async {
    let signal = Signal()
    await withTaskCancellationHandler {
        await signal.wait()
    } onCancel: {
        signal.set()
    }
}

/// A count that many threads add to.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    func add(_ amount: Int = 1) {
        count.wrappingAdd(amount, ordering: .sequentiallyConsistent)
    }
}
