/// Why an exchange with a server failed.
public enum TransportError: Error, Hashable, Sendable {
    /// The waiting task was cancelled, or nobody holds the response any more.
    case cancelled
    /// The transport was closed.
    case closed
    /// The request cannot be sent by anybody: its address or a header field
    /// makes no sense.
    case badRequest(String)
    /// No connection: no such host, no network, nobody listens.
    case unreachable(String)
    /// The server is not who it has to be, or speaks no TLS that is safe.
    case notTrusted(String)
    /// A time limit of the request passed.
    case timedOut(TimeLimit)
    /// The connection ended before the answer did.
    case cut(String)
    /// What came back is not HTTP.
    case badReply(String)
    /// The answer is larger than the caller takes, in bytes.
    case tooLarge(limit: Int)
    /// What was to be sent could not be read or made.
    case sourceFailed(String)
    /// The server has another file than at the beginning of the download.
    case changedMeanwhile
    /// The system gave no thread or memory.
    case system(String)

    /// Which limit passed.
    public enum TimeLimit: String, Hashable, Sendable {
        case connecting = "connecting"
        case silence = "waiting for the server"
        case whole = "the whole exchange"
    }

    /// Whether the same request may succeed later without anybody's help.
    public var isRetryable: Bool {
        switch self {
        case .unreachable, .timedOut, .cut, .badReply, .changedMeanwhile, .system: true
        case .cancelled, .closed, .badRequest, .notTrusted, .tooLarge, .sourceFailed: false
        }
    }
}

extension TransportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cancelled: "cancelled"
        case .closed: "the connection was closed by this program"
        case .badRequest(let reason): "the request makes no sense: \(reason)"
        case .unreachable(let reason): "the server cannot be reached: \(reason)"
        case .notTrusted(let reason): "the server cannot be trusted: \(reason)"
        case .timedOut(let limit): "took too long: \(limit.rawValue)"
        case .cut(let reason): "the connection was cut: \(reason)"
        case .badReply(let reason): "the server's answer makes no sense: \(reason)"
        case .tooLarge(let limit): "the server's answer is larger than \(limit) bytes"
        case .sourceFailed(let reason): "what was to be sent could not be read: \(reason)"
        case .changedMeanwhile: "the file was changed on the server during the download"
        case .system(let reason): "the system refused: \(reason)"
        }
    }
}
