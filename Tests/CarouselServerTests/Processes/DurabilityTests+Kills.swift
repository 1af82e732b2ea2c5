import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CarouselServer

/// A kill at every call in turn: what the disk holds just before it is copied,
/// and looked at as the next start would find it.
extension DurabilityTests {
    /// The states of a folder, one for each call that changes something.
    private final class Moments: Sendable {
        private let folder: String
        private let copies: String
        private let count = Mutex(0)

        init(of folder: String, in copies: String) {
            self.folder = folder
            self.copies = copies
        }

        /// Copies the folder as it is.
        func keep() {
            let number = count.withLock { count in
                count += 1
                return count
            }
            do {
                try FileManager.default.copyItem(atPath: folder, toPath: "\(copies)/\(number)")
            } catch {
                Issue.record("the folder could not be copied: \(error)")
            }
        }

        var paths: [String] { count.withLock { count in (1...count).map { "\(copies)/\($0)" } } }
    }

    private static func moments(
        of folder: String, in copies: TemporaryFolder, _ body: () async throws -> Void
    ) async throws -> [String] {
        let moments = Moments(of: folder, in: copies.path)
        _ = try await CallRecord.calls(below: folder) { line in
            if !line.hasPrefix("sync") { moments.keep() }
        } during: {
            try await body()
        }
        moments.keep()
        return moments.paths
    }

    /// Looks at a folder as a kill left it, lets a start tidy it up, and looks
    /// again. - Returns: the files in it.
    private static func checkStart(_ path: String) throws -> Int64 {
        let found = try IntegrityCheck(directory: path).run(hashing: true)
        #expect(found.findings == [], "\(path)")
        let directory = try DataDirectory.open(at: path)
        let folder = BlobFolder(path: path, space: .unlimited)
        try folder.prepare()
        let collector = Collector(directory: directory, folder: folder)
        let metadata = SQLiteMetadata(try directory.openFiles(forWriting: true))
        try collector.sweepSessions(metadata)
        while try collector.settle() {}
        for shelf in BlobFolder.shelves {
            // Programs that other tests start hold copies of all locks for the
            // moment until they run.
            let swept = try (0..<100_000).contains { _ in
                try collector.sweep(shelf: shelf, metadata)
            }
            #expect(swept, "\(shelf)")
        }
        while try collector.collect(metadata).hasMore {}
        let left = try IntegrityCheck(directory: path).run(hashing: true)
        #expect(left.findings == [] && left.orphans == 0 && left.files == found.files, "\(path)")
        #expect(try FileSystem.names(in: folder.folder(BlobFolder.recent)) == [])
        #expect(try FileSystem.names(in: path + "/incoming") == [])
        return left.files
    }

    private static func fill(_ server: ServerFixture) throws {
        for number in 0..<6 {
            #expect(try server.put("content \(number)", at: "/\(number)").status == 200)
        }
        // Of the same bytes as another, replaced, and deleted.
        #expect(try server.put("content 0", at: "/same").status == 200)
        #expect(try server.put("other", at: "/1").status == 200)
        for path in ["/0", "/2", "/3"] {
            #expect(try server.rpc("files/delete_v2", #"{"path":"\#(path)"}"#).status == 200)
        }
    }

    @Test func aKillAtAnyCallOfSettlingAndCollectionLosesNothing() async throws {
        try await ServerFixture.run { settings, _ in
            settings.rules.retention = -1
        } _: { server in
            try Self.fill(server)
            let copies = try TemporaryFolder("moments")
            let moments = try await Self.moments(of: server.data, in: copies) {
                await server.server.tidy()
            }
            #expect(moments.count > 20)
            for path in moments { #expect(try Self.checkStart(path) == 4, "\(path)") }
            // Five contents came, and those of four files are left.
            let left = try BlobFolder.prefixes.flatMap { prefix in
                try FileSystem.names(in: "\(server.data)/blobs/\(prefix)")
            }
            #expect(left.count == 4)
        }
    }

    @Test func aKillAtAnyCallOfABackupLeavesAWholeOne() async throws {
        try await ServerFixture.run { server in
            try Self.fill(server)
            let target = server.folder.path + "/backup"
            let copies = try TemporaryFolder("backups")
            try FileSystem.makeFolder(target)
            let first = try await Self.moments(of: target, in: copies) {
                let report = try Backup(of: server.data, to: target).run()
                #expect(report.damaged == [])
            }
            for path in first {
                // What is no backup yet says so, and becomes one.
                if let directory = try? DataDirectory.open(at: path) {
                    #expect(directory.path == path)
                    #expect(try Self.checkStart(path) == 4, "\(path)")
                }
            }
            try server.put("content 6", at: "/6")
            let later = try TemporaryFolder("backups")
            let second = try await Self.moments(of: target, in: later) {
                let report = try Backup(of: server.data, to: target).run()
                #expect(report.copied == 1)
            }
            let files = try second.map { path in try Self.checkStart(path) }
            #expect(files.first == 4 && files.last == 5)
            #expect(files.allSatisfy { [4, 5].contains($0) } && files == files.sorted())
            // Each can be gone on with.
            for path in [first[first.count / 2], second[second.count / 2]] {
                _ = try Backup(of: server.data, to: path).run()
                #expect(try Self.checkStart(path) == 5)
            }
        }
    }
}
