import Foundation
import Glibc
import TestSupport
import Testing

/// `carousel-server` as a process with one account, on a folder that outlives
/// it and a port that stays the same.
final class SyncServer {
    static let user = "ada"

    let folder: TemporaryFolder
    private let program = Program("carousel-server")
    private(set) var port: UInt16 = 0
    private var process: Process?
    private let faults: String?
    private let speaksTLS: Bool

    struct DidNotStart: Error {}

    /// Nothing on purpose, and what a bad day has.
    static let days: [String?] = [
        nil, "429:5,503:5,cut:5,reset:5,incorrect_offset:20,page:2",
    ]

    /// - Parameters:
    ///   - faults: a plan as `carousel-server serve --faults` takes it.
    ///   - speaksTLS: whether it shows a certificate, that of `authority`.
    init(faults: String? = nil, speaksTLS: Bool = false) throws {
        folder = try TemporaryFolder("syncserver")
        self.faults = faults
        self.speaksTLS = speaksTLS
        if speaksTLS { try interop("certificates", folder.path) }
        try run(["init", data])
        try setPassword("correct horse", with: ["user", "add", Self.user])
        try start()
    }

    deinit { stop() }

    private var data: String { folder.path + "/data" }
    var url: String { "http\(speaksTLS ? "s" : "")://127.0.0.1:\(port)" }
    /// Who stands for its certificate.
    var authority: String? { speaksTLS ? folder.path + "/ca.pem" : nil }
    var failsOnPurpose: Bool { faults != nil }
    /// A file with the account's password.
    var passwordFile: String { folder.path + "/password" }

    /// Another account, with the first one's password.
    func addAccount(_ user: String) throws {
        try setPassword("correct horse", with: ["user", "add", user])
    }

    @discardableResult
    private func run(_ arguments: [String], input: String = "") throws -> [String] {
        let outcome = try program.run(arguments, input: input)
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return outcome.lines
    }

    /// Uploads a folder by a program that nobody here wrote.
    func uploadByRclone(_ source: String, to target: String) throws {
        try interop("copy", folder.path, "\(port)", try token(), source, target)
    }

    /// A token as another program has it.
    func token() throws -> String {
        try #require(try run(["token", Self.user, "--app", "rclone", "--data", data]).first)
    }

    /// What is wrong with what it keeps, a line each.
    func check() throws -> [String] {
        try run(["check", "--json", "--data", data]).filter { $0.contains("\"finding\"") }
    }

    /// What the account holds.
    func usage() throws -> [String: Any] {
        let line = try #require(try run(["stats", "--json", "--data", data]).first)
        return try #require(
            JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// Bytes of all its files.
    func diskUse() throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: data).reduce(0) { sum, name in
            var status = Glibc.stat()
            // Files come and go while it works.
            guard lstat(data + "/" + name, &status) == 0 else { return sum }
            return sum + Int(status.st_blocks) * 512
        }
    }

    /// Bytes of memory that the process has now.
    func memory() throws -> Int {
        let process = try #require(process)
        let pages = try String(
            contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8)
        let resident = try #require(pages.split(separator: " ").dropFirst().first)
        return try #require(Int(resident)) * sysconf(Int32(_SC_PAGESIZE))
    }

    private func interop(_ arguments: String...) throws {
        let script = Self.scripts + "/interop/rclone_upload.py"
        let outcome = try #require(Program(installed: "python3")).run([script] + arguments)
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }

    private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../scripts").standardizedFileURL.path

    private func setPassword(_ password: String, with command: [String]) throws {
        try folder.write(Array((password + "\n").utf8), to: "password")
        try run(command + ["--data", data], input: password + "\n")
    }

    /// Ends all tokens of the account, as the user does who lost a device.
    func revokeTokens() throws {
        try setPassword("another horse", with: ["user", "passwd", Self.user])
    }

    /// - Parameter largestFile: bytes; beyond them the disk writes no file.
    func start(largestFile: Int? = nil) throws {
        let pipe = Pipe()
        var arguments = [
            "serve", "--data", data, "--listen", "127.0.0.1:\(port)", "--reserve-mb", "0",
        ]
        if let faults { arguments += ["--faults", faults] }
        if speaksTLS {
            arguments += [
                "--tls-cert", folder.path + "/leaf.pem", "--tls-key", folder.path + "/leaf.key",
            ]
        }
        if let largestFile {
            let bound = "ulimit -f \(largestFile / 1024); exec \"$0\" \"$@\""
            process = try Program(executable: "/bin/bash").start(
                ["-c", bound, program.executable] + arguments, output: pipe)
        } else {
            process = try program.start(arguments, output: pipe)
        }
        var line = ""
        while !line.contains("\n") {
            let piece = pipe.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw DidNotStart() }
            line += String(decoding: piece, as: UTF8.self)
        }
        let digits = line.split(separator: "\n")[0].split(separator: ":").last ?? ""
        port = try #require(UInt16(digits))
    }

    /// Ends it at any instruction.
    func kill() {
        guard let process else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    func stop() {
        guard let process else { return }
        process.terminate()
        process.waitUntilExit()
        self.process = nil
    }
}

