import Synchronization

/// Hands the chunks of a body from the loop to the handler.
///
/// Holds at most `limit` bytes and what one receive brought; then the loop
/// stops receiving until half of it is taken.
final class BodyChannel: Sendable {
    /// What the handler's reading asks of the loop.
    enum Demand: Sendable {
        /// Receive again.
        case more
        /// The first read: the client waits to be told to continue.
        case goAhead
    }

    private struct State {
        var chunks: [[UInt8]] = []
        var head = 0
        var byteCount = 0
        var ending: Result<Void, RequestBodyError>?
        var waiter: CheckedContinuation<Result<[UInt8]?, RequestBodyError>, Never>?
        var isPaused = false
        var awaitsGoAhead: Bool
    }

    private let state: Mutex<State>
    private let limit: Int
    private let counters: LoopCounters
    private let demand: @Sendable (Demand) -> Void

    init(
        limit: Int, awaitsGoAhead: Bool, counters: LoopCounters,
        demand: @escaping @Sendable (Demand) -> Void
    ) {
        state = Mutex(State(awaitsGoAhead: awaitsGoAhead))
        self.limit = limit
        self.counters = counters
        self.demand = demand
    }

    deinit {
        counters.requestBytesBuffered.add(-state.withLock { $0.byteCount })
    }

    // MARK: - For the loop

    /// Adds a chunk. Gives whether more may come; if not, `.more` is
    /// demanded later.
    func push(_ chunk: [UInt8]) -> Bool {
        let (waiter, mayGoOn) = state.withLock { state in
            if let waiter = state.waiter {
                state.waiter = nil
                return (Optional(waiter), true)
            }
            state.chunks.append(chunk)
            state.byteCount += chunk.count
            counters.requestBytesBuffered.add(chunk.count)
            state.isPaused = state.byteCount >= limit
            return (nil, !state.isPaused)
        }
        waiter?.resume(returning: .success(chunk))
        return mayGoOn
    }

    /// The body is complete, or will not be. Only the first call counts.
    func end(_ ending: Result<Void, RequestBodyError>) {
        let waiter = state.withLock { state in
            if state.ending == nil { state.ending = ending }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: ending.map { nil })
    }

    /// Whether the client still waits for `100 Continue`.
    var awaitsGoAhead: Bool { state.withLock { $0.awaitsGoAhead } }

    // MARK: - For the handler

    /// The next chunk; nil at the end. What came before a failure is given
    /// first.
    ///
    /// - Precondition: nobody else waits for a chunk of this body.
    nonisolated(nonsending) func next() async throws(RequestBodyError) -> [UInt8]? {
        if let ready = takeReady() { return try ready.get() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let ready = takeReady(orWaitWith: continuation) {
                    continuation.resume(returning: ready)
                }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: .failure(.cancelled))
        }
        return try result.get()
    }

    private func takeReady(
        orWaitWith continuation: CheckedContinuation<
            Result<[UInt8]?, RequestBodyError>, Never
        >? = nil
    ) -> Result<[UInt8]?, RequestBodyError>? {
        let isCancelled = Task.isCancelled
        let (result, demanded) = state.withLock { state in
            var demanded: Demand?
            if state.awaitsGoAhead {
                state.awaitsGoAhead = false
                demanded = .goAhead
            }
            let result = Self.take(&state, isCancelled)
            if state.isPaused, state.byteCount <= limit / 2 {
                state.isPaused = false
                demanded = .more
            }
            if result == nil, let continuation {
                precondition(state.waiter == nil, "two readers of one body")
                state.waiter = continuation
            }
            return (result, demanded)
        }
        if let demanded { demand(demanded) }
        if case .success(let chunk?) = result { counters.requestBytesBuffered.add(-chunk.count) }
        return result
    }

    private static func take(
        _ state: inout State, _ isCancelled: Bool
    ) -> Result<[UInt8]?, RequestBodyError>? {
        if state.head < state.chunks.count {
            guard !isCancelled else { return .failure(.cancelled) }
            let chunk = state.chunks[state.head]
            state.chunks[state.head] = []
            state.head += 1
            state.byteCount -= chunk.count
            if state.head == state.chunks.count {
                state.chunks.removeAll(keepingCapacity: true)
                state.head = 0
            }
            return .success(chunk)
        }
        if let ending = state.ending { return ending.map { nil } }
        return isCancelled ? .failure(.cancelled) : nil
    }
}
