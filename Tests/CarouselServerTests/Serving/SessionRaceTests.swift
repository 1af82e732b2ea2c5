import Foundation
import Testing

@testable import CarouselServer

/// Calls that write into the same session at the same time, or again: what
/// becomes a file is what was acknowledged.
@Suite struct SessionRaceTests {
    private static let block = 4 << 20
    private static let first = [UInt8](repeating: 1, count: block)

    /// A concurrent session whose first block is stored.
    private static func started(_ server: ServerFixture) throws -> String {
        let start = try server.upload(
            "files/upload_session/start", #"{"session_type":"concurrent"}"#)
        let session = try #require(start.object["session_id"] as? String, "\(start.text)")
        #expect(try append(server, session, at: 0, first).status == 200)
        return session
    }

    private static func append(
        _ server: ServerFixture, _ session: String, at offset: Int, _ bytes: [UInt8],
        close: Bool = false
    ) throws -> RawAnswer {
        try server.upload(
            "files/upload_session/append_v2",
            #"{"cursor":{"session_id":"\#(session)","offset":\#(offset)},"close":\#(close)}"#,
            bytes)
    }

    /// Begins to send other bytes for the first block, and sends half of them.
    private static func overwriting(
        _ server: ServerFixture, _ session: String
    ) throws -> RawClient {
        let client = try RawClient(port: server.port)
        try client.send(
            Array(
                """
                POST /2/files/upload_session/append_v2 HTTP/1.1\r\nHost: localhost\r\n\
                Authorization: Bearer \(server.ada)\r\n\
                Content-Type: application/octet-stream\r\n\
                Dropbox-API-Arg: {"cursor":{"session_id":"\(session)","offset":0}}\r\n\
                Content-Length: \(block)\r\n\r\n
                """.utf8) + [UInt8](repeating: 2, count: block / 2))
        return client
    }

    private static func expectWhole(_ server: ServerFixture, _ session: String) throws {
        let finish = try server.upload(
            "files/upload_session/finish",
            #"{"cursor":{"session_id":"\#(session)","offset":\#(block + 3)},"#
                + #""commit":{"path":"/a"}}"#)
        #expect(finish.status == 200, "\(finish.text)")
        let file = try server.upload("files/download", #"{"path":"/a"}"#)
        // Not compared within the expectation, which would look for the
        // difference of millions of bytes.
        let isWhole = file.body == first + [7, 8, 9]
        #expect(isWhole)
        #expect(try IntegrityCheck(directory: server.data).run(hashing: true).findings == [])
    }

    @Test func aRepeatedAppendThatBreaksOffLeavesTheStoredBytes() async throws {
        try await ServerFixture.run { server in
            let session = try Self.started(server)
            do { _ = try Self.overwriting(server, session) }
            let last = try Self.append(server, session, at: Self.block, [7, 8, 9], close: true)
            #expect(last.status == 200, "\(last.text)")
            try Self.expectWhole(server, session)
        }
    }

    @Test func anAppendUnderWayCannotReachTheFileOfAFinishedSession() async throws {
        try await ServerFixture.run { server in
            let session = try Self.started(server)
            let late = try Self.overwriting(server, session)
            let closed = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                defer { closed.signal() }
                let last = try? Self.append(
                    server, session, at: Self.block, [7, 8, 9], close: true)
                #expect(last?.status == 200)
            }
            try late.send([UInt8](repeating: 2, count: Self.block / 2))
            let answer = try late.answer()
            #expect(["content_hash_mismatch/..", "closed/.."].contains(answer.summary))
            closed.wait()
            try Self.expectWhole(server, session)
        }
    }

    @Test func anAppendIsRepeatedWithoutHarm() async throws {
        try await ServerFixture.run { server in
            let session = try Self.started(server)
            let both = Self.first + [UInt8](repeating: 3, count: Self.block)
            // Its first block is stored already, its second is new.
            for _ in 0..<2 {
                #expect(try Self.append(server, session, at: 0, both).status == 200)
            }
            let end = 2 * Self.block
            #expect(try Self.append(server, session, at: end, [5], close: true).status == 200)
            let finish = try server.upload(
                "files/upload_session/finish",
                #"{"cursor":{"session_id":"\#(session)","offset":\#(end + 1)},"#
                    + #""commit":{"path":"/a"}}"#)
            #expect(finish.status == 200, "\(finish.text)")
            let file = try server.upload("files/download", #"{"path":"/a"}"#)
            let isWhole = file.body == both + [5]
            #expect(isWhole)
        }
    }
}
