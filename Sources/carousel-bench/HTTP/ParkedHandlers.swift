import Synchronization

/// Handlers that wait for something to happen, as long polls do.
final class ParkedHandlers: Sendable {
    private struct State {
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.waiting.count } }

    /// Waits until all are woken or the task is cancelled.
    func wait() async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = Task.isCancelled
                state.withLock { state in
                    if !isCancelled { state.waiting[number] = continuation }
                }
                if isCancelled { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    /// Gives how many were woken.
    func wakeAll() -> Int {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
        return waiting.count
    }
}
