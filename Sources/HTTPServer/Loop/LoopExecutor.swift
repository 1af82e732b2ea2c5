internal import Glibc
import Synchronization

/// Runs the jobs of one event loop, on its thread.
///
/// It is the serial executor of the loop's actor and the preferred executor
/// of the handlers that run there, so that an answer needs no change of
/// thread.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var hasThread = false
    }

    private let state = Mutex(State())
    private let thread = Atomic<UInt>(0)
    private let wake: @Sendable () -> Void
    /// Called to start a thread when there is a job and none.
    private let startThread: @Sendable () -> Int32

    /// - Parameters:
    ///   - wake: ends the wait of the loop's thread.
    ///   - startThread: starts a thread that runs `runJobs` until
    ///     `leaveThread` lets it end; gives zero or an error number.
    init(wake: @escaping @Sendable () -> Void, startThread: @escaping @Sendable () -> Int32) {
        self.wake = wake
        self.startThread = startThread
    }

    /// Whether the caller is on the loop's thread.
    var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        let (isFirst, needsThread) = state.withLock { state in
            state.jobs.append(unowned)
            defer { state.hasThread = true }
            return (state.jobs.count == 1, !state.hasThread)
        }
        if needsThread {
            let failure = startThread()
            // A job cannot be refused, and without a thread it never runs.
            precondition(failure == 0, "no thread for the HTTP server: errno \(failure)")
        } else if isFirst, !isCurrent {
            wake()
        }
    }

    func checkIsolated() {
        precondition(isCurrent, "not on the event loop's thread")
    }

    func isIsolatingCurrentContext() -> Bool? { isCurrent }

    // MARK: - For the loop's thread

    /// Starts the loop's thread unless it runs.
    func ensureThread() throws(HTTPServerError) {
        let needsThread = state.withLock { state in
            defer { state.hasThread = true }
            return !state.hasThread
        }
        guard needsThread else { return }
        let failure = startThread()
        guard failure == 0 else {
            state.withLock { $0.hasThread = false }
            throw .systemRefused("thread", errno: failure)
        }
    }

    /// The calling thread is the loop's from now on.
    func enterThread() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
    }

    /// Whether the thread may end; it may not while there are jobs. A job
    /// that comes later starts a new thread.
    func leaveThread() -> Bool {
        state.withLock { state in
            guard state.jobs.isEmpty else { return false }
            thread.store(0, ordering: .relaxed)
            state.hasThread = false
            return true
        }
    }

    /// Runs the jobs there are and those they cause. Gives whether there may
    /// be more: it stops after some rounds, since input must not starve.
    func runJobs(_ batch: inout [UnownedJob]) -> Bool {
        let serial = asUnownedSerialExecutor()
        let task = asUnownedTaskExecutor()
        for _ in 0..<16 {
            batch.removeAll(keepingCapacity: true)
            state.withLock { swap(&$0.jobs, &batch) }
            guard !batch.isEmpty else { return false }
            for job in batch { job.runSynchronously(isolatedTo: serial, taskExecutor: task) }
        }
        return true
    }
}
