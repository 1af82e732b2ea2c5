internal import Glibc

/// Starts the thread of a loop.
///
/// It exists since the loop's executor, which asks for the thread, is made
/// before the loop is.
// Sendable: `loop` is set once, in the loop's `init`, before the executor
// that calls `start` is known to anybody.
final class LoopStarter: @unchecked Sendable {
    unowned var loop: EventLoop?

    /// Gives zero, or the error number of the system's refusal.
    func start() -> Int32 {
        guard let loop else { preconditionFailure("a loop's thread is started before its init") }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(loop)
        let failure = pthread_create(
            &thread, nil,
            { argument in
                // Every write to a gone client would otherwise end the process.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                guard let argument else { preconditionFailure("a thread without its loop") }
                Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().runThread()
                return nil
            }, box.toOpaque())
        guard failure == 0 else {
            box.release()
            return failure
        }
        pthread_detach(thread)
        return 0
    }
}
