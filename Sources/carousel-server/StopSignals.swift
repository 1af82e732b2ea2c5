import Glibc

/// SIGTERM and SIGINT as something to wait for.
///
/// They come as a byte in a pipe: the runtime's main thread waits with every
/// signal open, so that none can be kept for a thread of ours.
enum StopSignals {
    private static let pipe: (reading: Int32, writing: Int32) = {
        var ends: [Int32] = [0, 0]
        precondition(Glibc.pipe(&ends) == 0, "the system gave no pipe")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }()

    /// From here on they do not end the process.
    static func catchAll() {
        _ = pipe
        for number in [SIGTERM, SIGINT] {
            signal(number) { _ in
                var byte: UInt8 = 1
                _ = write(StopSignals.pipe.writing, &byte, 1)
            }
        }
    }

    /// Returns when the process is asked to stop.
    static func wait() async {
        await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
            let box = Unmanaged.passRetained(Waiter(waiter))
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { context in
                    // The pointer is the one passed below.
                    let waiter = Unmanaged<Waiter>.fromOpaque(context!).takeRetainedValue()
                    var byte: UInt8 = 0
                    while read(StopSignals.pipe.reading, &byte, 1) < 0, errno == EINTR {}
                    waiter.continuation.resume()
                    return nil
                }, box.toOpaque())
            precondition(code == 0, "the system gave no thread to wait for signals")
            pthread_detach(thread)
        }
    }

    private final class Waiter {
        let continuation: CheckedContinuation<Void, Never>

        init(_ continuation: CheckedContinuation<Void, Never>) {
            self.continuation = continuation
        }
    }
}
