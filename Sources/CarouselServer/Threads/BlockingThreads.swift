/// Threads for work that waits for the disk. Swift's own are as many as
/// there are cores, and a few calls of `fdatasync` would hold all of them.
///
/// Run a task on them with `withTaskExecutorPreference`.
final class BlockingThreads: TaskExecutor {
    private let jobs = BlockingQueue<UnownedJob>()

    init(_ name: String, count: Int) throws(ServerError) {
        for _ in 0..<count {
            try ServerThread.start(name) { [jobs, executor = asUnownedTaskExecutor()] in
                while let job = jobs.take(upTo: 1).first {
                    job.runSynchronously(on: executor)
                }
            }
        }
    }

    /// The threads do what they have been given, and end.
    deinit { jobs.close() }

    func enqueue(_ job: consuming ExecutorJob) {
        let isTaken = jobs.put(UnownedJob(job))
        precondition(isTaken, "the threads live as long as this")
    }
}
