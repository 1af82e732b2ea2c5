import Synchronization

/// Lets one call at a time write into a stretch of a session's file. A
/// second waits: the first may be one whose client has given up and asks
/// again, and its answer tells the offset to go on from.
final class SessionLeases: Sendable {
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    /// Runs a step with the lease of a name.
    func hold<Value>(
        _ name: String, _ body: () async throws -> Value
    ) async throws -> Value {
        await take(name)
        defer { release(name) }
        return try await body()
    }

    private func take(_ name: String) async {
        await withCheckedContinuation { waiter in
            let isFree = waiting.withLock { waiting in
                guard waiting[name] != nil else {
                    waiting[name] = []
                    return true
                }
                waiting[name]?.append(waiter)
                return false
            }
            if isFree { waiter.resume() }
        }
    }

    private func release(_ name: String) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard var queue = waiting[name], !queue.isEmpty else {
                waiting[name] = nil
                return nil
            }
            let next = queue.removeFirst()
            waiting[name] = queue
            return next
        }
        next?.resume()
    }
}
