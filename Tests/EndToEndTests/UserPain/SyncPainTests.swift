import Foundation
import Glibc
import TestSupport
import Testing

/// What people reported of other programs' identity, delete and feeds over
/// two devices, each named after its issue.
@Suite struct SyncPainTests {
    @Test("immich-app/immich 3985: bytes that changed after they were hashed are one photo")
    func bytesThatChangedAreOnePhoto() throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.fill(1, seed: 20)
        try a.scan()
        try a.link(to: server)
        try a.sync()
        let (path, before) = try a.onlyPhoto()
        try a.append("more", to: path)
        try a.sync()
        let (_, after) = try a.onlyPhoto()
        #expect(after["content_hash"] as? String != before["content_hash"] as? String)
        #expect(after["luid"] as? Int == before["luid"] as? Int)
        #expect(after["copies"] as? Int == 1)
        #expect(try a.status()["on_server"] as? Int == 1)
    }

    @Test("immich-app/immich 24930: files that are not hashed yet are no second tiles")
    func filesThatAreNotHashedAreNoSecondTiles() throws {
        let server = try SyncServer()
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        for device in [a, b] { try device.fill(4, seed: 21) }
        try a.scan()
        try a.link(to: server)
        try a.sync()
        try b.folder.write([], to: "empty/.keep")
        try b.run("scan", b.folder.path + "/empty")
        try b.link(to: server)
        try b.sync()
        #expect(try b.contents().count == 4)
        try b.run("scan", b.photos)
        #expect(try b.contents().count == 4)
        try b.sync()
        #expect(try b.contents().sorted() == a.contents().sorted())
        #expect(try b.timeline().allSatisfy { $0["where"] as? String == "both" })
    }

    @Test("immich-app/immich 20992 and nextcloud/ios 3408: a lost index sends no byte again")
    func aLostIndexSendsNoByteAgain() throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.fill(4, seed: 22)
        try a.scan()
        try a.link(to: server)
        try a.sync()
        let sent = try server.bytesReceived(by: "files/upload")
        #expect(sent > 0)
        try FileManager.default.removeItem(atPath: a.library)
        try a.scan()
        try a.link(to: server)
        try a.sync()
        #expect(try server.bytesReceived(by: "files/upload") == sent)
        #expect(try a.contents().count == 4)
        #expect(try a.status()["on_server"] as? Int == 4)
    }

    @Test("nextcloud/android 1141: a restart uploads nothing again and numbers no name")
    func aRestartUploadsNothingAgain() throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.fill(3, seed: 23)
        try a.scan()
        try a.link(to: server)
        try a.sync()
        let sent = try server.bytesReceived(by: "files/upload")
        for _ in 0..<3 { try a.sync() }
        #expect(try server.bytesReceived(by: "files/upload") == sent)
        #expect(try a.status()["on_server"] as? Int == 3)
    }

    @Test("immich-app/immich 23255, 10109 and 25446: a backup does not undo a delete elsewhere")
    func aBackupDoesNotUndoADelete() throws {
        let server = try SyncServer()
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        for device in [a, b] {
            try device.fill(3, seed: 24)
            try device.scan()
            try device.link(to: server)
            try device.sync()
        }
        let contents = try a.contents()
        try b.run("delete", try b.luid(of: contents[1]))
        try b.sync()
        // The file still lies on A, which backs up again and again, also from
        // an index made anew.
        for _ in 0..<2 { try a.sync() }
        #expect(try a.contents("--deleted-elsewhere") == [contents[1]])
        try FileManager.default.removeItem(atPath: a.library)
        try a.scan()
        try a.link(to: server)
        try a.sync()
        try b.sync()
        #expect(try a.contents() == [contents[0], contents[2]])
        #expect(try b.contents() == [contents[0], contents[2]])
        #expect(try a.files().count >= 3)
        // Unless it is asked for.
        try a.run("restore", try a.luid(of: contents[1], "--deleted-elsewhere"))
        try a.sync()
        try b.sync()
        #expect(try b.contents() == contents)
    }

    @Test("immich-app/immich 15018: a first sync that is killed goes on where it was")
    func aKilledFirstSyncGoesOn() throws {
        let server = try SyncServer(faults: "page:1,slow:40")
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        try a.fill(12, seed: 25)
        try a.scan()
        try a.link(to: server)
        try a.sync()
        let whole = try a.contents()
        try b.run("scan", b.photos)
        try b.link(to: server)
        let begun = try server.answers(of: "carousel/photos/list\"")
        let syncing = try b.start("sync")
        while syncing.isRunning, try b.contents().count < 2 {}
        kill(syncing.processIdentifier, SIGKILL)
        syncing.waitUntilExit()
        let before = try b.contents().count
        #expect(before >= 2)
        try b.sync()
        #expect(try b.contents().sorted() == whole.sorted())
        // One listing was begun, and no more.
        #expect(try server.answers(of: "carousel/photos/list\"") == begun + 1)
    }

    @Test("aerogear/graphback 1724 and teambtcmap/btcmap.org 1189: pages end between all rows")
    func pagesMayEndBetweenAnyTwoRows() throws {
        let server = try SyncServer(faults: "page:1")
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        try a.fill(8, seed: 26)
        try a.scan()
        try a.link(to: server)
        try a.sync()
        try b.run("scan", b.photos)
        try b.link(to: server)
        try b.sync()
        #expect(try b.contents() == a.contents())
        #expect(try b.timeline().allSatisfy { $0["copies"] as? Int == 1 })
    }

    @Test("immich-app/immich 24150: acts of another program wait for no sync and fail by none")
    func twoProgramsWriteAndNeitherFails() throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.fill(6, seed: 27)
        try a.scan()
        try a.link(to: server)
        let syncing = try a.start("sync", "--watch")
        let contents = try a.contents()
        for content in contents.prefix(4) { try a.run("hide", try a.luid(of: content)) }
        #expect(try a.contents().count == 2)
        if syncing.isRunning { kill(syncing.processIdentifier, SIGINT) }
        syncing.waitUntilExit()
        try a.sync()
        #expect(try a.run("operations").isEmpty)
        #expect(try a.contents("--hidden").count == 4)
    }
}

extension SyncDevice {
    /// The one photo, and where it is.
    func onlyPhoto() throws -> (path: String, row: [String: Any]) {
        let photos = try timeline()
        #expect(photos.count == 1)
        let photo = try #require(photos.first)
        return (try #require((photo["paths"] as? [String])?.first), photo)
    }

    func append(_ text: String, to path: String) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }
}
