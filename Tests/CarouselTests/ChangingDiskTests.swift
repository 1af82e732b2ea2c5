import Carousel
import Foundation
import Photos
import Store
import TestSupport
import Testing

/// Disks that are swapped, half readable, or have links to nowhere.
@Suite struct ChangingDiskTests {
    private let fixture: LibraryFixture

    init() async throws {
        fixture = try await LibraryFixture(photos: 0, "changing")
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

    @Test func anotherCardAtThePathTakesNoPhotoForGone() async throws {
        let library = try await scanned("a.jpg", "b.jpg")
        let first = Set(try library.allDetails().map(\.luid))
        let favourite = try #require(first.first)
        _ = try await library.perform(.favourite, on: [favourite])
        let files = FileManager.default
        let (card, other) = (fixture.folder.path + "/card", fixture.folder.path + "/other")
        try files.moveItem(atPath: fixture.photos.display, toPath: card)
        try await fixture.writeJPEG("c.jpg", variant: 40)
        for _ in 0..<2 {
            try await scan(library)
            #expect(library.snapshot.photoCount == 3)
            for luid in first {
                let flags = library.snapshot.record(of: luid)?.flags
                #expect(flags?.contains(.unavailable) == true)
            }
            let luid = try #require(try library.luid(ofFile: "c.jpg"))
            #expect(library.snapshot.record(of: luid)?.flags.contains(.unavailable) == false)
        }
        try files.moveItem(atPath: fixture.photos.display, toPath: other)
        try files.moveItem(atPath: card, toPath: fixture.photos.display)
        for _ in 0..<2 {
            let report = try await scan(library)
            #expect(report.unchanged == 2 && report.photos == 0)
            #expect(library.snapshot.photoCount == 3)
            for luid in first {
                let flags = library.snapshot.record(of: luid)?.flags
                #expect(flags?.contains(.unavailable) == false)
            }
        }
        #expect(library.snapshot.record(of: favourite)?.flags.contains(.favourite) == true)
        // Both cards are told from what really goes.
        try fixture.remove("a.jpg")
        try await scan(library)
        #expect(library.snapshot.photoCount == 2)
        await library.close()
    }

    @Test func aLinkToNowhereKeepsNoEditFromBeingJudged() async throws {
        let library = try await scanned("a.jpg", "b.jpg")
        let before = try #require(
            try library.allDetails().first {
                $0.paths.first?.name.elementsEqual("a.jpg".utf8) == true
            })
        try FileManager.default.createSymbolicLink(
            atPath: fixture.path("nowhere.jpg"), withDestinationPath: "/nowhere/x.jpg")
        for variant in [UInt8(61), 62] {
            try await fixture.writeJPEG("a.jpg", variant: variant)
            try await scan(library)
            let luid = try #require(try library.luid(ofFile: "a.jpg"))
            let hash = try library.details(of: luid)?.contentHash
            #expect(hash != nil && hash != before.contentHash)
            #expect(library.snapshot.photoCount == 2)
        }
        await library.close()
    }

    @Test func aDriveWithAnotherNumberIsKnownByThatFromThenOn() async throws {
        let library = try await scanned("a.jpg", "b.jpg")
        await library.close()
        let path = FilePath(fixture.path("a.jpg"))
        let real = try FileIdentity(of: path)
        func identity(settingTo other: FileIdentity? = nil) throws -> FileIdentity {
            let store = try LibraryStore.open(at: fixture.directory.path)
            defer { store.close() }
            return try store.write { transaction throws(StoreError) in
                let row = try transaction.reading.file(at: path)
                if let other, let row { try transaction.setIdentity(other, of: row.id) }
                return row?.stamp.identity ?? real
            }
        }
        _ = try identity(settingTo: FileIdentity(device: real.device + 1, inode: real.inode))
        #expect(try identity() != real)
        let again = try await fixture.open()
        let report = try await scan(again)
        #expect(report.unchanged == 2 && report.photos == 0)
        await again.close()
        #expect(try identity() == real)
    }

    @Test func aFileNobodyMayReadIsHashedOnceItMayBe() async throws {
        for name in ["a.jpg", "b.jpg"] { try await fixture.writeJPEG(name, variant: 1) }
        let library = try await scanned()
        #expect(library.snapshot.photoCount == 1)
        let file = try #require(try library.allDetails().first)
        await library.close()
        let store = try LibraryStore.open(at: fixture.directory.path)
        let hash = try #require(file.contentHash)
        let path = try #require(file.paths.first)
        try store.write { transaction throws(StoreError) in
            guard let row = try transaction.reading.file(at: path) else { return }
            try transaction.setHash(.failed, of: row.id)
        }
        store.close()
        let again = try await fixture.open()
        try await scan(again)
        await again.close()
        let read = try LibraryStore.open(at: fixture.directory.path)
        let row = try read.read { transaction throws(StoreError) in
            try transaction.file(at: path)
        }
        #expect(row?.hash == .hashed(hash))
        read.close()
    }
}