/// A device: a library and a folder with photos of its own.
struct SyncDevice {
    let folder: TemporaryFolder
    private let carousel = Program("carousel")
    let environment: [String: String]

    /// - Parameter bus: how to find a session bus; none by default, so that
    ///   no keyring of the desktop is asked.
    init(
        _ name: String,
        environment bus: [String: String] = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
    ) throws {
        folder = try TemporaryFolder("device\(name)")
        environment = bus.merging(["XDG_DATA_HOME": folder.path + "/data"]) { $1 }
        try FileManager.default.createDirectory(
            atPath: photos, withIntermediateDirectories: true)
    }

    var photos: String { folder.path + "/photos" }
    var library: String { folder.path + "/library" }

    @discardableResult
    func run(_ arguments: String..., status: Int32? = 0) throws -> [String] {
        try run(arguments: arguments, status: status)
    }

    @discardableResult
    func run(arguments: [String], status: Int32? = 0) throws -> [String] {
        let outcome = try carousel.run(
            arguments + ["--library", library], environment: environment)
        if let status {
            #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        }
        return outcome.lines
    }

    func start(_ arguments: String...) throws -> Process {
        try carousel.start(arguments + ["--library", library], environment: environment)
    }

    /// Makes photos, the same for the same seed.
    func fill(_ count: Int, seed: Int) throws {
        let outcome = try carousel.run([
            "sample", photos + "/\(seed)", "--photos", "\(count)", "--seed", "\(seed)",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    func scan() throws { try run("scan", photos) }

    /// Tries to link the library.
    func linking(
        to server: SyncServer, as user: String = SyncServer.user
    ) throws -> Program.Outcome {
        let authority = server.authority.map { ["--certificate", $0] } ?? []
        return try carousel.run(
            [
                "link", server.url, "--user", user, "--password-file",
                server.passwordFile, "--library", library,
            ] + authority, environment: environment)
    }

    /// Links the library. Linking is asked for by a person, who tries again
    /// where the server fails on purpose.
    func link(to server: SyncServer, as user: String = SyncServer.user) throws {
        for attempt in 1...20 {
            let outcome = try linking(to: server, as: user)
            if outcome.status == 0 { return }
            guard server.failsOnPurpose, attempt < 20 else {
                Issue.record("not linked: \(outcome.errors)")
                return
            }
        }
    }

    /// Syncs until all is in step.
    func sync() throws { try run("sync") }

    func timeline(_ flags: String...) throws -> [[String: Any]] { try timeline(flags) }

    /// The contents in the timeline, newest first.
    func contents(_ flags: String...) throws -> [String] {
        try timeline(flags).compactMap { $0["content_hash"] as? String }
    }

    func timeline(_ flags: [String]) throws -> [[String: Any]] {
        let outcome = try carousel.run(
            ["timeline", "--json", "--library", library] + flags, environment: environment)
        return try outcome.lines.map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// The LUID of the photo with a content.
    func luid(of content: String, _ flags: String...) throws -> String {
        let photo = try timeline(flags).first { $0["content_hash"] as? String == content }
        return String(try #require(photo?["luid"] as? Int))
    }

    func status() throws -> [String: Any] {
        let line = try #require(try run("status", "--json").first)
        return try #require(
            JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: photos) {
            if let bytes = FileManager.default.contents(atPath: photos + "/" + name) {
                files[name] = Array(bytes)
            }
        }
        return files
    }
}
