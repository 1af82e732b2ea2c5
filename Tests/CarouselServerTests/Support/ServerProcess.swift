import DropboxAPI
import Foundation
import TestSupport
import Testing

@testable import CarouselServer

/// `carousel-server serve` as a process, on a folder that outlives it.
final class ServerProcess {
    let folder: TemporaryFolder
    let book: AccountBook
    private(set) var token = ""
    private(set) var port: UInt16 = 0
    private var process: Process?

    init() throws {
        folder = try TemporaryFolder("process")
        try ServerFolder.create(at: folder.path + "/data")
        book = try AccountBook(
            directory: folder.path + "/data",
            surroundings: Surroundings(
                secondsSince1970: { 1_700_000_000 },
                randomBytes: { count in
                    var random = SystemRandomNumberGenerator()
                    return (0..<count).map { _ in random.next() }
                }))
        token = try addUser("ada")
    }

    deinit { process?.terminate() }

    var data: String { folder.path + "/data" }

    /// Starts the server and returns when it listens.
    /// - Parameter limit: the largest file it may write, in blocks of 1 KB.
    /// - Parameter decoder: nil for the one that was built.
    func start(limit: Int? = nil, decoder: String? = nil) throws {
        let pipe = Pipe()
        let executable = Program("carousel-server").executable
        let bound =
            (limit.map { "ulimit -f \($0); " } ?? "")
            + (decoder.map { "export CAROUSEL_DECODER=\($0); " } ?? "")
        process = try Program(executable: "/bin/bash").start(
            [
                "-c",
                bound + "exec \(executable) serve --data \(data) "
                    + "--listen 127.0.0.1:0 --reserve-mb 0",
            ], environment: Self.environment, output: pipe)
        var line = ""
        while !line.contains("\n") {
            let piece = pipe.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw RawClient.Broken() }
            line += String(decoding: piece, as: UTF8.self)
        }
        let digits = line.split(separator: "\n")[0].split(separator: ":").last ?? ""
        port = try #require(UInt16(digits))
    }

    /// ThreadSanitizer does not see the order that a contended Mutex keeps in
    /// a program that nothing shows it to, as `CLockOrder` does in the tests:
    /// races are looked for there, and not in the exit code of this process.
    private static let environment = [
        "TSAN_OPTIONS": [ProcessInfo.processInfo.environment["TSAN_OPTIONS"], "exitcode=0"]
            .compactMap { $0 }.joined(separator: ":")
    ]

    /// Ends it at any instruction.
    func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// Starts a backup beside it; the caller ends it.
    func startBackup(to target: String) throws -> Process {
        try Program("carousel-server").start(["backup", target, "--data", data])
    }

    /// Adds a user. - Returns: a token of theirs.
    func addUser(_ login: String) throws -> String {
        try book.addUser(
            login: login, displayName: nil, password: "correct horse", quota: 1 << 40)
        return try book.issueToken(
            for: login, app: "test", scopes: #require(ScopeList(nil)), lifetime: nil,
            withRefresh: false
        ).access
    }

    /// Asks it to end. - Returns: its exit code.
    @discardableResult
    func stop() -> Int32 {
        guard let process else { return -1 }
        process.terminate()
        process.waitUntilExit()
        self.process = nil
        return process.terminationStatus
    }

    func rpc(_ route: String, _ argument: String) throws -> RawAnswer {
        try RawClient(port: port).call(
            "POST", "/2/" + route,
            [("Authorization", "Bearer " + token), ("Content-Type", "application/json")],
            Array(argument.utf8))
    }

    func upload(
        _ route: String, _ argument: String, _ body: [UInt8], token: String? = nil
    ) throws -> RawAnswer {
        try RawClient(port: port).call(
            "POST", "/2/" + route,
            [
                ("Authorization", "Bearer " + (token ?? self.token)), ("Dropbox-API-Arg", argument),
                ("Content-Type", "application/octet-stream"),
            ], body)
    }

    /// Every file that the server lists, with its content hash.
    func files() throws -> [String: String] {
        var files: [String: String] = [:]
        var page = try rpc("files/list_folder", #"{"path":"","recursive":true}"#)
        while true {
            for entry in page.object["entries"] as? [[String: Any]] ?? [] {
                guard let path = entry["path_display"] as? String,
                    let hash = entry["content_hash"] as? String
                else { continue }
                files[path] = hash
            }
            guard page.object["has_more"] as? Bool == true else { return files }
            let cursor = try #require(page.object["cursor"] as? String)
            page = try rpc("files/list_folder/continue", #"{"cursor":"\#(cursor)"}"#)
        }
    }
}
