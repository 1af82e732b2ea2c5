import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CarouselServer

/// Uploads of contents that others delete for good at the same moment.
@Suite struct CollectionRaceTests {
    private static let uploaders = 4
    /// Removals that have to be seen meanwhile.
    private static let removals = 100

    /// Whether there is enough of it.
    private final class Switch: Sendable {
        let isOff = Atomic<Bool>(false)
    }

    @Test func aCollectionUnderWayLosesNoUpload() async throws {
        try await ServerFixture.run { settings, _ in
            // What is deleted falls to the collector in its next round.
            settings.rules.retention = -1
        } _: { server in
            let enough = Switch()
            let threads = (0..<Self.uploaders).map {
                Self.changing(server, seed: UInt64($0), until: enough)
            }
            // Blobs that were there before a round and no longer after it.
            var removals = 0
            let end = Date() + 300
            while removals < Self.removals, Date() < end {
                let present = try Self.blobs(server)
                await server.server.tidy()
                removals += present.subtracting(try Self.blobs(server)).count
            }
            enough.isOff.store(true, ordering: .relaxed)
            for thread in threads { thread.wait() }
            #expect(removals >= Self.removals)
            #expect(try IntegrityCheck(directory: server.data).run(hashing: true).findings == [])
            await server.server.tidy()
            let left = try FileSystem.names(in: server.data + "/blobs/" + BlobFolder.recent)
            #expect(left == [])
            // Everything was deleted: nothing is held back.
            #expect(try Self.blobs(server) == [])
        }
    }

    private static func blobs(_ server: ServerFixture) throws -> Set<String> {
        Set(
            try BlobFolder.shelves.flatMap { shelf in
                try FileSystem.names(in: "\(server.data)/blobs/\(shelf)")
            })
    }

    /// Uploads and deletes the same few contents over and over, in one call
    /// and in sessions. What was just uploaded has to be there to be read.
    private static func changing(
        _ server: ServerFixture, seed: UInt64, until enough: Switch
    ) -> DispatchGroup {
        let done = DispatchGroup()
        done.enter()
        Thread.detachNewThread {
            defer { done.leave() }
            var random = SplitMix64(seed: seed)
            while !enough.isOff.load(ordering: .relaxed) {
                // Those of sessions are contents of their own.
                let isWhole = random.next() % 2 == 0
                let content = [UInt8(random.next() % 5) + (isWhole ? 0 : 5)]
                let path = "/\(seed)"
                let answer =
                    isWhole
                    ? try? server.upload("files/upload", #"{"path":"\#(path)"}"#, content)
                    : try? inSession(server, path, content)
                #expect(answer?.status == 200, "\(answer?.text ?? "no answer")")
                let file = try? server.upload("files/download", #"{"path":"\#(path)"}"#)
                #expect(file?.status == 200 && file?.body == content)
                let gone = try? server.rpc("files/delete_v2", #"{"path":"\#(path)"}"#)
                #expect(gone?.status == 200)
            }
        }
        return done
    }

    private static func inSession(
        _ server: ServerFixture, _ path: String, _ content: [UInt8]
    ) throws -> RawAnswer {
        let start = try server.upload("files/upload_session/start", "{}", content)
        let session = try #require(start.object["session_id"] as? String)
        return try server.upload(
            "files/upload_session/finish",
            #"{"cursor":{"session_id":"\#(session)","offset":1},"commit":{"path":"\#(path)"}}"#)
    }
}
