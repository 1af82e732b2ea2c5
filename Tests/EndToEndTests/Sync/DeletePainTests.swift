import Foundation
import TestSupport
import Testing

/// Public reports against other photo libraries about deleted photos that a
/// backup brought back, each rebuilt with real processes and shown not to
/// happen here.
@Suite struct DeletePainTests {
    /// Two devices that hold the same files, and a server that has them.
    private func inStep(
        seed: Int, speaksTLS: Bool = false
    ) throws -> (SyncServer, SyncDevice, SyncDevice) {
        let server = try SyncServer(speaksTLS: speaksTLS)
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        for device in [a, b] {
            try device.fill(3, seed: seed)
            try device.scan()
            try device.link(to: server)
            try device.sync()
        }
        return (server, a, b)
    }

    @Test("immich-app/immich 10109: what was curated on one device no other backs up again")
    func immich10109() throws {
        let (server, a, b) = try inStep(seed: 40)
        let (contents, files) = (try a.contents(), try a.files())
        try b.run("delete", try b.luid(of: contents[1]))
        try b.sync()
        let sent = try server.uploadedBytes()
        // Its file still lies on A, which looks through its folder and backs
        // up again and again.
        for _ in 0..<2 {
            try a.scan()
            try a.sync()
        }
        #expect(try a.contents("--deleted-elsewhere") == [contents[1]])
        #expect(try a.contents() == [contents[0], contents[2]])
        #expect(try server.uploadedBytes() == sent)
        #expect(try a.files() == files, "nobody but the user touches files")
        // The user wants it back after all.
        try a.run("restore", try a.luid(of: contents[1], "--deleted-elsewhere"))
        try a.sync()
        try b.sync()
        #expect(try a.contents() == contents)
        #expect(try b.contents() == contents)
    }

    @Test("immich-app/immich 23255: a deleted photo stays away when the index is made anew")
    func immich23255() throws {
        let (server, a, b) = try inStep(seed: 41)
        let (contents, files) = (try a.contents(), try a.files())
        try b.run("delete", try b.luid(of: contents[1]))
        try b.sync()
        try FileManager.default.removeItem(atPath: a.library)
        let sent = try server.uploadedBytes()
        try a.scan()
        try a.link(to: server)
        try a.sync()
        try b.sync()
        #expect(try a.contents() == [contents[0], contents[2]])
        #expect(try b.contents() == [contents[0], contents[2]])
        #expect(try a.contents("--deleted-elsewhere") == [contents[1]])
        #expect(try server.uploadedBytes() == sent)
        #expect(try a.files() == files)
    }

    @Test("immich-app/immich 25446: duplicates that were removed are not uploaded again")
    func immich25446() throws {
        let (server, a, b) = try inStep(seed: 42)
        // The same picture, saved once more with a few bytes behind it.
        let name = try #require(try a.files().keys.filter { $0.hasSuffix(".jpg") }.min())
        let bytes = try #require(try a.files()[name])
        let copies = (0..<2).map { "42/copy \($0).jpg" }
        for (number, copy) in copies.enumerated() {
            try a.folder.write(bytes + [UInt8(number)], to: "photos/" + copy)
        }
        let kept = try a.contents()
        try a.scan()
        try a.sync()
        try b.sync()
        let duplicates = Set(try b.contents()).subtracting(kept)
        #expect(duplicates.count == 2)
        for content in duplicates { try b.run("delete", try b.luid(of: content)) }
        try b.sync()
        let sent = try server.uploadedBytes()
        for _ in 0..<2 {
            try a.sync()
            try a.scan()
        }
        // One more of the same bytes in a folder that was there: no new photo.
        try FileManager.default.moveItem(
            atPath: a.photos + "/" + copies[0], toPath: a.photos + "/42/moved.jpg")
        try a.scan()
        try a.sync()
        #expect(try a.contents() == kept)
        #expect(try Set(a.contents("--deleted-elsewhere")) == duplicates)
        #expect(try server.uploadedBytes() == sent)
    }

    @Test("immich-app/immich 31453: a deleted photo that is uploaded again is seen again")
    func immich31453() throws {
        let (server, a, b) = try inStep(seed: 43, speaksTLS: true)
        let (contents, files) = (try a.contents(), try a.files())
        try b.run("delete", try b.luid(of: contents[1]))
        try b.sync()
        try a.sync()
        #expect(try a.contents() == [contents[0], contents[2]])
        // Another program uploads all of it, and is told that it is done.
        try server.uploadByRclone(a.photos, to: "Camera Uploads/from the phone")
        for device in [a, b] {
            try device.sync()
            #expect(try device.contents() == contents)
            #expect(try device.contents("--deleted-elsewhere").isEmpty)
        }
        #expect(try a.files() == files)
    }

    @Test("immich-app/immich 19582: a photo comes again after its trash was emptied")
    func immich19582() throws {
        let (server, a, b) = try inStep(seed: 44)
        let contents = try a.contents()
        let before = try a.files()
        try a.run("delete", try a.luid(of: contents[1]))
        try a.sync()
        try b.sync()
        let left = try a.files()
        let (name, bytes) = try #require(before.first { left[$0.key] == nil })
        // The user empties the trash and takes the photo from the card again.
        try FileManager.default.removeItem(atPath: a.folder.path + "/data/Trash")
        try a.scan()
        try a.sync()
        try a.folder.write(bytes, to: "photos/again/" + (name as NSString).lastPathComponent)
        try a.scan()
        #expect(try a.contents() == contents)
        try a.sync()
        try b.sync()
        #expect(try a.status()["on_server"] as? Int == 3)
        #expect(try a.timeline().allSatisfy { $0["where"] as? String == "both" })
        #expect(try b.contents() == contents)
        #expect(try server.usage()["files"] as? Int == 3)
    }
}
