import Foundation
import TestSupport
import Testing

/// Public reports against other photo libraries about deleted photos that a
/// backup brought back, each rebuilt with real processes and shown not to
/// happen here.
@Suite struct DeletePainTests {
    /// Two devices that hold the same files, and a server that has them.
    private func inStep(seed: Int) throws -> (SyncServer, SyncDevice, SyncDevice) {
        let server = try SyncServer()
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
}
