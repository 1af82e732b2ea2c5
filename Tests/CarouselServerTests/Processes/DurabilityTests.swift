import DropboxAPI
import Foundation
import Photos
import SQLite
import TestSupport
import Testing

@testable import CarouselServer

/// What must have reached the disk before what else happens, and what a kill
/// leaves at each call: seen from the calls that are made.
@Suite(.serialized, .enabled(if: CallRecord.isPossible))
struct DurabilityTests {
    /// A row is durable, and then told.
    private static let commit = ["write files.db-wal", "sync files.db-wal"]

    private static func calls(
        of server: ServerFixture, during body: () async throws -> Void
    ) async throws -> [String] {
        try await CallRecord.calls(below: server.data, port: server.port, during: body)
    }

    private static func succeeds(_ answer: RawAnswer) {
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// What was written and not synced; no file of shared memory has to be.
    private static func unsynced(_ calls: ArraySlice<String>) -> Set<Substring> {
        var names: Set<Substring> = []
        for words in calls.map({ $0.split(separator: " ") }) where words.count > 1 {
            if words[0] == "write" { names.insert(words[1]) }
            if ["sync", "unlink"].contains(words[0]) { names.remove(words[1]) }
        }
        return names.filter { !$0.hasSuffix("-shm") }
    }

    /// Runs a test on a server whose log has begun.
    private static func run(
        _ body: @Sendable (ServerFixture) async throws -> Void
    ) async throws {
        try await ServerFixture.run { settings, _ in
            settings.rules.retention = -1
        } _: { server in
            #expect(try server.put("first", at: "/first").status == 200)
            try await body(server)
        }
    }

    @Test func everyCommitWaitsForTheDisk() throws {
        let folder = try TemporaryFolder("full")
        let directory = try DataDirectory.create(at: folder.path + "/data")
        for connection in [
            try directory.openFiles(forWriting: true),
            try directory.openAccounts(forWriting: true),
        ] {
            #expect(try connection.integer("PRAGMA synchronous") == 2)
            #expect(try connection.text("PRAGMA journal_mode") == "wal")
        }
    }

    @Test func anUploadIsDurableBeforeItsAnswer() async throws {
        try await Self.run { server in
            let calls = try await Self.calls(of: server) {
                try Self.succeeds(server.put("bytes", at: "/a"))
            }
            #expect(
                calls == [
                    "write incoming/#", "sync incoming/#",
                    "rename incoming/# blobs/recent/#", "sync blobs/recent",
                ] + Self.commit + ["unlink incoming/#", "send"])
        }
    }

    @Test func aSessionIsDurableBeforeEachAnswer() async throws {
        try await Self.run { server in
            let start = try await Self.calls(of: server) {
                try Self.succeeds(server.upload("files/upload_session/start", "{}", [1]))
            }
            #expect(
                start == ["write sessions/#", "sync sessions/#", "sync sessions"] + Self.commit
                    + ["send"])
            let session = try #require(
                try server.upload("files/upload_session/start", "{}", [1, 2])
                    .object["session_id"] as? String)
            let append = try await Self.calls(of: server) {
                let cursor = #"{"session_id":"\#(session)","offset":2}"#
                try Self.succeeds(
                    server.upload(
                        "files/upload_session/append_v2", #"{"cursor":\#(cursor)}"#, [3]))
            }
            #expect(append == ["write sessions/#", "sync sessions/#"] + Self.commit + ["send"])
            let finish = try await Self.calls(of: server) {
                let cursor = #"{"session_id":"\#(session)","offset":3}"#
                try Self.succeeds(
                    server.upload(
                        "files/upload_session/finish",
                        #"{"cursor":\#(cursor),"commit":{"path":"/s"}}"#, [4]))
            }
            #expect(
                finish == [
                    // The last bytes; then the length, which may be shorter.
                    "write sessions/#", "sync sessions/#", "write sessions/#", "sync sessions/#",
                    "unlink incoming/#", "link sessions/# incoming/#",
                    "rename incoming/# blobs/recent/#", "unlink incoming/#", "sync blobs/recent",
                ] + Self.commit + ["unlink sessions/#", "send"])
        }
    }

    @Test func aSessionFileOfItsOwnIsDurableBeforeItIsWrittenTo() async throws {
        let folder = try TemporaryFolder("separate")
        let blobs = BlobFolder(path: folder.path, space: .unlimited)
        try blobs.prepare()
        let account = AccountNumber(1)
        let id = try #require(SessionID("session"))
        let path = blobs.session(id, of: account)
        try DurableFile(creating: path).write([1, 2, 3], at: 0)
        try FileSystem.link(path, to: folder.path + "/blob", between: folder.path + "/between")
        let calls = try await CallRecord.calls(below: folder.path) {
            try blobs.separate(session: id, of: account)
        }
        #expect(
            calls == [
                "write incoming/#", "sync incoming/#", "rename incoming/# sessions/#",
                "sync sessions",
            ])
    }

