import Foundation
import TestSupport
import Testing

@testable import CarouselServer

/// Many at once on the same few paths: every answer is one of the wire, and
/// what is left is whole.
@Suite struct ConcurrencyTests {
    @Test func racingChangesLeaveAWholeTree() async throws {
        try await ServerFixture.run { server in
            let threads = (0..<6).map { number in
                Self.changing(server, seed: UInt64(number))
            }
            for thread in threads { thread.wait() }
            #expect(try IntegrityCheck(directory: server.data).run(hashing: true).findings == [])
            let whole = try server.rpc("files/list_folder", #"{"path":"","recursive":true}"#)
            var entries = try #require(whole.object["entries"] as? [[String: Any]])
            var paged: [[String: Any]] = []
            var page = try server.rpc(
                "files/list_folder", #"{"path":"","recursive":true,"limit":1}"#)
            while true {
                paged += page.object["entries"] as? [[String: Any]] ?? []
                guard page.object["has_more"] as? Bool == true else { break }
                let cursor = try #require(page.object["cursor"] as? String)
                page = try server.rpc("files/list_folder/continue", #"{"cursor":"\#(cursor)"}"#)
            }
            for list in [0, 1] {
                let names = (list == 0 ? entries : paged).compactMap { $0["path_lower"] as? String }
                #expect(Set(names).count == names.count)
            }
            entries.removeAll { entry in
                paged.contains { $0["id"] as? String == entry["id"] as? String }
            }
            #expect(entries.isEmpty)
        }
    }

    @Test func racingAppendsStoreEachByteOnce() async throws {
        try await ServerFixture.run { server in
            let start = try server.upload("files/upload_session/start", "{}")
            let id = try #require(start.object["session_id"] as? String)
            // All of them try each offset until it is taken.
            let threads = (0..<4).map { _ in
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    defer { done.signal() }
                    var offset = 0
                    while offset < 50_000 {
                        let answer = try? server.upload(
                            "files/upload_session/append_v2",
                            #"{"cursor":{"session_id":"\#(id)","offset":\#(offset)}}"#,
                            [UInt8](repeating: UInt8(offset / 1000), count: 1000))
                        guard let answer else { return }
                        let error = answer.object["error"] as? [String: Any]
                        offset = error?["correct_offset"] as? Int ?? offset + 1000
                    }
                }
                return done
            }
            for thread in threads { thread.wait() }
            let finish = try server.upload(
                "files/upload_session/finish",
                #"{"cursor":{"session_id":"\#(id)","offset":50000},"commit":{"path":"/a"}}"#)
            #expect(finish.object["size"] as? Int == 50_000, "\(finish.text)")
            let file = try server.upload("files/download", #"{"path":"/a"}"#)
            #expect(file.body == (0..<50).flatMap { [UInt8](repeating: $0, count: 1000) })
        }
    }

    private static func changing(_ server: ServerFixture, seed: UInt64) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            defer { done.signal() }
            var random = SplitMix64(seed: seed)
            func path() -> String {
                (0...(random.next() % 2)).map { _ in "/" + ["a", "B", "c"][Int(random.next() % 3)] }
                    .joined()
            }
            for number in 0..<60 {
                let (one, other) = (path(), path())
                let answer: RawAnswer?
                switch random.next() % 5 {
                case 0, 1: answer = try? server.put("\(seed) \(number)", at: one)
                case 2: answer = try? server.rpc("files/delete_v2", #"{"path":"\#(one)"}"#)
                case 3:
                    answer = try? server.rpc(
                        "files/move_v2", #"{"from_path":"\#(one)","to_path":"\#(other)"}"#)
                default:
                    answer = try? server.rpc(
                        "files/copy_v2",
                        #"{"from_path":"\#(one)","to_path":"\#(other)","autorename":true}"#)
                }
                #expect(answer.map { [200, 409].contains($0.status) } == true)
            }
        }
        return done
    }
}
