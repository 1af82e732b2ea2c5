import Foundation
import TestSupport
import Testing

/// Two libraries and a server, all as real processes.
@Suite(.serialized) struct TwoDevicesTests {
    /// Two devices of one account, in step: the first has photos in its folder.
    private func devices(
        on server: SyncServer, photos: Int, seed: Int
    ) throws -> (SyncDevice, SyncDevice) {
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        try a.fill(photos, seed: seed)
        try a.scan()
        try a.link(to: server)
        try a.sync()
        try b.run("scan", b.photos)
        try b.link(to: server)
        try b.sync()
        return (a, b)
    }

    @Test(arguments: SyncServer.days)
    func photosOfOneDeviceAppearOnTheOther(_ faults: String?) throws {
        let server = try SyncServer(faults: faults)
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        try a.fill(6, seed: 1)
        try a.scan()
        let before = try a.files()
        try a.link(to: server)
        try b.run("scan", b.photos)
        try b.link(to: server)
        try a.sync()
        #expect(try a.status()["state"] as? String == "paused")
        #expect(try a.status()["to_upload"] as? Int == 0)
        try b.sync()

        let contents = try a.contents()
        #expect(contents.count == 6)
        #expect(try b.contents().sorted() == contents.sorted())
        #expect(try b.timeline("--server-only").count == 6)
        #expect(try b.timeline().allSatisfy { $0["where"] as? String == "server" })
        #expect(try a.timeline().allSatisfy { $0["where"] as? String == "both" })
        #expect(try a.timeline().allSatisfy { $0["copies"] as? Int == 1 })
        #expect(try a.timeline().allSatisfy { $0["pending"] as? Bool == false })
        // Nothing was done to anybody's folder.
        #expect(try a.files() == before)
        #expect(try b.files().isEmpty)
    }

    @Test(arguments: SyncServer.days)
    func whatIsDoneOfflineArrivesAfterAKill(_ faults: String?) throws {
        let server = try SyncServer(faults: faults)
        let (a, b) = try devices(on: server, photos: 4, seed: 2)
        let contents = try a.contents()

        server.stop()
        try b.run("hide", try b.luid(of: contents[1]))
        try b.run("favourite", try b.luid(of: contents[2]))
        #expect(try b.contents() == [contents[0], contents[2], contents[3]])
        // Tries, and is killed while it does.
        let syncing = try b.start("sync", "--watch")
        kill(syncing.processIdentifier, SIGKILL)
        syncing.waitUntilExit()
        #expect(try b.contents() == [contents[0], contents[2], contents[3]])
        #expect(try b.run("operations", "--json").count == 2)

        try server.start()
        try b.sync()
        #expect(try b.run("operations").isEmpty)
        try a.sync()
        #expect(try a.contents() == [contents[0], contents[2], contents[3]])
        let marked = try a.timeline().filter { $0["favourite"] as? Bool == true }
        #expect(marked.compactMap { $0["content_hash"] as? String } == [contents[2]])
    }

    @Test(arguments: SyncServer.days)
    func theSameBytesOnBothAreUploadedOnce(_ faults: String?) throws {
        let server = try SyncServer(faults: faults)
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        for device in [a, b] {
            try device.fill(5, seed: 3)
            try device.scan()
            try device.link(to: server)
        }
        try a.sync()
        try b.sync()
        try a.sync()
        for device in [a, b] {
            let photos = try device.timeline()
            #expect(photos.count == 5)
            #expect(photos.allSatisfy { $0["copies"] as? Int == 1 })
            #expect(photos.allSatisfy { $0["where"] as? String == "both" })
            #expect(try device.status()["on_server"] as? Int == 5)
        }
    }

    @Test(arguments: SyncServer.days)
    func whatOneDeviceDeletesLeavesTheOtherAndItsFileStays(_ faults: String?) throws {
        let server = try SyncServer(faults: faults)
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        for device in [a, b] {
            try device.fill(3, seed: 4)
            try device.scan()
            try device.link(to: server)
            try device.sync()
        }
        let contents = try a.contents()
        let files = try b.files()
        try a.run("delete", try a.luid(of: contents[0]))
        try a.sync()
        try b.sync()
        #expect(try b.contents() == Array(contents.dropFirst()))
        #expect(try b.contents("--deleted-elsewhere") == [contents[0]])
        #expect(try b.files() == files)
        // Nobody brings it back by looking again.
        try b.sync()
        try a.sync()
        #expect(try a.contents() == Array(contents.dropFirst()))
    }

