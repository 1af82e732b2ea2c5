import Foundation
import TestSupport
import Testing

@testable import CarouselServer

/// What readers hold on to while others commit.
@Suite struct ReadersTests {
    /// Some eighty pages.
    private static func commit(_ store: FileStore) async throws {
        try await store.commits.perform { machine throws(ServerError) in
            let database = machine.metadata.database
            try database.run("CREATE TABLE IF NOT EXISTS filler (bytes BLOB)")
            try database.run("DELETE FROM filler")
            try database.run("INSERT INTO filler VALUES (zeroblob(?))", [.integer(640_000)])
        }
    }

    /// A connection that keeps its view until the next commit ends, as one of
    /// a long poll does, keeps no long log from beginning anew.
    @Test func aLongLogBeginsAnewThoughSomebodyReadsAfterEachCommit() async throws {
        try await ServerFixture.run { server in
            let store = server.server.store
            let log = server.data + "/files.db-wal"
            // Somebody who reads for long: the log has to become long.
            let long = try store.directory.openFiles(forWriting: false)
            try long.begin(.reading)
            _ = try long.integer("SELECT count(*) FROM accounts")
            for _ in 0..<120 { try await Self.commit(store) }
            long.rollback()
            let size = try #require(try FileSystem.size(of: log))
            #expect(size > Int64(2 * Checkpoints.threshold * 8192))
            for _ in 0..<50 {
                _ = try store.readers.read { metadata throws(ServerError) in
                    try metadata.clock()
                }
                try await Self.commit(store)
                #expect(try FileSystem.size(of: log) == size)
            }
        }
    }

    @Test func fewConnectionsAreKeptOfMany() async throws {
        try await ServerFixture.run { server in
            let readers = server.server.store.readers
            func read(_ count: Int) throws(ServerError) {
                guard count > 0 else { return }
                try readers.read { _ throws(ServerError) in try read(count - 1) }
            }
            for _ in 0..<3 {
                try read(50)
                readers.noteCommit()
            }
            #expect(readers.idleCount == 32)
        }
    }
}
