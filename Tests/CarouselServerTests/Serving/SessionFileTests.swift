import Foundation
import Photos
import Testing

@testable import CarouselServer

/// The files of upload sessions: what is not in them any more becomes no
/// file, and what is in them is counted.
@Suite struct SessionFileTests {
    private static let block = 4 << 20

    private static func started(
        _ server: ServerFixture, _ bytes: [UInt8] = [], _ argument: String = "{}"
    ) throws -> String {
        let start = try server.upload("files/upload_session/start", argument, bytes)
        return try #require(start.object["session_id"] as? String, "\(start.text)")
    }

    private static func append(
        _ server: ServerFixture, _ session: String, at offset: Int, _ bytes: [UInt8],
        _ more: String = ""
    ) throws -> RawAnswer {
        try server.upload(
            "files/upload_session/append_v2",
            #"{"cursor":{"session_id":"\#(session)","offset":\#(offset)}\#(more)}"#, bytes)
    }

    private static func finish(
        _ server: ServerFixture, _ session: String, at offset: Int, to path: String = "/a",
        _ more: String = "", _ bytes: [UInt8] = []
    ) throws -> RawAnswer {
        try server.upload(
            "files/upload_session/finish",
            #"{"cursor":{"session_id":"\#(session)","offset":\#(offset)},"#
                + #""commit":{"path":"\#(path)"}\#(more)}"#, bytes)
    }

    private static func file(_ server: ServerFixture) throws -> String {
        let folder = "\(server.data)/sessions"
        let names = try FileSystem.names(in: folder)
        #expect(names.count == 1)
        return try folder + "/" + #require(names.first)
    }

    private static func expectSound(_ server: ServerFixture) throws {
        let report = try IntegrityCheck(directory: server.data).run(hashing: true)
        #expect(report.findings == [])
    }

    @Test(arguments: [false, true])
    func bytesThatAreGoneBecomeNoFile(isThereAlready: Bool) async throws {
        try await ServerFixture.run { server in
            let bytes = [UInt8](repeating: 7, count: Self.block)
            if isThereAlready {
                let put = try server.upload("files/upload", #"{"path":"/b"}"#, bytes)
                #expect(put.status == 200)
            }
            let lost = try Self.started(server, bytes)
            try FileManager.default.removeItem(atPath: try Self.file(server))
            let more = try Self.append(server, lost, at: Self.block, [1])
            #expect(more.summary == "not_found/..", "\(more.text)")
            #expect(
                try Self.append(server, lost, at: Self.block, [], #","close":true"#).status == 409)
            let finish = try Self.finish(server, lost, at: Self.block)
            #expect(finish.summary == "lookup_failed/not_found/..", "\(finish.text)")
            let short = try Self.started(server, bytes, #"{"close":true}"#)
            try Data([7]).write(to: URL(fileURLWithPath: try Self.file(server)))
            let cut = try Self.finish(server, short, at: Self.block)
            #expect(cut.summary == "lookup_failed/not_found/..", "\(cut.text)")
            try Self.expectSound(server)
        }
    }

    @Test func whatARefusedAppendBroughtIsCutOff() async throws {
        try await ServerFixture.run { server in
            let wrong = #","content_hash":"\#(String(repeating: "0", count: 64))""#
            let session = try Self.started(server, [1, 2, 3])
            let path = try Self.file(server)
            let bytes = [UInt8](repeating: 9, count: 100_000)
            let answer = try Self.append(server, session, at: 3, bytes, wrong)
            #expect(answer.summary == "content_hash_mismatch/..", "\(answer.text)")
            #expect(try FileSystem.size(of: path) == 3)
            #expect(try Self.finish(server, session, at: 3, wrong, bytes).status == 409)
            #expect(try FileSystem.size(of: path) == 3)
            #expect(try Self.append(server, session, at: 3, [4]).status == 200)
            #expect(try Self.finish(server, session, at: 4).status == 200)
            #expect(try server.upload("files/download", #"{"path":"/a"}"#).body == [1, 2, 3, 4])
        }
    }

    @Test func whatABrokenAppendBroughtIsCutOff() async throws {
        try await ServerFixture.run { server in
            let session = try Self.started(server, [], #"{"session_type":"concurrent"}"#)
            let bytes = [UInt8](repeating: 1, count: Self.block)
            #expect(try Self.append(server, session, at: 0, bytes).status == 200)
            let path = try Self.file(server)
            var client: RawClient? = try RawClient(port: server.port)
            try client?.send(
                Array(
                    """
                    POST /2/files/upload_session/append_v2 HTTP/1.1\r\nHost: localhost\r\n\
                    Authorization: Bearer \(server.ada)\r\n\
                    Content-Type: application/octet-stream\r\n\
                    Dropbox-API-Arg: \
                    {"cursor":{"session_id":"\(session)","offset":\(3 * Self.block)}}\r\n\
                    Content-Length: \(Self.block)\r\n\r\n
                    """.utf8) + bytes.prefix(1 << 20))
            while try FileSystem.size(of: path) == Int64(Self.block) {}
            client = nil
            while try FileSystem.size(of: path) != Int64(Self.block) {}
        }
    }

    @Test func sessionsTakeNoMoreThanThereIsRoomFor() async throws {
        try await ServerFixture.run(quota: 1000) { server in
            let session = try Self.started(server, [UInt8](repeating: 1, count: 600))
            let path = try Self.file(server)
            let much = [UInt8](repeating: 2, count: 401)
            #expect(try Self.append(server, session, at: 600, much).summary == "too_large/..")
            #expect(
                try Self.finish(server, session, at: 600, "", much).summary
                    == "lookup_failed/too_large/..")
            #expect(try FileSystem.size(of: path) == 600)
            let other = try server.upload("files/upload_session/start", "{}", much)
            #expect(other.summary == "payload_too_large/..")
        }
    }

    @Test func aSessionThatBecameAFileKeepsNoBytes() async throws {
        try await ServerFixture.run(quota: 1000) { server in
            for round in 0..<2 {
                let bytes = [UInt8](repeating: UInt8(round), count: 1000)
                let session = try Self.started(server, bytes)
                #expect(try Self.finish(server, session, at: 1000).status == 200)
                _ = try server.rpc("files/delete_v2", #"{"path":"/a"}"#)
                // What is in the trash beyond the quota goes.
                await server.server.tidy()
            }
            let shelves = try BlobFolder.shelves.map { shelf in
                try FileSystem.names(in: "\(server.data)/blobs/\(shelf)").count
            }
            #expect(shelves.reduce(0, +) == 1)
            try Self.expectSound(server)
        }
    }

    @Test func aSessionWhoseFileIsGoneForGoodIsNotFound() async throws {
        try await ServerFixture.run { settings, _ in
            settings.rules.retention = 3600
        } _: { server in
            let session = try Self.started(server, [1, 2, 3])
            #expect(try Self.finish(server, session, at: 3).status == 200)
            _ = try server.rpc("files/delete_v2", #"{"path":"/a"}"#)
            #expect(try Self.finish(server, session, at: 3, to: "/b").status == 200)
            _ = try server.rpc("files/delete_v2", #"{"path":"/b"}"#)
            server.pass(seconds: 7200)
            await server.server.tidy()
            let again = try Self.finish(server, session, at: 3)
            #expect(again.summary == "lookup_failed/not_found/..", "\(again.text)")
            try Self.expectSound(server)
        }
    }

    @Test func theHashOfAFinishWithoutBytesIsCompared() async throws {
        try await ServerFixture.run { server in
            let session = try Self.started(server, [1, 2, 3], #"{"close":true}"#)
            let wrong = #","content_hash":"\#(String(repeating: "0", count: 64))""#
            let answer = try Self.finish(server, session, at: 3, wrong)
            #expect(answer.summary == "content_hash_mismatch/..", "\(answer.text)")
            let entry =
                #"{"cursor":{"session_id":"\#(session)","offset":3},"commit":{"path":"/a"}"#
            let batch = try server.rpc(
                "files/upload_session/finish_batch_v2", #"{"entries":[\#(entry)\#(wrong)}]}"#)
            #expect(batch.text.contains("content_hash_mismatch"), "\(batch.text)")
            let hash = ContentHash.ofBlocks([SHA256Digest.hash([1, 2, 3])]).hexadecimal
            let right = try Self.finish(server, session, at: 3, #","content_hash":"\#(hash)""#)
            #expect(right.status == 200, "\(right.text)")
        }
    }
}