    @Test func blobsAreSettledBeforeTheyLeave() async throws {
        try await Self.run { server in
            let calls = try await Self.calls(of: server) { await server.server.tidy() }
            #expect(
                calls.filter { $0.contains("blobs") || $0.contains("incoming") } == [
                    "unlink incoming/#", "link blobs/recent/# incoming/#",
                    "rename incoming/# blobs/#/#", "unlink incoming/#", "sync blobs/#",
                    "unlink blobs/recent/#",
                ])
        }
    }

    @Test func rowsAreGoneBeforeTheirBytes() async throws {
        try await Self.run { server in
            #expect(try server.rpc("files/delete_v2", #"{"path":"/first"}"#).status == 200)
            let calls = try await Self.calls(of: server) { await server.server.tidy() }
            let bytes = try #require(calls.firstIndex(of: "unlink blobs/#/#"))
            let rows = try #require(calls.lastIndex(of: "sync files.db-wal"))
            let commits = calls[..<bytes]
            #expect(commits.last { $0.hasSuffix("files.db-wal") } == "sync files.db-wal")
            // And the note of what is to be removed goes last.
            #expect(bytes < rows)
        }
    }

    @Test func aTokenIsDurableBeforeItsAnswer() async throws {
        try await Self.run { server in
            let scopes = try #require(ScopeList(nil))
            let tokens = try server.book.issueToken(
                for: "ada", app: "app", scopes: scopes, lifetime: nil, withRefresh: true)
            let refresh = try #require(tokens.refresh)
            // The server's first change makes the log.
            try Self.succeeds(server.rpc("auth/token/revoke", "null", token: server.bob))
            let calls = try await Self.calls(of: server) {
                let form = "grant_type=refresh_token&client_id=app&refresh_token=\(refresh)"
                try Self.succeeds(
                    RawClient(port: server.port).call(
                        "POST", "/oauth2/token",
                        [("Content-Type", "application/x-www-form-urlencoded")],
                        Array(form.utf8)))
            }
            #expect(calls == ["write accounts.db-wal", "sync accounts.db-wal", "send"])
            let ended = try await Self.calls(of: server) {
                try Self.succeeds(server.rpc("auth/token/revoke", "null"))
            }
            #expect(ended == ["write accounts.db-wal", "sync accounts.db-wal", "send"])
        }
    }

    @Test func aSmallFileIsWholeWheneverItIsThere() async throws {
        let folder = try TemporaryFolder("small")
        let calls = try await CallRecord.calls(below: folder.path) {
            try FileSystem.write("text", to: folder.path + "/name")
        }
        #expect(calls == ["write name.new", "sync name.new", "rename name.new name", "sync ."])
    }

    @Test func aNewServerIsThereForGood() async throws {
        let folder = try TemporaryFolder("new")
        let data = folder.path + "/data"
        let calls = try await CallRecord.calls(below: data) {
            _ = try DataDirectory.create(at: data)
        }
        // What makes it a server's folder comes last.
        let version = try #require(calls.firstIndex(of: "rename VERSION.new VERSION"))
        #expect(calls[version + 1] == "sync .")
        #expect(Self.unsynced(calls[..<version]) == [])
        #expect(calls[..<version].contains("sync blobs"))
    }

    @Test func aRestoredServerForgetsThatItIsOneWhenItsEpochIsDurable() async throws {
        let folder = try TemporaryFolder("restored")
        let directory = try DataDirectory.create(at: folder.path + "/data")
        try FileSystem.write("restored\n", to: directory.path + "/RESTORED")
        let surroundings = Surroundings(
            secondsSince1970: { 0 }, randomBytes: { [UInt8](repeating: 7, count: $0) })
        let calls = try await CallRecord.calls(below: directory.path) {
            let store = try await FileStore(
                directory: directory, rules: ServerRules(), reserve: 0,
                surroundings: surroundings)
            await store.shutDown()
        }
        let removed = try #require(calls.firstIndex(of: "unlink RESTORED"))
        let log = calls[..<removed].last { $0.hasSuffix("files.db-wal") }
        #expect(log == "sync files.db-wal")
        #expect(calls[removed + 1] == "sync .")
    }

    @Test func aBackupIsDurableBeforeItTakesThePlaceOfTheOneBefore() async throws {
        try await Self.run { server in
            let target = server.folder.path + "/backup"
            _ = try Backup(of: server.data, to: target).run()
            try server.put("second", at: "/second")
            let calls = try await CallRecord.calls(below: target) {
                _ = try Backup(of: server.data, to: target).run()
            }
            func last(_ line: String) throws -> Int {
                try #require(calls.lastIndex(of: line), "\(line): \(calls)")
            }
            for name in ["files.db", "accounts.db"] {
                #expect(try last("sync \(name).new") < last("rename \(name).new \(name)"))
            }
            #expect(try last("sync incoming/#") < last("rename incoming/# blobs/#/#"))
            #expect(try last("rename incoming/# blobs/#/#") < last("sync blobs/#"))
            // Bytes before rows, users before their files.
            #expect(try last("sync blobs/#") < last("rename accounts.db.new accounts.db"))
            let users = try last("rename accounts.db.new accounts.db")
            let files = try last("rename files.db.new files.db")
            #expect(calls[users..<files].contains("sync ."))
            #expect(calls[files...].contains("sync ."))
        }
    }
}
