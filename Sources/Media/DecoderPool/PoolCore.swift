internal import CLinux
import DecoderProtocol
import Glibc
import Photos
import Synchronization

/// What a pool's callers and its worker threads share. No lock is held over
/// anything slow.
final class PoolCore: Sendable {
    typealias Answer = Result<DecoderReply, DecoderError>
    typealias Caller = CheckedContinuation<Answer, Never>

    let executable: FilePath
    let workers: Int
    let limits: DecoderPool.Limits
    private let state = Mutex(State())

    private struct State {
        var queue = JobQueue()
        /// Calls without an answer, whether their jobs wait or are worked on.
        var callers: [UInt64: Caller] = [:]
        var lastID: UInt64 = 0
        /// Events of workers that have nothing to do, last one first.
        var idle: [Int32] = []
        /// Events of all workers that run.
        var events: Set<Int32> = []
        var processes: Set<Int32> = []
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []
        /// Why no worker process comes up, and until when none is tried.
        var startFailure: (error: DecoderError, until: ContinuousClock.Instant)?
    }

    /// How long starting is not tried again after it failed.
    private static let startPause = Duration.seconds(5)

    init(executable: FilePath, workers: Int, limits: DecoderPool.Limits) {
        precondition(workers >= 1, "a pool of \(workers) workers")
        self.executable = executable
        self.workers = workers
        self.limits = limits
    }

    // MARK: For callers

    func newID() -> UInt64 {
        state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
    }

    /// Takes a job in, or answers at once why not.
    func submit(_ job: DecoderJob, for caller: Caller) {
        let refusal: DecoderError? = state.withLock { state in
            if state.isClosed { return .shutDown }
            // Visible work is bounded by what a screen shows; this is for
            // callers that went wrong.
            let room = limits.queueCapacity * (job.priority == .visible ? 2 : 1)
            guard state.queue.count < room else {
                return .queueFull(capacity: limits.queueCapacity)
            }
            if let refusal = startWorkers(&state) { return refusal }
            state.queue.insert(job)
            state.callers[job.id] = caller
            if let event = state.idle.popLast() { carousel_event_signal(event) }
            return nil
        }
        if let refusal { caller.resume(returning: .failure(refusal)) }
    }

    /// Ends a call. Its job never starts if it has not; its result is dropped
    /// if it has.
    func cancel(_ id: UInt64) {
        let caller = state.withLock { state in
            state.queue.remove(id)
            return state.callers.removeValue(forKey: id)
        }
        caller?.resume(returning: .failure(.cancelled))
    }

    /// Answers all calls, and makes the workers end.
    func close() {
        let callers = state.withLock { state in
            state.isClosed = true
            state.queue = JobQueue()
            for event in state.events { carousel_event_signal(event) }
            defer { state.callers = [:] }
            return state.callers.values.map { $0 }
        }
        for caller in callers { caller.resume(returning: .failure(.shutDown)) }
    }

    /// Returns when no worker is left. Call after `close`.
    func waitForWorkers() async {
        await withCheckedContinuation { closer in
            let isOver = state.withLock { state in
                if !state.events.isEmpty { state.closers.append(closer) }
                return state.events.isEmpty
            }
            if isOver { closer.resume() }
        }
    }

    /// Process ids of the workers that are up.
    var processes: [Int32] { state.withLock { $0.processes.sorted() } }

    // MARK: For worker threads

    enum Take {
        case job(DecoderJob)
        case nothing
        case closed
    }

    /// The next job for a worker that is free.
    /// - Parameter event: signalled when there is one after `nothing`.
    func take(waking event: Int32) -> Take {
        state.withLock { state in
            if state.isClosed { return .closed }
            if let job = state.queue.removeFirst() { return .job(job) }
            if !state.idle.contains(event) { state.idle.append(event) }
            return .nothing
        }
    }

    /// The next job if it is short, for a worker that has one already.
    func takeShort() -> DecoderJob? {
        state.withLock { state in
            guard state.queue.first?.isShort == true else { return nil }
            return state.queue.removeFirst()
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Puts back a job that another one's fault kept from being done. It
    /// keeps its place.
    func putBack(_ job: DecoderJob) {
        state.withLock { state in
            guard state.callers[job.id] != nil else { return }
            state.queue.insert(job)
            if let event = state.idle.popLast() { carousel_event_signal(event) }
        }
    }

    func finish(_ job: DecoderJob, _ answer: Answer) {
        let caller = state.withLock { $0.callers.removeValue(forKey: job.id) }
        caller?.resume(returning: answer)
    }

    func processStarted(_ process: Int32) {
        state.withLock {
            $0.processes.insert(process)
            $0.startFailure = nil
        }
    }

    func processEnded(_ process: Int32) {
        state.withLock { _ = $0.processes.remove(process) }
    }

    /// Keeps workers from trying to start, one after another for each job,
    /// what does not start.
    func startFailed(_ error: DecoderError) {
        state.withLock { $0.startFailure = (error, .now + Self.startPause) }
    }

    /// Why starting is not worth a try now.
    var startFailure: DecoderError? {
        state.withLock { state in
            state.startFailure.flatMap { $0.until > .now ? $0.error : nil }
        }
    }

    func workerEnded(_ event: Int32) {
        let closers = state.withLock { state in
            state.events.remove(event)
            state.idle.removeAll { $0 == event }
            guard state.events.isEmpty else { return [] as [CheckedContinuation<Void, Never>] }
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }

    /// Starts the threads that are missing; all but the first time none is.
    /// - Returns: why there is not a single one.
    private func startWorkers(_ state: inout State) -> DecoderError? {
        while state.events.count < workers {
            let event = carousel_event_create()
            var code = event < 0 ? errno : 0
            if event >= 0 { code = WorkerThread.start(core: self, event: event) }
            if code != 0 {
                if event >= 0 { Glibc.close(event) }
                // Fewer will do.
                return state.events.isEmpty ? .systemRefused(code: code) : nil
            }
            state.events.insert(event)
        }
        return nil
    }
}
