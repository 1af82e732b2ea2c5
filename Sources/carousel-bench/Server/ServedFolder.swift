import CarouselServer
import Foundation
import Glibc

/// `carousel-server` as a child, on a new folder with one user.
final class ServedFolder {
    let data: String
    let token: String
    private(set) var port: UInt16 = 0
    private var child: Process?

    /// Makes a folder; `start` serves it.
    init(in folder: String) throws {
        data = folder + "/" + UUID().uuidString
        try ServerFolder.create(at: data)
        let book = try AccountBook(
            directory: data,
            surroundings: Surroundings(
                secondsSince1970: { Int64(Date().timeIntervalSince1970) },
                randomBytes: { count in
                    var random = SystemRandomNumberGenerator()
                    return (0..<count).map { _ in random.next() }
                }))
        try book.addUser(
            login: "bench", displayName: nil, password: "benchmark", quota: 1 << 50)
        guard let all = ScopeList(nil) else { throw BenchmarkError("there are no scopes") }
        token = try book.issueToken(
            for: "bench", app: "bench", scopes: all, lifetime: nil, withRefresh: false
        ).access
    }

    deinit { stop() }

    /// - Parameters:
    ///   - more: arguments of the program.
    ///   - decoder: where the server looks for `carousel-decoder`; nil for its
    ///     own.
    func start(
        encrypted: Bool = false, more: [String] = [], decoder: String? = nil
    ) throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(fileURLWithPath: own).deletingLastPathComponent()
            .appendingPathComponent("carousel-server")
        let child = Process()
        child.executableURL = program
        child.arguments =
            ["serve", "--data", data, "--listen", "127.0.0.1:0"]
            + (encrypted ? ["--self-signed"] : []) + more
        if let decoder {
            child.environment = ProcessInfo.processInfo.environment
                .merging(["CAROUSEL_DECODER": decoder]) { $1 }
        }
        let output = Pipe()
        child.standardOutput = output
        child.standardError = FileHandle.nullDevice
        do { try child.run() } catch {
            throw BenchmarkError(
                "carousel-server is not beside this program: swift build --product carousel-server")
        }
        self.child = child
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let byte = output.fileHandleForReading.readData(ofLength: 1)
            guard !byte.isEmpty else { throw BenchmarkError("carousel-server does not start") }
            line += byte
        }
        let digits = String(decoding: line.dropLast(), as: UTF8.self).split(separator: ":").last
        guard let port = digits.flatMap({ UInt16($0) }) else {
            throw BenchmarkError("carousel-server names no port")
        }
        self.port = port
    }

    var process: Int32 { child?.processIdentifier ?? 0 }
    var memory: ProcessMemory { ProcessMemory(process) }

    func processorMilliseconds() throws -> Double {
        try ProcessorTime.milliseconds(of: [process])
    }

    func client() throws -> WireClient { try WireClient(port: port, token: token) }

    func stop() {
        child?.terminate()
        child?.waitUntilExit()
        child = nil
    }
}
