/// A request under way and its answer. Confined to its loop.
final class Exchange {
    /// How far the answer is.
    enum Progress: Equatable {
        /// The handler has not answered yet.
        case handling
        /// The head is out, the body is being made; with the bytes still to
        /// come when the length is known.
        case streaming(ResponseHeadEncoder.Framing, left: Int64?)
        /// All of it is in the output.
        case answered
    }

    /// How far the request is.
    enum Receiving: Equatable {
        /// The body goes to the handler.
        case body
        /// The handler did not want the rest; that many bytes may still come
        /// before the connection is given up.
        case discarding(allowance: Int)
        case complete
        /// The body was malformed, too large or too slow: nobody knows where
        /// the next request begins.
        case failed
    }

    let number: UInt32
    let method: HTTPMethod
    let version: HTTPVersion
    let path: String
    let client: IPAddress
    let started: MonotonicTime
    /// Whether the client waits for `100 Continue` with its body.
    let expectsContinue: Bool
    /// Most bytes of the body, by the route.
    var bodyLimit = Int64.max
    /// Whether the connection goes on after it.
    var keepsAlive: Bool
    var progress = Progress.handling
    var receiving = Receiving.body
    var channel: BodyChannel?
    var task: Task<Void, Never>?
    /// When the handler is cancelled.
    var handlerDeadline: MonotonicTime?
    /// The producer of a stream, waiting for room.
    var writer: CheckedContinuation<Result<Void, ResponseWriteError>, Never>?
    var status: Int?
    var bodyBytesReceived: Int64 = 0
    var bytesSent: Int64 = 0
    /// Whether it was let in and counts as active.
    var isCounted = false

    init(number: UInt32, head: RequestHead, client: IPAddress, started: MonotonicTime) {
        self.number = number
        method = head.method
        version = head.version
        path = head.target.rawPath
        self.client = client
        self.started = started
        expectsContinue = head.expectsContinue
        keepsAlive = head.keepsAlive
    }

    /// Whether no more bytes of the request are awaited.
    var requestIsOver: Bool { receiving == .complete || receiving == .failed }

    /// What became of it.
    func record(now: MonotonicTime) -> RequestRecord {
        RequestRecord(
            method: method, path: path, status: status, client: client, duration: now - started,
            bodyBytesReceived: bodyBytesReceived, bytesSent: bytesSent)
    }
}
