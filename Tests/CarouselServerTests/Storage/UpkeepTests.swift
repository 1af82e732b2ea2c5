import DropboxAPI
import Foundation
import Photos
import TestSupport
import Testing

@testable import CarouselServer

/// Forgetting, collecting, checking, and coming back from a backup.
@Suite struct UpkeepTests {
    private static func blobs(_ server: ServerFixture) throws -> Int {
        try BlobFolder.shelves.reduce(0) { count, shelf in
            try count + FileSystem.names(in: "\(server.data)/blobs/\(shelf)").count
        }
    }

    private static func findings(_ path: String) throws -> [String] {
        try IntegrityCheck(directory: path).run(hashing: true).findings.map(\.description)
    }

    @Test func theTrashIsEmptiedAfterItsTimeAndSharedBytesStay() async throws {
        try await ServerFixture.run { server in
            try server.put("only here", at: "/a")
            try server.put("shared", at: "/b")
            try server.put("shared", at: "/mine", token: server.bob)
            _ = try server.rpc("files/delete_v2", #"{"path":"/a"}"#)
            _ = try server.rpc("files/delete_v2", #"{"path":"/b"}"#)
            await server.server.tidy()
            #expect(try Self.blobs(server) == 2)
            await server.passDays(31)
            await server.server.tidy()
            #expect(try Self.blobs(server) == 1)
            #expect(try Self.findings(server.data) == [])
            let other = try server.upload(
                "files/download", #"{"path":"/mine"}"#, token: server.bob)
            #expect(other.text == "shared")
        }
    }

    @Test func blobsWithoutARowAreSweptAndOthersStay() async throws {
        try await ServerFixture.run { server in
            try server.put("kept", at: "/a")
            let orphan = ContentHash.ofBlocks([SHA256Digest.hash(Array("orphan".utf8))])
            let path = "\(server.data)/blobs/\(orphan.hexadecimal.prefix(2))/\(orphan.hexadecimal)"
            try Data("orphan".utf8).write(to: URL(fileURLWithPath: path))
            #expect(try IntegrityCheck(directory: server.data).run(hashing: true).orphans == 1)
            await server.server.tidy()
            #expect(!FileSystem.exists(path))
            #expect(try Self.blobs(server) == 1 && Self.findings(server.data) == [])
        }
    }

    @Test func theSweepThatHadToWaitIsMadeUpFor() async throws {
        try await ServerFixture.run { server in
            try server.put("kept", at: "/a")
            let orphan = ContentHash.ofBlocks([SHA256Digest.hash(Array("orphan".utf8))])
            let path = "\(server.data)/blobs/\(orphan.hexadecimal.prefix(2))/\(orphan.hexadecimal)"
            try Data("orphan".utf8).write(to: URL(fileURLWithPath: path))
            let directory = try DataDirectory.open(at: server.data)
            var lock: FolderLock? = try directory.lockAgainstCollection()
            await server.server.tidy()
            withExtendedLifetime(lock) {}
            #expect(FileSystem.exists(path))
            lock = nil
            await server.server.tidy()
            #expect(!FileSystem.exists(path))
            #expect(try Self.blobs(server) == 1 && Self.findings(server.data) == [])
        }
    }

    @Test func recentBlobsSettleAndAreReadWhereverTheyAre() async throws {
        try await ServerFixture.run { server in
            for number in 0..<5 { try server.put("\(number)", at: "/\(number)") }
            let recent = "\(server.data)/blobs/recent"
            #expect(try FileSystem.names(in: recent).count == 5)
            #expect(try server.upload("files/download", #"{"path":"/3"}"#).text == "3")
            await server.server.tidy()
            #expect(try FileSystem.names(in: recent) == [] && Self.blobs(server) == 5)
            #expect(try server.upload("files/download", #"{"path":"/3"}"#).text == "3")
            // The same bytes again, and a crash that left them in both places.
            try server.put("3", at: "/again")
            #expect(try Self.blobs(server) == 6)
            #expect(try IntegrityCheck(directory: server.data).run(hashing: true).blobs == 5)
            #expect(try Self.findings(server.data) == [])
            await server.server.tidy()
            #expect(try Self.blobs(server) == 5)
        }
    }

    @Test func theCollectorWaitsForACheck() async throws {
        try await ServerFixture.run { server in
            try server.put("gone", at: "/a")
            _ = try server.rpc("files/delete_v2", #"{"path":"/a"}"#)
            await server.passDays(31)
            let directory = try DataDirectory.open(at: server.data)
            let lock = try directory.lockAgainstCollection()
            await server.server.tidy()
            #expect(try Self.blobs(server) == 1)
            withExtendedLifetime(lock) {}
        }
    }

    @Test func aClockThatGoesBackAndComesForwardEmptiesNoTrash() async throws {
        try await ServerFixture.run { server in
            let put = try server.put("kept", at: "/a")
            let revision = try #require(put.object["rev"] as? String)
            server.pass(seconds: -40 * 86_400)
            await server.server.tidy()
            _ = try server.rpc("files/delete_v2", #"{"path":"/a"}"#)
            server.pass(seconds: 40 * 86_400)
            await server.passDays(1)
            await server.server.tidy()
            let restored = try server.rpc(
                "files/restore", #"{"path":"/a","rev":"\#(revision)"}"#)
            #expect(restored.status == 200, "\(restored.text)")
        }
    }

    @Test func aClockThatGoesForwardForAMomentEmptiesNoTrash() async throws {
        try await ServerFixture.run { server in
            try server.put("kept", at: "/a")
            _ = try server.rpc("files/delete_v2", #"{"path":"/a"}"#)
            server.pass(seconds: 40 * 86_400)
            await server.server.tidy()
            server.pass(seconds: 60)
            await server.server.tidy()
            server.pass(seconds: -40 * 86_400)
            await server.server.tidy()
            #expect(try Self.blobs(server) == 1)
            // The same again, and it stays.
            await server.passDays(40)
            await server.server.tidy()
            #expect(try Self.blobs(server) == 0)
        }
    }

    @Test func aDamagedBlobIsMendedByItsNextUpload() async throws {
        try await ServerFixture.run { server in
            let put = try server.put("whole", at: "/a")
            let hash = try #require(put.object["content_hash"] as? String)
            await server.server.tidy()
            let path = "\(server.data)/blobs/\(hash.prefix(2))/\(hash)"
            try Data("WHOLE".utf8).write(to: URL(fileURLWithPath: path))
            try server.put("whole", at: "/b")
            #expect(try server.upload("files/download", #"{"path":"/a"}"#).text == "whole")
            await server.server.tidy()
            #expect(try Self.findings(server.data) == [])
        }
    }

    @Test func aRemovedUsersFilesGo() async throws {
        try await ServerFixture.run { server in
            for number in 0..<20 { try server.put("\(number)", at: "/\(number)") }
            _ = try server.rpc("files/delete_v2", #"{"path":"/3"}"#)
            _ = try server.upload("files/upload_session/start", #"{"close":true}"#, [1])
            try server.put("stays", at: "/a", token: server.bob)
            try server.book.removeUser("ada")
            #expect(try server.rpc("check/user", "{}").status == 401)
            await server.server.tidy()
            #expect(try ServerFolder.usage(of: server.data).map(\.files) == [1])
            #expect(try Self.blobs(server) == 1 && Self.findings(server.data) == [])
            #expect(try FileSystem.names(in: server.data + "/sessions") == [])
        }
    }

    @Test func theCheckFindsEveryKindOfDamage() async throws {
        try await ServerFixture.run { server in
            let hashes = try ["lost", "changed", "cut short", "whole"].map { text in
                try #require(try server.put(text, at: "/\(text)").object["content_hash"] as? String)
            }
            #expect(try Self.findings(server.data) == [])
            await server.server.tidy()
            func path(_ hash: String) -> URL {
                URL(fileURLWithPath: "\(server.data)/blobs/\(hash.prefix(2))/\(hash)")
            }
            try FileManager.default.removeItem(at: path(hashes[0]))
            try Data("CHANGED".utf8).write(to: path(hashes[1]))
            try Data("cut".utf8).write(to: path(hashes[2]))
            let directory = try DataDirectory.open(at: server.data)
            let connection = try directory.openFiles(forWriting: true)
            try connection.execute("UPDATE accounts SET used = used + 1 WHERE account = 1")
            try connection.execute("UPDATE entries SET key = '/no/such' WHERE key = '/whole'")
            let findings = try Self.findings(server.data).joined(separator: "\n")
            for words in [
                "\(hashes[0]): is missing", "\(hashes[1]): its bytes are others",
                "\(hashes[2]): has 3 bytes instead of 9", "a sum of bytes that is wrong",
                "/no/such: stands in no folder",
            ] { #expect(findings.contains(words), "\(words)") }
            let missing = try server.upload("files/download", #"{"path":"/lost"}"#)
            #expect(missing.status == 500)
        }
    }

    @Test func aBackupOfARunningServerIsWholeAndCursorsOfTheLostTimeReset() async throws {
        try await ServerFixture.run { server in
            for number in 0..<30 { try server.put("\(number)", at: "/\(number)") }
            let copy = server.folder.path + "/backup"
            let first = try Backup(of: server.data, to: copy).run()
            #expect(first.copied == 30 && first.damaged == [])
            try server.put("new", at: "/new")
            let second = try Backup(of: server.data, to: copy).run()
            #expect(second.blobs == 31 && second.copied == 1)
            #expect(try Self.findings(copy) == [])
            let latest = try server.rpc("files/list_folder/get_latest_cursor", #"{"path":""}"#)
            let cursor = try #require(latest.object["cursor"] as? String)
            try server.put("lost", at: "/lost")

            let surroundings = Surroundings(
                secondsSince1970: { 1_700_000_100 },
                randomBytes: { count in
                    var random = SystemRandomNumberGenerator()
                    return (0..<count).map { _ in random.next() }
                })
            let restored = try await CarouselServer(
                directory: copy,
                settings: ServerSettings(listen: ["127.0.0.1:0"], encryption: .none),
                surroundings: surroundings, log: try Log(to: -1, surroundings: surroundings))
            try await restored.start()
            let port = try #require(
                restored.addresses.first?.split(separator: ":").last.flatMap { UInt16($0) })
            func call(_ route: String, _ argument: String) throws -> RawAnswer {
                try RawClient(port: port).call(
                    "POST", "/2/" + route,
                    [
                        ("Authorization", "Bearer " + server.ada),
                        ("Content-Type", "application/json"),
                    ], Array(argument.utf8))
            }
            let stale = try call("files/list_folder/continue", #"{"cursor":"\#(cursor)"}"#)
            #expect(stale.summary == "reset/..")
            let page = try call("files/list_folder", #"{"path":""}"#)
            #expect((page.object["entries"] as? [Any])?.count == 31)
            await restored.shutDown(within: .seconds(5))
        }
    }

    @Test func oneServerAtATimeHasTheFolder() async throws {
        try await ServerFixture.run { server in
            let surroundings = Surroundings(secondsSince1970: { 0 }, randomBytes: { _ in [] })
            await #expect(throws: ServerError.self) {
                try await CarouselServer(
                    directory: server.data,
                    settings: ServerSettings(listen: ["127.0.0.1:0"], encryption: .none),
                    surroundings: surroundings, log: try Log(to: -1, surroundings: surroundings))
            }
        }
        let folder = try TemporaryFolder("none")
        #expect(throws: ServerError.self) { try IntegrityCheck(directory: folder.path) }
        try folder.write(Array("2\n".utf8), to: "newer/VERSION")
        #expect(throws: ServerError.self) {
            try IntegrityCheck(directory: folder.path + "/newer")
        }
        #expect(throws: ServerError.self) { try ServerFolder.create(at: folder.path + "/newer") }
    }
}
