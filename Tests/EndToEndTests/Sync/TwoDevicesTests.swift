import Foundation
import TestSupport
import Testing

/// Two libraries and a server, all as real processes.
@Suite struct TwoDevicesTests {
    @Test func photosOfOneDeviceAppearOnTheOther() throws {
        let server = try SyncServer()
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        try a.fill(6, seed: 1)
        try a.scan()
        let before = try a.files()
        try a.link(to: server)
        try b.run("scan", b.photos)
        try b.link(to: server)
        try a.run("sync")
        #expect(try a.status()["state"] as? String == "paused")
        #expect(try a.status()["to_upload"] as? Int == 0)
        try b.run("sync")

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

    @Test func whatIsDoneOfflineArrivesAfterAKill() throws {
        let server = try SyncServer()
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        try a.fill(4, seed: 2)
        try a.scan()
        try a.link(to: server)
        try a.run("sync")
        try b.run("scan", b.photos)
        try b.link(to: server)
        try b.run("sync")
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
        try b.run("sync")
        #expect(try b.run("operations").isEmpty)
        try a.run("sync")
        #expect(try a.contents() == [contents[0], contents[2], contents[3]])
        let marked = try a.timeline().filter { $0["favourite"] as? Bool == true }
        #expect(marked.compactMap { $0["content_hash"] as? String } == [contents[2]])
    }

    @Test func theSameBytesOnBothAreUploadedOnce() throws {
        let server = try SyncServer()
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        for device in [a, b] {
            try device.fill(5, seed: 3)
            try device.scan()
            try device.link(to: server)
        }
        try a.run("sync")
        try b.run("sync")
        try a.run("sync")
        for device in [a, b] {
            let photos = try device.timeline()
            #expect(photos.count == 5)
            #expect(photos.allSatisfy { $0["copies"] as? Int == 1 })
            #expect(photos.allSatisfy { $0["where"] as? String == "both" })
            #expect(try device.status()["on_server"] as? Int == 5)
        }
    }

    @Test func whatOneDeviceDeletesLeavesTheOtherAndItsFileStays() throws {
        let server = try SyncServer()
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        for device in [a, b] {
            try device.fill(3, seed: 4)
            try device.scan()
            try device.link(to: server)
            try device.run("sync")
        }
        let contents = try a.contents()
        let files = try b.files()
        try a.run("delete", try a.luid(of: contents[0]))
        try a.run("sync")
        try b.run("sync")
        #expect(try b.contents() == Array(contents.dropFirst()))
        #expect(try b.contents("--deleted-elsewhere") == [contents[0]])
        #expect(try b.files() == files)
        // Nobody brings it back by looking again.
        try b.run("sync")
        try a.run("sync")
        #expect(try a.contents() == Array(contents.dropFirst()))
    }
}
