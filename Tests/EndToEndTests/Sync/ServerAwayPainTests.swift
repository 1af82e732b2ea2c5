import Foundation
import Glibc
import TestSupport
import Testing

/// Public reports against other photo libraries whose server was away, slow
/// or cut off, each rebuilt with real processes and shown not to happen here.
@Suite struct ServerAwayPainTests {
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

    /// What was done without the server arrives without another login.
    private func comesBack(_ server: SyncServer, _ device: SyncDevice) throws {
        #expect(try device.contents().count == 3)
        try device.run("hide", try device.luid(of: try device.contents()[0]))
        #expect(try device.contents().count == 2)
        try server.start()
        try device.sync()
        #expect(try device.run("operations").isEmpty)
        #expect(try device.contents().count == 2)
    }

    @Test("immich-app/immich 11805: photos are shown and hidden without asking a dead server")
    func immich11805() throws {
        let (server, a) = try inStep(seed: 60)
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
    func immich7506() throws {
        let (server, a) = try inStep(seed: 61)
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
        try comesBack(server, a)
    }

    @Test("immich-app/immich 3482: a server that is down signs nobody out")
    func immich3482() throws {
        let (server, a) = try inStep(seed: 62)
        server.stop()
        let outcome = try a.run("sync", "--json", "--patience", "1", status: 1)
        #expect(outcome.last?.contains("\"state\":\"offline\"") == true)
        try comesBack(server, a)
    }

    @Test("immich-app/immich 22385: a large upload goes on where it was cut off")
    func immich22385() throws {
        let server = try SyncServer(faults: "slow:150")
        let a = try SyncDevice("A")
        try a.fill(1, seed: 63)
        try a.scan()
        let path = try #require((try a.timeline().first?["paths"] as? [String])?.first)
        // Four parts of an upload.
        let (part, parts) = (16 << 20, 4)
        let size = part * parts
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: UInt64(size))
        try file.close()
        try a.scan()
        try a.link(to: server)
        let syncing = try a.start("sync")
        while syncing.isRunning, try server.requests(to: "files/upload_session/append_v2") < 1 {}
        kill(syncing.processIdentifier, SIGKILL)
        syncing.waitUntilExit()
        #expect(try a.status()["on_server"] as? Int == 0, "killed on the way")
        try a.sync()
        #expect(try a.status()["on_server"] as? Int == 1)
        #expect(try a.timeline().allSatisfy { $0["where"] as? String == "both" })
        // At most the part that was under way went twice.
        let sent = try server.uploadedBytes()
        #expect(sent >= size && sent <= size + 2 * part, "\(sent) bytes for \(size)")
        // The server has hashed what it took: the same bytes as on the disk.
        let b = try SyncDevice("B")
        try b.run("scan", b.photos)
        try b.link(to: server)
        try b.sync()
        #expect(try b.contents() == a.contents())
    }
}
