internal import CLinux
internal import Glibc

/// A thread of the server's own.
enum ServerThread {
    private final class Start {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread that ends when the body returns.
    /// - Parameter name: shown by tools; at most 15 bytes.
    static func start(
        _ name: String, _ body: @escaping @Sendable () -> Void
    ) throws(ServerError) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                // The pointer is the one passed below.
                let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
                pthread_setname_np(pthread_self(), start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw .failed("the system gave no thread: \(String(cString: strerror(code)))")
        }
        pthread_detach(thread)
    }
}
