import Foundation

/// How much the engine says on standard error.
public enum LogLevel: Int, Sendable, Comparable {
    case error, warning, info, debug

    public static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }
}

/// Where errors go that no caller waits for: to standard error, with their
/// cause. Quiet by default; `CAROUSEL_LOG=debug|info|warning|error` changes it.
struct Log: Sendable {
    let level: LogLevel

    static let shared = Log(level: levelFromEnvironment())

    func error(_ message: @autoclosure () -> String) { write(.error, message) }
    func warning(_ message: @autoclosure () -> String) { write(.warning, message) }
    func info(_ message: @autoclosure () -> String) { write(.info, message) }

    private func write(_ level: LogLevel, _ message: () -> String) {
        guard level <= self.level else { return }
        FileHandle.standardError.write(Data("carousel: \(level): \(message())\n".utf8))
    }

    private static func levelFromEnvironment() -> LogLevel {
        switch ProcessInfo.processInfo.environment["CAROUSEL_LOG"] {
        case "debug": .debug
        case "info": .info
        case "error": .error
        default: .warning
        }
    }
}