    @Test(arguments: SyncServer.days)
    func anEditInPlaceIsTheSamePhotoOnTheOther(_ faults: String?) throws {
        let server = try SyncServer(faults: faults)
        let (a, b) = try devices(on: server, photos: 3, seed: 8)
        let before = try a.timeline()
        let edited = try #require(before.first { $0["kind"] as? String == "photo" })
        let path = try #require((edited["paths"] as? [String])?.first)
        try b.run("favourite", try b.luid(of: try #require(edited["content_hash"] as? String)))
        try b.sync()

        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data("edited".utf8))
        try file.close()
        try a.sync()
        try b.sync()
        let after = try a.timeline()
        #expect(after.count == before.count)
        let photo = try #require(after.first { $0["luid"] as? Int == edited["luid"] as? Int })
        #expect(photo["content_hash"] as? String != edited["content_hash"] as? String)
        #expect(photo["favourite"] as? Bool == true)
        #expect(photo["copies"] as? Int == 1)
        #expect(try b.contents() == a.contents())
        let there = try b.timeline().first {
            $0["content_hash"] as? String == photo["content_hash"] as? String
        }
        #expect(there?["favourite"] as? Bool == true)
    }

    @Test(arguments: SyncServer.days)
    func aPhotoHiddenBeforeAnotherUploadsItIsOneAndHidden(_ faults: String?) throws {
        let server = try SyncServer(faults: faults, speaksTLS: true)
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        try a.fill(2, seed: 9)
        try a.scan()
        try a.link(to: server)
        let contents = try a.contents()
        try a.run("hide", try a.luid(of: contents[0]))
        #expect(try a.contents() == [contents[1]])
        // Not a byte of it has gone to the server yet.
        try server.uploadByRclone(a.photos, to: "Camera Uploads/from elsewhere")
        try a.sync()
        #expect(try a.contents() == [contents[1]])
        #expect(try a.contents("--hidden") == [contents[0]])
        #expect(try a.timeline().allSatisfy { $0["copies"] as? Int == 1 })
        #expect(try a.timeline().allSatisfy { $0["where"] as? String == "both" })
        #expect(try a.status()["on_server"] as? Int == 2)
        try b.run("scan", b.photos)
        try b.link(to: server)
        try b.sync()
        #expect(try b.contents() == [contents[1]])
        #expect(try b.contents("--hidden") == [contents[0]])
    }

    @Test func aFolderThatIsOnlyShownIsNotUploadedUntilTheUserSaysSo() throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.fill(2, seed: 10)
        let shown = a.folder.path + "/shown"
        try FileManager.default.createDirectory(
            atPath: shown, withIntermediateDirectories: true)
        try a.scan()
        try a.run("folders", "add", shown)
        try a.run("folders", "set", shown, "--upload", "no")
        let folders = try a.run("folders", "list", "--json")
        #expect(folders.filter { $0.contains("\"uploads\":false") }.count == 1)
        for name in try FileManager.default.subpathsOfDirectory(atPath: a.photos) {
            guard let bytes = FileManager.default.contents(atPath: a.photos + "/" + name)
            else { continue }
            try (bytes + Data("other".utf8)).write(
                to: URL(
                    fileURLWithPath: shown + "/" + name.replacingOccurrences(of: "/", with: "-")))
        }
        try a.run("scan", shown)
        try a.link(to: server)
        try a.sync()
        #expect(try a.contents().count == 4)
        #expect(try a.status()["on_server"] as? Int == 2)
        #expect(try a.status()["to_upload"] as? Int == 0)
        #expect(try a.run("operations").isEmpty)

        try a.run("folders", "set", shown, "--upload", "yes")
        #expect(try a.status()["to_upload"] as? Int == 2)
        // What waits goes no more when the user thinks again.
        try a.run("folders", "set", shown, "--upload", "no")
        #expect(try a.status()["to_upload"] as? Int == 0)
        try a.run("folders", "set", shown, "--upload", "yes")
        try a.sync()
        #expect(try a.status()["on_server"] as? Int == 4)
    }

    @Test func nothingIsSentWhileTheUserHasPausedIt() throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.fill(2, seed: 11)
        try a.scan()
        try a.run("pause", status: 1)
        try a.link(to: server)
        try a.run("pause")
        #expect(try a.status()["paused"] as? Bool == true)
        let outcome = try a.run("sync", "--json", status: 1)
        #expect(outcome.last?.contains("\"state\":\"paused\"") == true)
        #expect(outcome.last?.contains("\"to_upload\":2") == true)
        try a.run("resume")
        #expect(try a.status()["paused"] as? Bool == false)
        try a.sync()
        #expect(try a.status()["on_server"] as? Int == 2)
    }
}
