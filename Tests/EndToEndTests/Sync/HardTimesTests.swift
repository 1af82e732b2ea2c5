import Foundation
import TestSupport
import Testing

/// Sync with a server that is away, says no, or fails on purpose.
@Suite struct HardTimesTests {
    @Test(arguments: SyncServer.days)
    func aServerThatIsAwayForAWholeRunCostsNothing(_ faults: String?) throws {
        let server = try SyncServer(faults: faults)
        let a = try SyncDevice("A")
        try a.run("scan", a.photos)
        try a.link(to: server)
        server.stop()
        try a.fill(3, seed: 5)
        try a.scan()
        #expect(try a.contents().count == 3)
        try a.run("hide", try a.luid(of: try a.contents()[0]))
        #expect(try a.contents().count == 2)
        let outcome = try a.run("sync", "--json", "--patience", "1", status: 1)
        #expect(outcome.last?.contains("\"state\":\"offline\"") == true)
        #expect(try a.contents().count == 2)

        try server.start()
        try a.run("sync")
        #expect(try a.contents().count == 2)
        #expect(try a.contents("--hidden").count == 1)
        #expect(try a.run("operations").isEmpty)
        #expect(try a.status()["on_server"] as? Int == 3)
    }

    @Test(arguments: SyncServer.days)
    func aRevokedTokenIsSaidAndNothingIsLost(_ faults: String?) throws {
        let server = try SyncServer(faults: faults)
        let a = try SyncDevice("A")
        try a.fill(2, seed: 6)
        try a.scan()
        try a.link(to: server)
        try a.run("sync")
        try server.revokeTokens()
        try a.run("hide", try a.luid(of: try a.contents()[0]))
        let outcome = try a.run("sync", "--json", status: 1)
        #expect(outcome.last?.contains("needs_attention") == true)
        #expect(try a.contents().count == 1)

        // The same account again: what was done goes there.
        try a.run("unlink")
        #expect(try a.contents().count == 1)
        try a.link(to: server)
        try a.run("sync")
        let b = try SyncDevice("B")
        try b.run("scan", b.photos)
        try b.link(to: server)
        try b.run("sync")
        #expect(try b.contents() == a.contents())
        #expect(try b.contents("--hidden") == a.contents("--hidden"))
    }

    @Test func allArrivesOverAServerThatFailsOnPurpose() throws {
        let server = try SyncServer(faults: SyncServer.days[1])
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        try a.fill(8, seed: 7)
        try a.scan()
        try a.link(to: server)
        try b.run("scan", b.photos)
        try b.link(to: server)
        try a.sync()
        try a.run("hide", try a.luid(of: try a.contents()[3]))
        try a.sync()
        try b.sync()
        #expect(try a.contents().count == 7)
        #expect(try b.contents().sorted() == a.contents().sorted())
        #expect(try b.contents("--hidden") == a.contents("--hidden"))
        #expect(try b.timeline().allSatisfy { $0["copies"] as? Int == 1 })
    }

    @Test func aWrongPasswordAndAWrongAddressAreSaid() throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.run("scan", a.photos)
        try a.folder.write(Array("wrong\n".utf8), to: "wrong")
        try a.run(
            "link", server.url, "--user", SyncServer.user, "--password-file",
            a.folder.path + "/wrong", status: 1)
        try a.run(
            "link", "http://photos.example", "--user", "x", "--password-file",
            server.passwordFile, status: 1)
        #expect(try a.status()["state"] as? String == "unlinked")
        #expect(!FileManager.default.fileExists(atPath: a.library + "/server-token"))
        try a.run("sync", status: 1)
        try a.run("unlink", status: 1)
    }

    @Test func theTokenIsForItsOwnerAlone() throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.run("scan", a.photos)
        try a.link(to: server)
        let path = a.library + "/server-token"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let outcome = try a.run("sync", "--json", "--patience", "1", status: 1)
        #expect(outcome.last == nil)
        try a.run("unlink")
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
