import Foundation
import Media
import Photos
import Store
import TestSupport
import Testing

@testable import Carousel

/// What a walk proves holds only for files about which nothing happened
/// since.
struct ConcludingTests {
    private let folder: TemporaryFolder
    private let store: LibraryStore
    private let intake: Intake
    private let root: RootID
    private let path = FilePath("/photos/a.jpg")
    private let place = FilePath("/trash/files/a.jpg")

    init() throws {
        folder = try TemporaryFolder("concluding")
        store = try LibraryStore.open(at: folder.filePath)
        intake = Intake(
            store: store,
            thumbnails: try ThumbnailStore.open(at: folder.filePath, of: store.identity))
        root = try store.write { transaction throws(StoreError) in
            try transaction.addRoot(FilePath("/photos"), addedMilliseconds: 1)
        }.id
    }

    private func add(_ path: FilePath, inode: UInt64) throws -> FileID {
        let file = NewFile(
            root: root, path: path, stamp: .made(inode, changed: 1),
            metadata: PhotoMetadata(kind: .photo))
        return try store.write { transaction throws(StoreError) in
            let id = try transaction.addFile(file)
            _ = try transaction.createPhoto(of: [id], content: nil)
            return id
        }
    }

    /// What a walk that found only the other file has to say.
    private func outcome(seeing other: FilePath) async throws -> RootScan.Outcome {
        let known = try await intake.knownFiles(of: root, nil)
        let sidecars = SidecarSightings(known: try await intake.knownSidecars(of: root, nil))
        var outcome = RootScan.Outcome(known: known, sidecars: sidecars)
        _ = outcome.known.see(other, .made(2, changed: 1))
        outcome.walk.root = FileIdentity(device: 1, inode: 9)
        outcome.walk.devices = [1]
        outcome.walk.files = 1
        outcome.walk.reachedEnd = true
        return outcome
    }

    private func delete(_ id: FileID) throws {
        try store.write { transaction throws(StoreError) in
            guard let luid = try transaction.reading.file(id)?.luid else { return }
            _ = try transaction.perform(
                .delete, on: [luid], as: OperationID(high: 1, low: 1), madeMilliseconds: 1)
            _ = try transaction.setTrashPath(place, of: id)
            try transaction.finishTrashing(id)
        }
    }

    private func bringBack(_ id: FileID) throws {
        try store.write { transaction throws(StoreError) in
            _ = try transaction.undo(
                OperationID(high: 1, low: 1), as: OperationID(high: 2, low: 2),
                madeMilliseconds: 2)
            try transaction.finishReturning(id, stamp: .made(1, changed: 2))
        }
    }

    private func isKnown(_ id: FileID) throws -> Bool {
        try store.read { transaction throws(StoreError) in
            try transaction.file(id).map { !$0.isMissing } ?? false
        }
    }

    @Test(arguments: [true, false])
    func aFileBroughtBackDuringTheScanStays(wasDeletedBefore: Bool) async throws {
        let id = try add(path, inode: 1)
        let other = FilePath("/photos/b.jpg")
        _ = try add(other, inode: 2)
        if wasDeletedBefore { try delete(id) }
        let outcome = try await outcome(seeing: other)
        if !wasDeletedBefore { try delete(id) }
        try bringBack(id)
        try await intake.conclude(root, outcome)
        #expect(try isKnown(id))
        let later = try await self.outcome(seeing: other)
        try await intake.conclude(root, later)
        #expect(try !isKnown(id), "a walk of its own proves its absence")
    }

    @Test(arguments: [true, false])
    func aRenameBeforeTheFirstHashKeepsThePhoto(isLink: Bool) async throws {
        let old = FilePath(try folder.write([1, 2, 3], to: "old.jpg"))
        let new = folder.filePath.appending("new.jpg")
        let before = try FileStamp(of: old)
        let (luid, id) = try store.write { transaction throws(StoreError) in
            let file = NewFile(
                root: root, path: old, stamp: before, metadata: PhotoMetadata(kind: .photo))
            let id = try transaction.addFile(file)
            let luid = try transaction.createPhoto(of: [id], content: nil)
            return (luid, id)
        }
        if isLink {
            try FileManager.default.linkItem(atPath: old.display, toPath: new.display)
        } else {
            try FileManager.default.moveItem(atPath: old.display, toPath: new.display)
        }
        let known = try await intake.knownFiles(of: root, nil)
        let found = ReadFile(
            root: root, path: new, stamp: try FileStamp(of: new),
            content: .metadata(PhotoMetadata(kind: .photo)))
        let placed = try store.write { transaction throws(StoreError) in
            try transaction.put(found, PhotoMetadata(kind: .photo)).0
        }
        let row = try #require(
            try store.read { transaction throws(StoreError) in try transaction.file(at: new) })
        #expect((placed == id) == !isLink && row.id == placed)
        #expect((row.luid == luid) == !isLink)
        #expect(isLink || !known.isAsKnown(row), "its old place proves nothing of it")
    }

    @Test func aFolderThatWentAndIsBackIsListedItself() throws {
        let photos = folder.filePath
        try folder.write([1], to: "back/deep/a.jpg")
        var changes = FolderChanges()
        changes.folders = [photos]
        changes.gone = [photos.appending("back")]
        let part = try #require(RootPart(changes, of: photos, besides: []))
        #expect(part.folders == [photos, photos.appending("back")])
        #expect(part.gone == [photos.appending("back")])
    }

    @Test func aFolderThatCannotBeLookedAtIsNotGone() throws {
        let photos = folder.filePath
        // Longer than any name may be: the system does not say that it is not
        // there.
        let odd = photos.appending(String(repeating: "x", count: 300))
        var changes = FolderChanges()
        changes.folders = [odd, photos.appending("gone")]
        let part = try #require(RootPart(changes, of: photos, besides: []))
        #expect(part.folders.contains(odd) && part.folders.contains(photos))
        #expect(part.gone == [photos.appending("gone")])
    }
}

extension FileStamp {
    fileprivate static func made(_ inode: UInt64, changed: Int64) -> FileStamp {
        FileStamp(
            identity: FileIdentity(device: 1, inode: inode), size: 1, modifiedNanoseconds: 1,
            statusChangedNanoseconds: changed)
    }
}
