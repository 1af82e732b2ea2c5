import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CarouselServer

/// The server killed at random while many upload: what was acknowledged is
/// there afterwards, and everything that is there is whole.
@Suite(.serialized) struct KillTests {
    /// Kills in this run; more in the nightly one.
    private static let kills =
        ProcessInfo.processInfo.environment["CAROUSEL_KILLS"].flatMap { Int($0) } ?? 20
    private static let uploaders = 4

    /// What the server said it has.
    private final class Acknowledged: Sendable {
        let files = Mutex<[String: String]>([:])
        /// Signalled with each of them.
        let oneMore = DispatchSemaphore(value: 0)
    }

    @Test func nothingAcknowledgedIsLostToAKill() throws {
        let server = try ServerProcess()
        let acknowledged = Acknowledged()
        var random = SplitMix64(seed: 9)
        for round in 0..<Self.kills {
            try server.start()
            let threads = (0..<Self.uploaders).map { number in
                Self.uploading(
                    server.port, server.token, "/r\(round)/t\(number)",
                    seed: UInt64(round * 100 + number), acknowledged)
            }
            // In the middle of whatever the others are at by then.
            for _ in 0...(random.next() % 60) {
                // A server that answers nobody is to fail, not to hang.
                try #require(acknowledged.oneMore.wait(timeout: .now() + 60) == .success)
            }
            server.kill()
            for thread in threads { thread.wait() }
            while acknowledged.oneMore.wait(timeout: .now()) == .success {}
            let report = try IntegrityCheck(directory: server.data).run(hashing: true)
            #expect(report.findings == [], "round \(round)")
        }
        try server.start()
        let files = try server.files()
        let known = acknowledged.files.withLock { $0 }
        #expect(known.count >= Self.kills)
        for (path, hash) in known { #expect(files[path] == hash, "\(path)") }
        #expect(server.stop() == 0)
        // The sweep of a start leaves no bytes that nobody names.
        #expect(try FileSystem.names(in: server.data + "/incoming") == [])
    }

    /// Uploads on a thread of its own until the connection breaks.
    private static func uploading(
        _ port: UInt16, _ token: String, _ folder: String, seed: UInt64,
        _ acknowledged: Acknowledged
    ) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            defer { done.signal() }
            var random = SplitMix64(seed: seed)
            // Broken by the kill: that is how every round ends.
            guard let client = try? RawClient(port: port) else { return }
            for number in 0... {
                let path = "\(folder)/\(number).jpg"
                let body = (0..<(random.next() % 60_000)).map { _ in
                    UInt8(truncatingIfNeeded: random.next())
                }
                let answer =
                    random.next() % 3 == 0
                    ? try? inSession(client, token, path, body)
                    : try? call(client, token, "files/upload", #"{"path":"\#(path)"}"#, body)
                guard let answer, answer.status == 200,
                    let hash = answer.object["content_hash"] as? String
                else { return }
                acknowledged.files.withLock { $0[path] = hash }
                acknowledged.oneMore.signal()
            }
        }
        return done
    }

    private static func call(
        _ client: RawClient, _ token: String, _ route: String, _ argument: String, _ body: [UInt8]
    ) throws -> RawAnswer {
        try client.call(
            "POST", "/2/" + route,
            [
                ("Authorization", "Bearer " + token), ("Dropbox-API-Arg", argument),
                ("Content-Type", "application/octet-stream"),
            ], body)
    }

    private static func inSession(
        _ client: RawClient, _ token: String, _ path: String, _ body: [UInt8]
    ) throws -> RawAnswer {
        let half = body.count / 2
        let start = try call(
            client, token, "files/upload_session/start", "{}", Array(body[..<half]))
        guard let id = start.object["session_id"] as? String else { throw RawClient.Broken() }
        return try call(
            client, token, "files/upload_session/finish",
            #"{"cursor":{"session_id":"\#(id)","offset":\#(half)},"commit":{"path":"\#(path)"}}"#,
            Array(body[half...]))
    }
}
