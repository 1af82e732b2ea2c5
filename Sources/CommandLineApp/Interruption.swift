import Dispatch
import Glibc

/// Runs work so that Ctrl+C cancels it and lets it end in good order. A
/// second Ctrl+C ends the process at once, as it would have without us.
func cancelledByInterrupt<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
) async -> Value {
    let task = Task { await work() }
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
        task.cancel()
        signal(SIGINT, SIG_DFL)
    }
    source.resume()
    defer { source.cancel() }
    return await task.value
}
