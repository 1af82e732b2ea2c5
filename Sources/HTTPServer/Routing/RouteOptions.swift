/// What a route needs beside its handler.
public struct RouteOptions: Sendable {
    /// The largest body taken, in bytes; more answers 413 before it is read.
    public var bodyLimit: Int64
    /// Where the handler runs.
    public var execution: RouteExecution

    public init(bodyLimit: Int64 = 1 << 20, execution: RouteExecution = .eventLoop) {
        self.bodyLimit = bodyLimit
        self.execution = execution
    }

    /// A body of at most 1 MB, on the event loop.
    public static let standard = RouteOptions()
}

/// Where a handler runs between its suspensions.
public enum RouteExecution: Sendable {
    /// On the thread of its connection's loop: the fastest for short answers.
    /// It must not block for more than about a millisecond, since other
    /// connections wait meanwhile.
    case eventLoop
    /// On Swift's shared threads: for hashing, long reads, long loops.
    case concurrent
}
