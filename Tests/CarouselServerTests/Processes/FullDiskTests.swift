import DropboxAPI
import Foundation
import TestSupport
import Testing

@testable import CarouselServer

/// A server that cannot write any more says so, goes on reading, and is whole
/// when it can again.
@Suite(.serialized) struct FullDiskTests {
    @Test func uploadsAreRefusedWhileTheReserveIsTouched() async throws {
        try await ServerFixture.run { settings, _ in
            settings.diskReserve = .max / 2
        } _: { server in
            let refused = try server.put("x", at: "/a")
            #expect(refused.status == 409 && refused.summary == "path/insufficient_space/..")
            let start = try server.upload("files/upload_session/start", "{}", [1])
            #expect(start.status == 507)
            // What needs no room goes on.
            let folder = try server.rpc("files/create_folder_v2", #"{"path":"/f"}"#)
            #expect(folder.status == 200)
            #expect(try RawClient(port: server.port).call("GET", "/health").status == 503)
        }
    }

    @Test func writesThatFailInTheMiddleLeaveNothingHalf() throws {
        let server = try ServerProcess()
        // No file beyond 1 MB: neither blobs nor, soon, the log of the rows.
        try server.start(limit: 1024)
        let large = [UInt8](repeating: 7, count: 2 << 20)
        let refused = try server.upload("files/upload", #"{"path":"/large"}"#, large)
        #expect(refused.status == 409 && refused.summary == "path/insufficient_space/..")
        var acknowledged: [String: String] = [:]
        var failures = 0
        for number in 0..<400 where failures < 5 {
            let answer = try server.upload(
                "files/upload", #"{"path":"/\#(number)"}"#, Array("\(number)".utf8))
            if answer.status == 200, let hash = answer.object["content_hash"] as? String {
                acknowledged["/\(number)"] = hash
            } else {
                #expect([409, 500, 503, 507].contains(answer.status))
                failures += 1
            }
        }
        #expect(failures == 5, "the log outgrows a megabyte")
        #expect(try server.files() == acknowledged)
        #expect(server.stop() == 0)
        try server.start()
        #expect(try server.files() == acknowledged)
        let fits = try server.upload("files/upload", #"{"path":"/large"}"#, large)
        #expect(fits.status == 200)
        #expect(server.stop() == 0)
        #expect(try IntegrityCheck(directory: server.data).run(hashing: true).findings == [])
    }
}
