import Foundation
import Synchronization

/// Runs a program, mostly one of the package's own, as a user would: as a
/// process.
public struct Program: Sendable {
    public struct Outcome: Sendable {
        public let status: Int32
        public let output: [UInt8]
        public let errors: String

        public var text: String { String(decoding: output, as: UTF8.self) }
        public var lines: [String] {
            text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        }
    }

    public let executable: String

    /// The program of that name, built beside the running tests.
    public init(_ name: String) {
        executable = Self.folder + "/" + name
    }

    /// Any other program, by its path.
    public init(executable: String) {
        self.executable = executable
    }

    /// The folder in which the package's programs are built.
    public static let folder: String = {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return (own ?? CommandLine.arguments[0]).split(separator: "/").dropLast()
            .reduce("") { $0 + "/" + $1 }
    }()

    public var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: executable) }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - environment: added to the tests' own.
    ///   - input: a few lines that it reads from standard input.
    public func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil,
        input: String = ""
    ) throws -> Outcome {
        let lines = Pipe()
        try lines.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try lines.fileHandleForWriting.close()
        let process = try start(
            arguments, environment: environment, in: folder, input: lines, output: Pipe(),
            errors: Pipe())
        let output = Self.readInBackground(process.standardOutput)
        let errors = Self.readInBackground(process.standardError)
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: output(),
            errors: String(decoding: errors(), as: UTF8.self))
    }

    /// Runs the program to its end on a thread of its own: while one of the
    /// few threads that all tests share waits for minutes, none of the others
    /// keeps its time limits.
    public func runAside(_ arguments: [String]) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try run(arguments) })
            }
        }
    }

    /// Starts the program; the caller ends it.
    public func start(
        _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil,
        input: Pipe? = nil, output: Pipe? = nil, errors: Pipe? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = errors ?? FileHandle.nullDevice
        try Self.withoutBlockedSignals { try process.run() }
        return process
    }

    /// A child inherits the signals that are blocked in the thread that makes
    /// it, and dispatch blocks most in its threads: nothing but SIGKILL would
    /// end such a child.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        sigemptyset(&none)
        var former = sigset_t()
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try body()
    }

    /// Reads a pipe on a thread of its own, or a program that writes much
    /// would wait for us for ever.
    private static func readInBackground(_ pipe: Any?) -> () -> [UInt8] {
        guard let handle = (pipe as? Pipe)?.fileHandleForReading else { return { [] } }
        let shared = Shared()
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let bytes = Array(handle.readDataToEndOfFile())
            shared.value.withLock { $0 = bytes }
            done.signal()
        }
        return {
            done.wait()
            return shared.value.withLock { $0 }
        }
    }

    private final class Shared: Sendable {
        let value = Mutex<[UInt8]>([])
    }
}
