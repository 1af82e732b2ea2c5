import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CarouselServer

/// What readers hold on to while others commit.
@Suite struct ReadersTests {
    /// A reader who is there at each commit keeps no view that would keep the
    /// log from beginning anew.
    @Test func theLogStaysBoundedWhileSomebodyReadsAfterEachCommit() async throws {
        try await ServerFixture.run { server in
            let store = server.server.store
            let log = server.data + "/files.db-wal"
            var largest: Int64 = 0
            // Each leaves some eighty pages: without a new beginning the log
            // would grow to half a gigabyte.
            for round in 0..<800 {
                try await store.commits.perform { machine throws(ServerError) in
                    let database = machine.metadata.database
                    try database.run("CREATE TABLE IF NOT EXISTS filler (bytes BLOB)")
                    try database.run("DELETE FROM filler")
                    try database.run(
                        "INSERT INTO filler VALUES (zeroblob(?))", [.integer(640_000)])
                }
                // Kept idle with its view until the next commit ends.
                _ = try store.readers.read { metadata throws(ServerError) in
                    try metadata.clock()
                }
                if round % 50 == 0 {
                    largest = max(largest, try FileSystem.size(of: log) ?? 0)
                }
            }
            largest = max(largest, try FileSystem.size(of: log) ?? 0)
            #expect(largest < 200 << 20, "\(largest)")
        }
    }

    @Test func connectionsDoNotBecomeMore() async throws {
        try await ServerFixture.run { server in
            let readers = server.server.store.readers
            let threads = (0..<4).map { number in
                let done = DispatchGroup()
                done.enter()
                Thread.detachNewThread {
                    defer { done.leave() }
                    for _ in 0..<2000 {
                        // Two at once on each thread.
                        _ = try? readers.read { _ throws(ServerError) in
                            try readers.read { metadata throws(ServerError) in
                                try metadata.clock()
                            }
                        }
                        if number == 0 { readers.noteCommit() }
                    }
                }
                return done
            }
            for thread in threads { thread.wait() }
            #expect(readers.idleCount <= 32)
            let files = try FileSystem.names(in: "/proc/self/fd").count { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/" + name)
                return target == server.data + "/files.db"
            }
            // And those of the writer and of the copying beside it.
            #expect(files <= 32 + 2)
        }
    }
}
