internal import CLinux
import DecoderProtocol
import Glibc
import Photos
import Synchronization

/// What a pool's callers and its worker threads share. No lock is held over
/// anything slow.
final class PoolCore: Sendable {
    typealias Answer = Result<DecoderReply, DecoderError>
    typealias Caller = CheckedContinuation<[Answer], Never>

    let executable: FilePath
    let workers: Int
    let limits: DecoderPool.Limits
    private let state = Mutex(State())

    private struct State {
        var queue = JobQueue()
        var calls = PoolCalls()
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

    /// Ids for the jobs of one call.
    func newIDs(_ count: Int) -> Range<UInt64> {
        state.withLock { state in
            let first = state.lastID + 1
            state.lastID += UInt64(count)
            return first..<first + UInt64(count)
        }
    }

    /// Takes the jobs of one call in, or answers at once why not.
    /// - Parameter jobs: their ids follow one another; at least one.
    func submit(_ jobs: [DecoderJob], for caller: Caller) {
        let refusal: DecoderError? = state.withLock { state in
            if state.isClosed { return .shutDown }
            // Visible work is bounded by what a screen shows; twice the room
            // is for callers that went wrong.
            let room = limits.queueCapacity * (jobs[0].priority == .visible ? 2 : 1)
            guard state.queue.count + jobs.count <= room else {
                return .queueFull(capacity: limits.queueCapacity)
            }
            if let refusal = startWorkers(&state) { return refusal }
            for job in jobs { state.queue.insert(job) }
            state.calls.begin(jobs[0].id, count: jobs.count, caller)
            wake(jobs.count, &state)
            return nil
        }
        if let refusal {
            caller.resume(returning: jobs.map { _ in .failure(refusal) })
        }
    }

    /// Ends a call. Jobs that have not started never start; results of those
    /// that have are dropped.
    /// - Parameter ids: all of the call's.
    func cancel(_ ids: Range<UInt64>) {
        let caller = state.withLock { state in
            for id in ids { state.queue.remove(id) }
            return state.calls.abandon(ids.lowerBound)
        }
        caller?.resume(returning: ids.map { _ in .failure(.cancelled) })
    }

    /// Wakes workers that have nothing to do, at most one for each job.
    private func wake(_ jobs: Int, _ state: inout State) {
        for _ in 0..<min(jobs, state.idle.count) {
            if let event = state.idle.popLast() { carousel_event_signal(event) }
        }
    }

    /// Answers all calls, and makes the workers end.
    func close() {
        let callers = state.withLock { state in
            state.isClosed = true
            state.queue = JobQueue()
            for event in state.events { carousel_event_signal(event) }
            return state.calls.abandonAll()
        }
        for (caller, count) in callers {
            caller.resume(returning: Array(repeating: .failure(.shutDown), count: count))
        }
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

    var waitingJobs: Int { state.withLock { $0.queue.count } }
    var unansweredJobs: Int { state.withLock { $0.calls.missingAnswers } }

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

    /// The next jobs as far as they are short, for a worker that has some
    /// already.
    func takeShort(upTo count: Int) -> [DecoderJob] {
        state.withLock { state in
            var jobs: [DecoderJob] = []
            while jobs.count < count, state.queue.first?.isShort == true,
                let job = state.queue.removeFirst()
            {
                jobs.append(job)
            }
            return jobs
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Puts back a job that another one's fault kept from being done. It
    /// keeps its place.
    func putBack(_ job: DecoderJob) {
        state.withLock { state in
            guard state.calls.isWaiting(job.id) else { return }
            state.queue.insert(job)
            wake(1, &state)
        }
    }

    func finish(_ answers: [(job: DecoderJob, answer: Answer)]) {
        let finished = state.withLock { state in
            answers.compactMap { state.calls.answer($0.job.id, $0.answer) }
        }
        for (caller, answers) in finished { caller.resume(returning: answers) }
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
