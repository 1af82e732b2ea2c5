/// Why a body could not be read to its end.
public enum RequestBodyError: Error, Sendable, Equatable {
    /// More bytes than allowed. Answers 413.
    case tooLarge(limit: Int64)
    /// The chunks were not well-formed; with the reason. Answers 400.
    case malformed(String)
    /// The client sent slower than `ServerLimits.minimumBodyRate`. Answers
    /// 408.
    case tooSlow
    /// The client has gone; no answer can reach it.
    case disconnected
    /// The handler's task was cancelled.
    case cancelled
}
