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

    /// What a round is in the middle of when it is killed, beside uploads.
    private enum Aim: CaseIterable {
        case uploads, settling, collection, backup
    }

    @Test func nothingAcknowledgedIsLostToAKill() throws {
        let server = try ServerProcess()
        let acknowledged = Acknowledged()
        var random = SplitMix64(seed: 9)
        for round in 0..<Self.kills {
            let aim = Aim.allCases[round % Aim.allCases.count]
            let doomed = aim == .collection ? try Self.removedUser(server, round) : []
            let unsettled = try Self.names(server.data, [BlobFolder.recent])
            try server.start()
            let threads = (0..<Self.uploaders).map { number in
                Self.uploading(
                    server.port, server.token, "/r\(round)/t\(number)",
                    seed: UInt64(round * 100 + number), acknowledged)
            }
            switch aim {
            case .uploads:
                // In the middle of whatever the others are at by then.
                for _ in 0...(random.next() % 60) {
                    // A server that answers nobody is to fail, not to hang.
                    try #require(acknowledged.oneMore.wait(timeout: .now() + 60) == .success)
                }
            case .settling:
                let share = Int(random.next() % UInt64(max(1, unsettled.count)))
                try Self.wait {
                    try Self.names(server.data, BlobFolder.prefixes)
                        .intersection(unsettled).count >= share
                }
            case .collection:
                let share = Int(random.next() % UInt64(doomed.count)) + 1
                try Self.wait {
                    try doomed.subtracting(Self.names(server.data, BlobFolder.shelves)).count
                        >= share
                }
            case .backup:
                try Self.killBackup(server, share: Int(random.next() % 200))
            }
            server.kill()
            for thread in threads { thread.wait() }
            while acknowledged.oneMore.wait(timeout: .now()) == .success {}
            let report = try IntegrityCheck(directory: server.data).run(hashing: true)
            #expect(report.findings == [], "round \(round), \(aim)")
        }
        try server.start()
        let files = try server.files()
        let known = acknowledged.files.withLock { $0 }
        #expect(known.count >= Self.kills)
        for (path, hash) in known { #expect(files[path] == hash, "\(path)") }
        #expect(server.stop() == 0)
        // The sweep of a start leaves no bytes that nobody names.
        #expect(try FileSystem.names(in: server.data + "/incoming") == [])
        let target = server.folder.path + "/backup"
        _ = try Backup(of: server.data, to: target).run()
        let copy = try IntegrityCheck(directory: target).run(hashing: true)
        #expect(copy.findings == [] && copy.files == Int64(files.count))
    }

    /// Names of blobs on some of the shelves.
    private static func names(
        _ data: String, _ shelves: [String]
    ) throws -> Set<String> {
        Set(try shelves.flatMap { try FileSystem.names(in: "\(data)/blobs/\($0)") })
    }

    /// Returns as soon as something has come about.
    private static func wait(until isReached: () throws -> Bool) throws {
        let end = Date() + 60
        while try !isReached() {
            try #require(Date() < end)
            sched_yield()
        }
    }

    /// Leaves the files of a user who is removed: the next start collects
    /// them. - Returns: their blobs.
    private static func removedUser(_ server: ServerProcess, _ round: Int) throws -> Set<String> {
        let login = "gone\(round)"
        let token = try server.addUser(login)
        try server.start()
        var blobs: Set<String> = []
        for number in 0..<40 {
            let answer = try server.upload(
                "files/upload", #"{"path":"/\#(number)"}"#, Array("\(login) \(number)".utf8),
                token: token)
            blobs.insert(try #require(answer.object["content_hash"] as? String))
        }
        server.kill()
        try server.book.removeUser(login)
        return blobs
    }

    /// Kills a backup when it has copied so many blobs, or was made before.
    /// What was a whole backup still is.
    private static func killBackup(_ server: ServerProcess, share: Int) throws {
        let target = server.folder.path + "/backup"
        let isWhole = FileSystem.exists(target + "/VERSION")
        func copies() throws -> Int {
            guard FileSystem.exists(target + "/blobs/ff") else { return 0 }
            return try names(target, BlobFolder.prefixes).count
        }
        let before = try copies()
        let backup = try server.startBackup(to: target)
        try wait { try copies() - before >= share || !backup.isRunning }
        Foundation.kill(backup.processIdentifier, SIGKILL)
        backup.waitUntilExit()
        guard isWhole || FileSystem.exists(target + "/VERSION") else { return }
        let report = try IntegrityCheck(directory: target).run(hashing: true)
        #expect(report.findings == [])
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
