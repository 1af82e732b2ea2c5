import Foundation
import TestSupport
import Testing

/// The program as the person who runs a server uses it.
@Suite struct CommandTests {
    private let program = Program("carousel-server")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("commands")
    }

    private var data: String { folder.path + "/data" }

    private func run(_ words: String..., input: String = "") throws -> Program.Outcome {
        try program.run(words, environment: ["CAROUSEL_SERVER_DATA": data], input: input)
    }

    /// What was printed, one object a line.
    private func objects(_ outcome: Program.Outcome) throws -> [[String: Any]] {
        try outcome.lines.map { line in
            try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
    }

    private func makeServer() throws {
        #expect(try run("init", data).status == 0)
        let added = try run("user", "add", "ada", "--quota", "1M", input: "correct horse\n")
        #expect(added.status == 0, "\(added.errors)")
    }

    @Test func usersAreAddedListedChangedAndRemoved() throws {
        try makeServer()
        #expect(try run("init", data).errors.contains("is a server's folder already"))
        for name in try FileManager.default.contentsOfDirectory(atPath: data) {
            let facts = try FileManager.default.attributesOfItem(atPath: data + "/" + name)
            let mode = try #require(facts[.posixPermissions] as? Int)
            #expect(mode & 0o077 == 0, "others may look into \(name)")
        }
        let again = try run("user", "add", "ADA", input: "correct horse\n")
        #expect(again.status == 1 && !again.errors.isEmpty)
        #expect(try run("user", "add", "bob", input: "").status == 1)
        #expect(try run("user", "add", "bob", input: "short\n").status == 1)
        #expect(
            try run("user", "add", "bob", "--name", "Bob B", input: "battery staple\n").status == 0)
        #expect(try run("user", "quota", "bob", "2G").status == 0)
        #expect(try run("user", "quota", "bob", "much").status == 2)
        let users = try objects(run("user", "list", "--json"))
        #expect(users.compactMap { $0["login"] as? String } == ["ada", "bob"])
        #expect(users.compactMap { $0["quota"] as? Int } == [1 << 20, 2 << 30])
        #expect(try run("user", "passwd", "bob", input: "another staple\n").status == 0)
        #expect(try run("user", "passwd", "eve", input: "another staple\n").status == 1)
        #expect(try run("user", "remove", "bob", input: "n\n").status == 1)
        #expect(try run("user", "remove", "bob", "--yes").status == 0)
        #expect(try objects(run("user", "list", "--json")).count == 1)
    }

    @Test func aTokenOpensAServerAndTheFiguresFollow() throws {
        try makeServer()
        #expect(try run("token", "eve").status == 1)
        #expect(try run("token", "ada", "--scopes", "all.of.it").status == 1)
        let token = try #require(run("token", "ada").lines.first)
        let output = Pipe()
        let server = try program.start(
            ["serve", "--data", data, "--listen", "127.0.0.1:0"], output: output)
        defer { server.terminate() }
        let line = String(
            decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let port = try #require(
            UInt16(line.split(separator: "\n")[0].split(separator: ":").last ?? ""))
        func upload(_ size: Int, to path: String) throws -> RawAnswer {
            try RawClient(port: port).call(
                "POST", "/2/files/upload",
                [
                    ("Authorization", "Bearer " + token),
                    ("Dropbox-API-Arg", #"{"path":"\#(path)"}"#),
                    ("Content-Type", "application/octet-stream"),
                ], [UInt8](repeating: 1, count: size))
        }
        #expect(try upload(700_000, to: "/a").status == 200)
        #expect(try upload(700_001, to: "/b").summary == "path/insufficient_space/..")

        // While it runs: figures, a backup, the integrity of both.
        let stats = try objects(run("stats", "--json"))
        #expect(stats.count == 1 && stats[0]["files"] as? Int == 1)
        #expect(stats[0]["bytes"] as? Int == 700_000 && stats[0]["quota"] as? Int == 1 << 20)
        #expect(try run("stats").text.contains("ada  1 files"))
        let copy = folder.path + "/copy"
        let backup = try run("backup", copy, "--json")
        #expect(backup.status == 0, "\(backup.errors)")
        #expect(try objects(backup)[0]["copied_bytes"] as? Int == 700_001 + 700_000)
        for place in [data, copy] {
            let check = try program.run(["check", "--data", place, "--json"])
            #expect(check.status == 0)
            #expect(try objects(check).last?["findings"] as? Int == 0)
        }
        #expect(try run("serve", "--listen", "127.0.0.1:0").errors.contains("another"))
        let metrics = try RawClient(port: port).call("GET", "/metrics")
        #expect(metrics.text.contains("carousel_parked_polls 0\n"))
        #expect(try RawClient(port: port).call("GET", "/health").text == "ok\n")
        server.terminate()
        server.waitUntilExit()
        #expect(server.terminationStatus == 0)
    }

    @Test func damageIsFoundAndTold() throws {
        try makeServer()
        #expect(try run("check").status == 0)
        #expect(try run("check").text.contains("all is well"))
        try FileManager.default.removeItem(atPath: data + "/files.db")
        try Data("no database".utf8).write(to: URL(fileURLWithPath: data + "/files.db"))
        let check = try run("check")
        #expect(check.status == 1 && check.errors.contains("damaged"), "\(check.errors)")
    }

    @Test(arguments: [
        (["serve", "--listen", "0.0.0.0:0"], "nothing would be encrypted"),
        (["serve", "--listen", "here"], "is no address"),
        (["serve", "--tls-cert", "x.pem"], "together"),
        (["serve", "--tls-cert", "x", "--tls-key", "y", "--self-signed"], "together"),
        (["serve", "--tls-cert", "/no/x", "--tls-key", "/no/y"], "/no/x"),
        (["serve", "--trust-proxy", "me", "--listen", "127.0.0.1:0"], "no address of a proxy"),
        (["serve", "--faults", "nonsense:5"], "no plan of faults"),
    ])
    func whatIsUnsafeOrMakesNoSenseIsNotServed(words: [String], reason: String) throws {
        try makeServer()
        let outcome = try program.run(words + ["--data", data])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test func aFolderThatIsNoServersIsRefusedByEveryCommand() throws {
        for words in [["serve"], ["check"], ["stats"], ["user", "list"], ["backup", "/tmp/none"]] {
            let outcome = try program.run(words + ["--data", folder.path + "/none"])
            #expect(outcome.status == 1 && outcome.errors.contains("carousel-server init"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
        #expect(try program.run(["sevre"]).status == 2)
    }

    @Test func theCertificateIsMadeOnceAndTold() throws {
        try makeServer()
        var told: [String] = []
        for _ in 0..<2 {
            let output = Pipe()
            let server = try program.start(
                ["serve", "--data", data, "--listen", "0.0.0.0:0", "--self-signed"],
                output: output)
            var text = ""
            while !text.contains("Certificate ") || !text.hasSuffix("\n") {
                let piece = output.fileHandleForReading.availableData
                guard !piece.isEmpty else { break }
                text += String(decoding: piece, as: UTF8.self)
            }
            #expect(text.hasPrefix("Listening at https://0.0.0.0:"), "\(text)")
            told.append(text.split(separator: "\n").last.map(String.init) ?? "")
            server.terminate()
            server.waitUntilExit()
        }
        #expect(told[0] == told[1] && told[0].hasPrefix("Certificate "))
    }
}
