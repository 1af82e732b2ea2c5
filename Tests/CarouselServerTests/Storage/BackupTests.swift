import DropboxAPI
import Foundation
import Photos
import TestSupport
import Testing

@testable import CarouselServer

/// What a backup leaves behind, also when it breaks off.
@Suite struct BackupTests {
    private static func findings(_ path: String) throws -> [String] {
        try IntegrityCheck(directory: path).run(hashing: true).findings.map(\.description)
    }

    private static func blob(_ answer: RawAnswer, in folder: String) throws -> String {
        let hash = try #require(answer.object["content_hash"] as? String)
        return "\(folder)/blobs/\(hash.prefix(2))/\(hash)"
    }

    @Test func oneThatBreaksOffLeavesTheOneBefore() async throws {
        try await ServerFixture.run { server in
            try server.put("old", at: "/old")
            let copy = server.folder.path + "/backup"
            _ = try Backup(of: server.data, to: copy).run()
            // A folder stands where the copy of the new blob is to be.
            let blocked = try Self.blob(try server.put("new", at: "/new"), in: copy)
            try FileManager.default.createDirectory(
                atPath: blocked, withIntermediateDirectories: false)
            #expect(throws: ServerError.self) { try Backup(of: server.data, to: copy).run() }
            #expect(try ServerFolder.usage(of: copy).map(\.files) == [1])
            try FileManager.default.removeItem(atPath: blocked)
            #expect(try Self.findings(copy) == [])
            #expect(try Backup(of: server.data, to: copy).run().copied == 1)
            #expect(try ServerFolder.usage(of: copy).map(\.files) == [2])
            #expect(try Self.findings(copy) == [])
        }
    }

    @Test func theFirstCanBeTakenUpAgain() async throws {
        try await ServerFixture.run { server in
            let copy = server.folder.path + "/backup"
            let blocked = try Self.blob(try server.put("new", at: "/new"), in: copy)
            try FileManager.default.createDirectory(
                atPath: copy, withIntermediateDirectories: false)
            try Data().write(to: URL(fileURLWithPath: copy + "/RESTORED"))
            try FileManager.default.createDirectory(
                atPath: blocked, withIntermediateDirectories: true)
            #expect(throws: ServerError.self) { try Backup(of: server.data, to: copy).run() }
            // It is not taken for a server's folder meanwhile.
            #expect(throws: ServerError.self) { try ServerFolder.usage(of: copy) }
            try FileManager.default.removeItem(atPath: blocked)
            _ = try Backup(of: server.data, to: copy).run()
            #expect(try Self.findings(copy) == [])
        }
    }

    @Test func aCopyThatRottedIsCopiedAnew() async throws {
        try await ServerFixture.run { server in
            let copy = server.folder.path + "/backup"
            let path = try Self.blob(try server.put("whole", at: "/a"), in: copy)
            _ = try Backup(of: server.data, to: copy).run()
            try Data("WHOLE".utf8).write(to: URL(fileURLWithPath: path))
            #expect(try Backup(of: server.data, to: copy).run().copied == 1)
            #expect(try Self.findings(copy) == [])
        }
    }

    @Test func aServersOwnFolderIsNoTarget() async throws {
        try await ServerFixture.run { server in
            let other = server.folder.path + "/other"
            try ServerFolder.create(at: other)
            #expect(throws: ServerError.self) { try Backup(of: server.data, to: other).run() }
            #expect(throws: ServerError.self) { try Backup(of: server.data, to: server.data).run() }
        }
    }
}
