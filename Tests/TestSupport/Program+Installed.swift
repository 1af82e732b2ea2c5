import Foundation

extension Program {
    /// A program of the system, found as a shell finds it; nil when it is not
    /// installed.
    public init?(installed name: String) {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let path = folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let path else { return nil }
        executable = path
    }
}
