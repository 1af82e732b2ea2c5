import Synchronization

/// Lets one call at a time write into a stretch of a session's file. Another
/// one for bytes of that stretch waits: the first may be one whose client has
/// given up and asks again, and its answer tells how to go on.
///
/// Calls are served in the order in which they came, so that one for the
/// whole file is not kept waiting by ever new ones for parts of it.
final class SessionLeases: Sendable {
    private struct Lease {
        let number: UInt64
        let stretch: Range<Int64>
        /// Who waits for it; nil once it is held.
        var waiter: CheckedContinuation<Void, Never>?
    }

    private struct State {
        /// By the session's name, in the order in which they were asked for.
        var leases: [String: [Lease]] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Runs a step with the lease of a stretch of a session's file.
    func hold<Value>(
        _ name: String, _ stretch: Range<Int64>, _ body: () async throws -> Value
    ) async throws -> Value {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await take(name, stretch, number)
        defer { release(name, number) }
        return try await body()
    }

    private func take(_ name: String, _ stretch: Range<Int64>, _ number: UInt64) async {
        await withCheckedContinuation { waiter in
            let isFree = state.withLock { state in
                let before = state.leases[name] ?? []
                let isFree = !before.contains { $0.stretch.overlaps(stretch) }
                state.leases[name, default: []].append(
                    Lease(number: number, stretch: stretch, waiter: isFree ? nil : waiter))
                return isFree
            }
            if isFree { waiter.resume() }
        }
    }

    private func release(_ name: String, _ number: UInt64) {
        let next = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            var leases = state.leases[name] ?? []
            leases.removeAll { $0.number == number }
            var freed: [CheckedContinuation<Void, Never>] = []
            for index in leases.indices {
                guard let waiter = leases[index].waiter,
                    !leases[..<index].contains(where: {
                        $0.stretch.overlaps(leases[index].stretch)
                    })
                else { continue }
                freed.append(waiter)
                leases[index].waiter = nil
            }
            state.leases[name] = leases.isEmpty ? nil : leases
            return freed
        }
        for waiter in next { waiter.resume() }
    }
}
