import Carousel
import Foundation
import Media
import Photos
import TestSupport
import Testing

/// Public reports against other photo libraries about identity and disks,
/// each rebuilt and shown not to happen here.
@Suite struct DiskPainTests {
    private let fixture: LibraryFixture

    init() async throws {
        fixture = try await LibraryFixture(photos: 0, "pain")
    }

    private func scanned(_ names: String...) async throws -> PhotoLibrary {
        for (index, name) in names.enumerated() {
            try await fixture.writeJPEG(name, variant: UInt8(index + 1))
        }
        let library = try await fixture.open()
        try await scan(library, [fixture.photos])
        return library
    }

    @discardableResult
    private func scan(
        _ library: PhotoLibrary, _ folders: [FilePath] = []
    ) async throws -> ScanReport {
        try await library.scan(folders, ScanOptions(thumbnails: false))
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: fixture.path(name)))
    }

    /// Writes over a file and sets its time back to what it was.
    private func rewrite(_ name: String, _ change: (inout Data) -> Void) throws {
        let path = fixture.path(name)
        var status = stat()
        stat(path, &status)
        var data = try bytes(name)
        change(&data)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: data)
        try handle.close()
        let times = [status.st_atim, status.st_mtim]
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    }

    @Test("immich-app/immich 29417 and 28576: a change under the same size and time is seen")
    func immich29417() async throws {
        let library = try await scanned("a.jpg", "b.jpg")
        let luid = try #require(try library.luid(ofFile: "a.jpg"))
        let before = try library.details(of: luid)?.contentHash
        try rewrite("a.jpg") { $0[$0.count - 1] = 99 }
        try await scan(library)
        let after = try #require(try library.details(of: luid))
        #expect(after.contentHash != before && after.contentHash != nil)
        #expect(library.snapshot.photoCount == 2)
        await library.close()
    }

    @Test("immich-app/immich 10546 and 11894: other bytes of the same length are never merged")
    func immich10546() async throws {
        let library = try await scanned("a.jpg")
        let kept = try bytes("a.jpg")
        // The file's number on the disk is likely to be used again at once.
        try fixture.remove("a.jpg")
        var other = kept
        other[other.count - 1] = 77
        try other.write(to: URL(fileURLWithPath: fixture.path("b.jpg")))
        try await scan(library)
        try kept.write(to: URL(fileURLWithPath: fixture.path("c.jpg")))
        try await scan(library)
        let photos = try library.allDetails()
        #expect(photos.count == 2)
        #expect(Set(photos.map(\.contentHash)).count == 2)
        #expect(try library.problems().isEmpty)
        await library.close()
    }

    @Test("immich-app/immich 1946: an original downloaded into a folder is no second tile")
    func immich1946() async throws {
        let library = try await scanned("a.jpg")
        let luid = try library.luid(ofFile: "a.jpg")
        try FileManager.default.createDirectory(
            atPath: fixture.path("Downloads"), withIntermediateDirectories: true)
        try fixture.copy("a.jpg", to: "Downloads/a (1).jpg")
        try await scan(library)
        #expect(library.snapshot.photoCount == 1)
        #expect(try library.luid(ofFile: "a (1).jpg") == luid)
        await library.close()
    }

    @Test("immich-app/immich 18762: the same picture in other bytes is another photo")
    func immich18762() async throws {
        let library = try await scanned("a.jpg", "b.jpg")
        #expect(library.snapshot.photoCount == 2)
        await library.close()
    }

    @Test("immich-app/immich 17473: an extension's other case is the same photo")
    func immich17473() async throws {
        let library = try await scanned("a.JPG", "b.jpg")
        let luid = try #require(try library.luid(ofFile: "a.JPG"))
        _ = try await library.perform(.favourite, on: [luid])
        try fixture.move("a.JPG", to: "a.jpg")
        try await scan(library)
        #expect(try library.details(of: luid)?.paths.map(\.display) == [fixture.path("a.jpg")])
        #expect(library.snapshot.record(of: luid)?.flags.contains(.favourite) == true)
        #expect(library.snapshot.photoCount == 2)
        await library.close()
    }

    @Test("photoprism/photoprism 3048: moving originals about ends with none missing")
    func photoprism3048() async throws {
        let names = ["1/a.jpg", "1/b.jpg", "2/c.jpg"]
        let library = try await scanned(names[0], names[1], names[2])
        let luids = Set(try library.allDetails().map(\.luid))
        try fixture.move("1", to: "3")
        try await scan(library)
        try fixture.move("3", to: "2/inner")
        try fixture.move("2/c.jpg", to: "2/inner/a copy.jpg")
        try await scan(library)
        #expect(Set(try library.allDetails().map(\.luid)) == luids)
        #expect(try library.allDetails().allSatisfy { $0.isAvailable && $0.paths.count == 1 })
        await library.close()
    }

    @Test("nextcloud/server 9207: the bytes of a name on disk are never rewritten")
    func nextcloud9207() async throws {
        let decomposed = "a\u{307}.jpg"
        let composed = "\u{227}.jpg"
        let library = try await scanned(decomposed, "other.jpg")
        let luid = try #require(
            try library.allDetails().first {
                $0.paths[0].bytes.count != fixture.path("other.jpg").utf8.count
            }?
            .luid)
        try await scan(library)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.photos.display)
        #expect(names.contains { Array($0.utf8) == Array(decomposed.utf8) })
        rename(fixture.path(decomposed), fixture.path(composed))
        try await scan(library)
        let path = try #require(try library.details(of: luid)?.paths.first)
        #expect(Array(path.name) == Array(composed.utf8))
        #expect(library.snapshot.photoCount == 2)
        await library.close()
    }

    @Test("immich-app/immich 9695: an edit in place is new content with a new thumbnail")
    func immich9695() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a.jpg", variant: 1)
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        let luid = library.snapshot[0].luid
        try await fixture.writeJPEG("a.jpg", variant: 2)
        _ = try await library.scan()
        #expect(library.snapshot.photoCount == 1 && library.snapshot[0].luid == luid)
        #expect(library.thumbnail(of: luid, .s75) != nil)
        // Deleting touches the content that is seen, and only that.
        let done = try await library.perform(.delete, on: [luid])
        #expect(try await library.outcome(of: done.operation) == ActionOutcome())
        await library.close()
    }

    @Test("immich-app/immich 17290 and 17419: an unmounted folder loses nothing")
    func immich17290() async throws {
        let library = try await scanned("a.jpg", "b.jpg")
        let luids = try library.allDetails().map(\.luid)
        _ = try await library.perform(.hide, on: [luids[0]])
        let aside = fixture.folder.path + "/aside"
        for isEmptyFolderLeft in [false, true] {
            try FileManager.default.moveItem(atPath: fixture.photos.display, toPath: aside)
            if isEmptyFolderLeft {
                try FileManager.default.createDirectory(
                    atPath: fixture.photos.display, withIntermediateDirectories: false)
            }
            try await scan(library)
            #expect(library.snapshot.photoCount == 1)
            #expect(library.snapshot[0].flags.contains(.unavailable))
            if isEmptyFolderLeft {
                try FileManager.default.removeItem(atPath: fixture.photos.display)
            }
            try FileManager.default.moveItem(atPath: aside, toPath: fixture.photos.display)
            let report = try await scan(library)
            #expect(report.unchanged == 2 && report.photos == 0, "a stat pass")
            #expect(!library.snapshot[0].flags.contains(.unavailable))
        }
        _ = try await library.perform(.unhide, on: [luids[0]])
        #expect(try library.allDetails().map(\.luid) == luids)
        await library.close()
    }

    @Test("immich-app/immich 17419: nor does a drive that is mounted within a folder")
    func immich17419() async throws {
        // A folder of another drive, which a link stands for.
        let drive = "/dev/shm/carousel-\(UUID().uuidString)"
        guard
            (try? FileManager.default.createDirectory(
                atPath: drive, withIntermediateDirectories: false)) != nil,
            try FileIdentity(of: FilePath(drive)).device
                != FileIdentity(of: fixture.folder.filePath).device
        else { return }
        defer { try? FileManager.default.removeItem(atPath: drive) }
        try await fixture.writeJPEG("x.jpg", variant: 50)
        try FileManager.default.copyItem(atPath: fixture.path("x.jpg"), toPath: drive + "/x.jpg")
        try fixture.remove("x.jpg")
        let link = fixture.path("disk")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: drive)
        let library = try await scanned("a.jpg", "b.jpg")
        let luid = try #require(try library.luid(ofFile: "x.jpg"))
        #expect(library.snapshot.photoCount == 3)
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createDirectory(atPath: link, withIntermediateDirectories: false)
        try fixture.remove("b.jpg")
        try await scan(library)
        #expect(library.snapshot.photoCount == 2, "b.jpg is gone")
        #expect(library.snapshot.record(of: luid)?.flags.contains(.unavailable) == true)
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: drive)
        let report = try await scan(library)
        #expect(report.unchanged == 2 && report.photos == 0)
        #expect(library.snapshot.record(of: luid)?.flags.contains(.unavailable) == false)
        await library.close()
    }

    @Test("immich-app/immich 10039 and 14898: taking something out of the library touches no file")
    func immich14898() async throws {
        let library = try await scanned("a.jpg", "raw/b.jpg", "raw/c.jpg")
        let before = try FileManager.default.subpathsOfDirectory(atPath: fixture.photos.display)
        try await library.setRoot(
            fixture.photos, FolderSettings(excludes: [Array("raw/".utf8)]))
        try await scan(library)
        #expect(library.snapshot.photoCount == 1)
        #expect(try library.deletedPhotos().isEmpty, "left out is not deleted")
        try await library.setRoot(fixture.photos, FolderSettings())
        try await scan(library)
        #expect(library.snapshot.photoCount == 3)
        try await library.removeRoot(fixture.photos)
        #expect(library.snapshot.photoCount == 0)
        let after = try FileManager.default.subpathsOfDirectory(atPath: fixture.photos.display)
        #expect(after == before)
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.path + "/trash"))
        await library.close()
    }

    @Test("ente/ente 8558: a folder that is away at the start stays a folder of the library")
    func ente8558() async throws {
        var library = try await scanned("a.jpg")
        await library.close()
        let aside = fixture.folder.path + "/aside"
        try FileManager.default.moveItem(atPath: fixture.photos.display, toPath: aside)
        library = try await fixture.open()
        try await scan(library)
        #expect(try library.roots().map(\.isAvailable) == [false])
        try FileManager.default.moveItem(atPath: aside, toPath: fixture.photos.display)
        try await scan(library)
        #expect(try library.roots().map(\.isAvailable) == [true])
        #expect(library.snapshot.photoCount == 1)
        await library.close()
    }

    @Test("kukhariev/ngx-uploadx 49: empty files are each said once and are no duplicates")
    func ngxUploadx49() async throws {
        try fixture.folder.write([], to: "photos/empty.jpg")
        try fixture.folder.write([], to: "photos/also empty.jpg")
        let library = try await scanned("a.jpg")
        for _ in 0..<2 {
            #expect(try library.problems().map(\.reason) == [.empty, .empty])
            #expect(library.snapshot.photoCount == 1)
            try await scan(library)
        }
        await library.close()
    }

    @Test("immich-app/immich 29627: a move between folders of the library is no new photo")
    func immich29627() async throws {
        let library = try await scanned("a.jpg")
        let luid = library.snapshot[0].luid
        let other = fixture.folder.filePath.appending("other")
        try FileManager.default.createDirectory(
            atPath: other.display, withIntermediateDirectories: false)
        try await fixture.writeJPEG("stays.jpg", variant: 9)
        try await scan(library, [fixture.photos, other])
        try fixture.move("a.jpg", to: "../other/a.jpg")
        try await scan(library)
        #expect(try library.luid(ofFile: "a.jpg") == luid)
        #expect(library.snapshot.photoCount == 2)
        await library.close()
    }

    @Test("immich-app/immich 15354: delete and the same bytes again within a moment end well")
    func immich15354() async throws {
        let library = try await scanned("a.jpg", "b.jpg")
        let kept = try bytes("a.jpg")
        let luid = try #require(try library.luid(ofFile: "a.jpg"))
        let done = try await library.perform(.delete, on: [luid])
        try kept.write(to: URL(fileURLWithPath: fixture.path("again.jpg")))
        _ = try await library.outcome(of: done.operation)
        try await scan(library)
        // Either it counts as a wish or it is listed; in no case is it lost.
        let shown = try library.allDetails().flatMap(\.paths)
        let listed = try library.deletedPhotos().flatMap(\.paths)
        #expect((shown + listed).contains(FilePath(fixture.path("again.jpg"))))
        _ = try await library.perform(.restore, on: [luid])
        _ = try await library.outcome(of: done.operation)
        #expect(library.snapshot.position(of: luid) != nil)
        await library.close()
    }

    @Test("blissd/fotema 587: a restart without changes reads no file")
    func fotema587() async throws {
        var library = try await scanned("a.jpg", "b.jpg", "c.jpg")
        await library.close()
        library = try await fixture.open()
        let report = try await scan(library)
        #expect(report.unchanged == 3 && report.photos == 0)
        await library.close()
    }

    @Test func otherRightsOnAFileChangeNothingOfItsPhoto() async throws {
        let library = try await scanned("a.jpg", "b.jpg")
        let before = try library.allDetails()
        chmod(fixture.path("a.jpg"), 0o640)
        let report = try await scan(library)
        #expect(report.unchanged == 2 && report.photos == 0)
        #expect(try library.allDetails() == before)
        await library.close()
    }
}
