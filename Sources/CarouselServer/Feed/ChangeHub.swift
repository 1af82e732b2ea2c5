import Synchronization

/// Where long polls wait for the next change of an account.
///
/// It holds one continuation for each waiting request, which the server's
/// limit of requests bounds.
final class ChangeHub: Sendable {
    private struct State {
        var nextNumber: UInt64 = 0
        /// Changes told of each account since the start.
        var generations: [AccountNumber: UInt64] = [:]
        var waiting: [AccountNumber: [UInt64: CheckedContinuation<Void, Never>]] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// What to give `wait`, taken before looking for changes: so that none
    /// between the look and the wait is missed.
    func generation(of account: AccountNumber) -> UInt64 {
        state.withLock { $0.generations[account] ?? 0 }
    }

    /// Waits until there was a change behind a generation, the task is
    /// cancelled, or the server shuts down.
    func wait(for account: AccountNumber, after generation: UInt64) async {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isDone = state.withLock { state in
                    let known = state.generations[account] ?? 0
                    guard known == generation, !state.isClosed, !Task.isCancelled else {
                        return true
                    }
                    state.waiting[account, default: [:]][number] = waiter
                    return false
                }
                if isDone { waiter.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting[account]?.removeValue(forKey: number)
            }
            waiter?.resume()
        }
    }

    /// Wakes everybody who waits for one of these accounts.
    func wake(_ accounts: [AccountNumber]) {
        for account in accounts {
            let waiters = state.withLock { state in
                state.generations[account, default: 0] += 1
                return state.waiting.removeValue(forKey: account)
            }
            waiters?.values.forEach { $0.resume() }
        }
    }

    /// Wakes everybody for good: the server shuts down.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return state.waiting.values.flatMap(\.values)
        }
        waiters.forEach { $0.resume() }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// How many wait now.
    var count: Int {
        state.withLock { state in state.waiting.values.reduce(0) { $0 + $1.count } }
    }
}
