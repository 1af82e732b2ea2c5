import Synchronization

/// Where long polls wait for the next change of an account.
///
/// It holds one continuation for each waiting request, which the server's
/// limit of requests bounds.
final class ChangeHub: Sendable {
    private struct State {
        var nextNumber: UInt64 = 0
        /// The last change told of each account since the start.
        var latest: [AccountNumber: Sequence] = [:]
        var waiting: [AccountNumber: [UInt64: CheckedContinuation<Void, Never>]] = [:]
        /// Accounts whose users were removed. Numbers are not given again.
        var gone: Set<AccountNumber> = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Whether there was a change of an account behind a sequence, as far as
    /// was told here.
    func hasChange(of account: AccountNumber, after sequence: Sequence) -> Bool {
        state.withLock { $0.latest[account] ?? .start } > sequence
    }

    /// Waits until there was a change behind a sequence, the task is
    /// cancelled, or the server shuts down. It may also return without any of
    /// these: look again.
    func wait(for account: AccountNumber, after sequence: Sequence) async {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isDone = state.withLock { state in
                    let latest = state.latest[account] ?? .start
                    guard latest <= sequence, !state.isClosed, !Task.isCancelled,
                        !state.gone.contains(account)
                    else { return true }
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

    /// Wakes everybody who waits for a change of an account, if there was one.
    /// - Returns: whether there was one.
    @discardableResult
    func wake(_ account: AccountNumber, upTo sequence: Sequence) -> Bool {
        let (isNew, waiters) = state.withLock { state in
            guard sequence > state.latest[account] ?? .start else {
                return (false, [UInt64: CheckedContinuation<Void, Never>]())
            }
            state.latest[account] = sequence
            return (true, state.waiting.removeValue(forKey: account) ?? [:])
        }
        waiters.values.forEach { $0.resume() }
        return isNew
    }

    /// Wakes everybody who waits for an account whose user was removed.
    func remove(_ account: AccountNumber) {
        let waiters = state.withLock { state in
            state.gone.insert(account)
            return state.waiting.removeValue(forKey: account)
        }
        waiters?.values.forEach { $0.resume() }
    }

    /// Whether the user of an account was removed: nothing is to wait for.
    func isGone(_ account: AccountNumber) -> Bool {
        state.withLock { $0.gone.contains(account) }
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
