import Foundation
import Glibc
import TestSupport
import Testing

/// What people reported of other programs whose server is away, slow or cut
/// off, each named after its issue.
@Suite struct ServerAwayPainTests {
    @Test("immich-app/immich 11805: with the server dead the photos are there, unasked")
    func aDeadServerIsNotAsked() throws {
        let (server, a) = try inStep(seed: 30)
        let contents = try a.contents()
        server.stop()
        // It takes connections and says nothing.
        let listener = try Loopback.listen(server.port)
        defer { close(listener) }
        #expect(try a.contents() == contents)
        try a.run("hide", try a.luid(of: contents[0]))
        #expect(try a.contents() == Array(contents.dropFirst()))
        #expect(try a.run("operations").count == 1)
        // Nobody has even tried.
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        #expect(accept(listener, nil, nil) == -1 && errno == EAGAIN)
    }

    @Test("immich-app/immich 7506: a connection that is closed without a word signs nobody out")
    func aClosedConnectionSignsNobodyOut() throws {
        let (server, a) = try inStep(seed: 31)
        server.stop()
        let listener = try Loopback.listen(server.port)
        let closing = Thread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                close(connection)
            }
        }
        closing.start()
        let outcome = try a.run("sync", "--json", "--patience", "1", status: 1)
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        #expect(outcome.last?.contains("\"state\":\"offline\"") == true)
        try server.start()
        try a.sync()
    }

    @Test("immich-app/immich 3482: a server that is down signs nobody out")
    func aServerThatIsDownSignsNobodyOut() throws {
        let (server, a) = try inStep(seed: 32)
        server.stop()
        let outcome = try a.run("sync", "--json", "--patience", "1", status: 1)
        #expect(outcome.last?.contains("\"state\":\"offline\"") == true)
        #expect(try a.contents().count == 3)
        try server.start()
        try a.sync()
    }

    @Test("immich-app/immich 22385: a large upload goes on where it was cut off")
    func aLargeUploadGoesOn() throws {
        let server = try SyncServer(faults: "slow:150")
        let a = try SyncDevice("A")
        try a.fill(1, seed: 33)
        try a.scan()
        let (path, _) = try a.onlyPhoto()
        let (part, parts) = (16 << 20, 4)
        let size = part * parts
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: UInt64(size))
        try file.close()
        try a.scan()
        try a.link(to: server)
        let syncing = try a.start("sync")
        while syncing.isRunning, try server.answers(of: "files/upload_session/append") < 1 {}
        kill(syncing.processIdentifier, SIGKILL)
        syncing.waitUntilExit()
        try a.sync()
        #expect(try a.status()["on_server"] as? Int == 1)
        #expect(try a.timeline().allSatisfy { $0["where"] as? String == "both" })
        // At most the part that was under way went twice.
        let sent = try server.bytesReceived(by: "files/upload_session/")
        #expect(sent >= size && sent <= size + 2 * part, "\(sent) bytes for \(size)")
    }

    /// A device with three photos, all in step with its server.
    private func inStep(seed: Int) throws -> (SyncServer, SyncDevice) {
        let server = try SyncServer()
        let device = try SyncDevice("A")
        try device.fill(3, seed: seed)
        try device.scan()
        try device.link(to: server)
        try device.sync()
        return (server, device)
    }
}
