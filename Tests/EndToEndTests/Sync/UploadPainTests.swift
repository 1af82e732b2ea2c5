import Foundation
import TestSupport
import Testing

/// Public reports against other photo libraries about uploads that doubled
/// photos, left some out or sent them again, each rebuilt with real processes
/// and shown not to happen here.
@Suite struct UploadPainTests {
    /// A server, and a device whose photos it has.
    private func synced(photos: Int, seed: Int) throws -> (SyncServer, SyncDevice) {
        let server = try SyncServer()
        let device = try SyncDevice("A")
        try device.fill(photos, seed: seed)
        try device.scan()
        try device.link(to: server)
        try device.run("sync")
        #expect(try server.uploads() == photos)
        return (server, device)
    }

    /// The library is lost; the folder of photos is as it was.
    private func forgetLibrary(of device: SyncDevice) throws {
        try FileManager.default.removeItem(atPath: device.library)
    }

    private func names(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            .filter { !$0.hasSuffix("/") && ($0 as NSString).pathExtension != "" }
    }

    @Test("immich-app/immich 3985: a photo that the camera finishes after its upload is one tile")
    func immich3985() throws {
        let (server, a) = try synced(photos: 3, seed: 31)
        let luids = Set(try a.timeline().compactMap { $0["luid"] as? Int })
        let name = try #require(try names(below: a.photos).first { $0.hasSuffix(".jpg") })
        let handle = try FileHandle(
            forWritingTo: URL(fileURLWithPath: a.photos + "/" + name))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("the rest".utf8))
        try handle.close()
        try a.run("sync")
        let photos = try a.timeline()
        #expect(Set(photos.compactMap { $0["luid"] as? Int }) == luids)
        #expect(photos.count == 3 && photos.allSatisfy { $0["copies"] as? Int == 1 })
        #expect(photos.allSatisfy { $0["where"] as? String == "both" })
        #expect(try a.status()["on_server"] as? Int == 3)
        // The server has the bytes that are on the disk, and no others.
        let b = try SyncDevice("B")
        try b.run("scan", b.photos)
        try b.link(to: server)
        try b.run("sync")
        #expect(try b.contents().sorted() == a.contents().sorted())
    }

    @Test("photoprism/photoprism 971: the same bytes in a second folder belong to both, unsent")
    func photoprism971() throws {
        let (server, a) = try synced(photos: 3, seed: 32)
        let sent = try server.uploadedBytes()
        try FileManager.default.copyItem(
            atPath: a.photos + "/32", toPath: a.photos + "/second album")
        try a.run("sync")
        let photos = try a.timeline()
        #expect(photos.count == 3)
        for photo in photos {
            let paths = try #require(photo["paths"] as? [String])
            #expect(paths.count == 2)
            #expect(paths.count { $0.contains("/second album/") } == 1)
            #expect(photo["copies"] as? Int == 1)
        }
        #expect(try server.uploadedBytes() == sent)
    }

    @Test("immich-app/immich 20992: an index that is lost sends nothing that the server has")
    func immich20992() throws {
        let (server, a) = try synced(photos: 7, seed: 33)
        let (sent, contents) = (try server.uploadedBytes(), try a.contents())
        try forgetLibrary(of: a)
        try a.scan()
        try a.link(to: server)
        try a.run("sync")
        #expect(try server.uploadedBytes() == sent)
        #expect(try a.contents() == contents)
        #expect(try a.timeline().allSatisfy { $0["copies"] as? Int == 1 })
        #expect(try a.run("operations").isEmpty)
    }

    @Test("nextcloud/android 1141: a restart uploads nothing that was uploaded, under any name")
    func nextcloudAndroid1141() throws {
        let (server, a) = try synced(photos: 4, seed: 34)
        let sent = try server.uploadedBytes()
        for _ in 0..<2 {
            let syncing = try a.start("sync", "--watch")
            kill(syncing.processIdentifier, SIGKILL)
            syncing.waitUntilExit()
            try a.run("sync")
        }
        server.stop()
        try server.start()
        try a.run("sync")
        #expect(try server.uploadedBytes() == 0, "since it started again")
        #expect(sent > 0)
        #expect(try a.status()["on_server"] as? Int == 4)
        #expect(try a.timeline().allSatisfy { $0["copies"] as? Int == 1 })
    }

    @Test("nextcloud/ios 3408: a backup set up anew knows photos by content, not by name")
    func nextcloudIOS3408() throws {
        let (server, a) = try synced(photos: 5, seed: 35)
        let sent = try server.uploadedBytes()
        try a.run("unlink")
        try forgetLibrary(of: a)
        for (number, name) in try names(below: a.photos).enumerated() {
            let ending = (name as NSString).pathExtension
            try FileManager.default.moveItem(
                atPath: a.photos + "/" + name, toPath: a.photos + "/NEW_\(number).\(ending)")
        }
        try a.scan()
        try a.link(to: server)
        try a.run("sync")
        #expect(try server.uploadedBytes() == sent)
        #expect(try a.status()["on_server"] as? Int == 5)
        #expect(try a.timeline().count == 5)
        #expect(try a.timeline().allSatisfy { $0["copies"] as? Int == 1 })
    }

    @Test("immich-app/immich 2136: what cannot be read ends no upload of the others")
    func immich2136() throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.fill(5, seed: 36)
        try a.scan()
        try a.link(to: server)
        // Known, wanted, first in the queue, and no file any more.
        let first = try #require(try a.timeline().min { $0.number("luid") < $1.number("luid") })
        let path = try #require((first["paths"] as? [String])?.first)
        try FileManager.default.moveItem(atPath: path, toPath: a.folder.path + "/aside")
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: (path as NSString).lastPathComponent)
        try a.run("sync")
        #expect(try server.uploads() == 4)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: a.folder.path + "/aside", toPath: path)
        try a.run("sync")
        #expect(try server.uploads() == 5)
        #expect(try a.timeline().count == 5)
        #expect(try a.timeline().allSatisfy { $0["where"] as? String == "both" })
    }

    @Test("IacobIonut01/ReFra 1196: a listing of many pages is read to its end")
    func reFra1196() throws {
        let server = try SyncServer(faults: "page:2")
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        try a.fill(9, seed: 37)
        try a.scan()
        try a.link(to: server)
        try a.run("sync")
        try b.run("scan", b.photos)
        try b.link(to: server)
        try b.run("sync")
        #expect(try b.contents().sorted() == a.contents().sorted())
        #expect(try b.timeline().count == 9)
        #expect(try b.status()["on_server"] as? Int == 9)
    }

    @Test("immich-app/immich 5275: the film of a Live Photo is sent later when it was not sent")
    func immich5275() throws {
        let server = try SyncServer()
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        let still = try GoodPhoto.jpeg()
        let film = MadeFilm(
            frame: JPEGSegments.withoutMetadata(still), width: 320, height: 240)
        try a.folder.write(still, to: "photos/IMG_1.JPG")
        try a.folder.write(film.bytes, to: "photos/IMG_1.MOV")
        try a.scan()
        try a.link(to: server)
        #expect(try a.timeline().map { ($0["parts"] as? [Any])?.count } == [1])
        // The film is away while its still is sent.
        let path = a.photos + "/IMG_1.MOV"
        try FileManager.default.moveItem(atPath: path, toPath: a.folder.path + "/aside")
        try a.run("sync")
        #expect(try server.uploads() == 1)
        try FileManager.default.moveItem(atPath: a.folder.path + "/aside", toPath: path)
        try a.run("sync")
        #expect(try server.uploads() == 2)
        #expect(try a.timeline().map { ($0["parts"] as? [Any])?.count } == [1])
        try b.run("scan", b.photos)
        try b.link(to: server)
        try b.run("sync")
        #expect(try b.status()["on_server"] as? Int == 2)
        #expect(try b.contents().contains(try #require(try a.contents().first)))
    }
}

extension [String: Any] {
    fileprivate func number(_ key: String) -> Int { self[key] as? Int ?? .max }
}
