/// How a program ends, for scripts. The same in all our programs.
public enum ExitCode: Int32, Sendable, CaseIterable {
    /// All that was asked for is done.
    case succeeded = 0
    /// It could not be done, or not wholly; standard error says why.
    case failed = 1
    /// The command line makes no sense; nothing was done.
    case usage = 2
    /// The library cannot be opened: missing, not writable, damaged or
    /// written by a newer version.
    case libraryUnavailable = 3
    /// Stopped by the user (128 + SIGINT, as shells have it).
    case interrupted = 130

    /// One line of a help text.
    public var meaning: String {
        switch self {
        case .succeeded: "all is done"
        case .failed: "it could not be done; standard error says why"
        case .usage: "the command line makes no sense; nothing was done"
        case .libraryUnavailable: "the library cannot be opened"
        case .interrupted: "stopped by the user"
        }
    }
}
