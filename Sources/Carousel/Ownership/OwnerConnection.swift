import Dispatch
import Photos

/// One request to the process that owns the library.
struct OwnerConnection: Sendable {
    let directory: LibraryDirectory

    /// The owner's replies to a request. The connection is closed when the
    /// stream is dropped, which cancels the request at the owner.
    func replies(to request: OwnerRequest) throws(LibraryError) -> AsyncStream<OwnerReply> {
        let channel = LineChannel(descriptor: try UnixSocket.connect(to: directory))
        guard channel.send(request) else {
            throw .owner(cause: "the connection was closed")
        }
        return AsyncStream { continuation in
            continuation.onTermination = { _ in channel.shut() }
            DispatchQueue(label: "carousel.owner.replies").async {
                channel.readAll(OwnerReply.self) { continuation.yield($0) }
                continuation.finish()
            }
        }
    }

    /// Runs a request to its end.
    func run(
        _ request: OwnerRequest, progress: (LibraryProgress) -> Void = { _ in }
    ) async throws(LibraryError) -> OwnerReply {
        for await reply in try replies(to: request) {
            switch reply {
            case .progress(let value): progress(value)
            case .failed(let error): throw error
            case .changing, .changed: continue
            case .report, .performed, .outcome, .syncStatus, .done: return reply
            }
        }
        if Task.isCancelled { throw .cancelled }
        throw .owner(cause: "it ended before the work was done")
    }
}
