import Glibc

/// A thread of its own for each worker, since talking to a process blocks
/// and Swift's cooperative threads must not be.
enum WorkerThread {
    /// What the new thread is given.
    private final class Entry {
        let core: PoolCore
        let event: Int32

        init(core: PoolCore, event: Int32) {
            self.core = core
            self.event = event
        }
    }

    /// - Parameter event: the worker's from now on; it closes it.
    /// - Returns: 0 or an errno.
    static func start(core: PoolCore, event: Int32) -> Int32 {
        let entry = Unmanaged.passRetained(Entry(core: core, event: event))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let entry = Unmanaged<Entry>.fromOpaque(pointer).takeRetainedValue()
                var worker = Worker(core: entry.core, event: entry.event)
                worker.run()
                // Before the event's number can be another descriptor's.
                entry.core.workerEnded(entry.event)
                close(entry.event)
                return nil
            }, entry.toOpaque())
        if code == 0 { pthread_detach(thread) } else { entry.release() }
        return code
    }
}
