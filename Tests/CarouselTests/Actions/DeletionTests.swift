import Foundation
import Media
import Photos
import Store
import TestSupport
import Testing

@testable import Carousel

/// Deleting and restoring: photos and their files.
@Suite struct DeletionTests {
    private let fixture: LibraryFixture

    init() async throws {
        fixture = try await LibraryFixture(photos: 0, "deletion")
        for number in 1...3 {
            try await fixture.writeJPEG("\(number).jpg", variant: UInt8(number))
        }
    }

    private func scanned() async throws -> PhotoLibrary {
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos], ScanOptions(thumbnails: false))
        return library
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: fixture.path(name)))
    }

    private func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: fixture.path(name))
    }

    private var inTrash: [String] {
        let path = fixture.folder.path + "/trash/files"
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Deletes and waits for the files.
    private func delete(
        _ name: String, in library: PhotoLibrary
    ) async throws -> (LUID, PerformedAction, ActionOutcome) {
        let luid = try #require(try library.luid(ofFile: name))
        let done = try await library.perform(.delete, on: [luid])
        return (luid, done, try await library.outcome(of: done.operation))
    }

    @Test func aDeletedPhotosFileGoesToTheTrashAndComesBackAsItWas() async throws {
        let library = try await scanned()
        let before = try bytes("2.jpg")
        let (luid, _, outcome) = try await delete("2.jpg", in: library)
        #expect(outcome == ActionOutcome())
        #expect(library.snapshot.photoCount == 2)
        #expect(!isThere("2.jpg") && inTrash == ["2.jpg"])
        #expect(try library.deletedPhotos().map(\.paths) == [[FilePath(fixture.path("2.jpg"))]])
        _ = try await library.scan()
        #expect(library.snapshot.photoCount == 2, "a scan does not bring it back")
        let restored = try await library.perform(.restore, on: [luid])
        #expect(library.snapshot.position(of: luid) != nil, "at once")
        #expect(try await library.outcome(of: restored.operation) == ActionOutcome())
        #expect(try bytes("2.jpg") == before && inTrash.isEmpty)
        let report = try await library.scan()
        #expect(report.unchanged == 3 && report.photos == 0)
        #expect(try library.deletedPhotos().isEmpty)
        await library.close()
    }

    @Test func allFilesOfAPhotoGoAndUndoBringsAllBack() async throws {
        try fixture.copy("1.jpg", to: "copy of 1.jpg")
        let library = try await scanned()
        let (luid, done, _) = try await delete("1.jpg", in: library)
        #expect(inTrash == ["1.jpg", "copy of 1.jpg"])
        let undone = try await library.undo(done.operation)
        _ = try await library.outcome(of: undone.operation)
        #expect(inTrash.isEmpty && isThere("1.jpg") && isThere("copy of 1.jpg"))
        let paths = try library.details(of: luid)?.paths.count
        #expect(paths == 2)
        await library.close()
    }

    @Test func theBytesDecideWhetherATouchedFileMayGo() async throws {
        let library = try await scanned()
        chmod(fixture.path("1.jpg"), 0o600)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)],
            ofItemAtPath: fixture.path("1.jpg"))
        #expect(try await delete("1.jpg", in: library).2.failures.isEmpty)
        #expect(inTrash == ["1.jpg"])
        await library.close()
    }

    @Test func aFileWithOtherBytesStaysAndSoDoesItsPhoto() async throws {
        let library = try await scanned()
        try await fixture.writeJPEG("1.jpg", variant: 99)
        let (luid, _, outcome) = try await delete("1.jpg", in: library)
        #expect(outcome.failures.map(\.problem) == [.changed])
        #expect(isThere("1.jpg") && inTrash.isEmpty)
        #expect(library.snapshot.position(of: luid) != nil)
        await library.close()
    }

    @Test func whenOneFileCannotGoTheOthersComeBack() async throws {
        try fixture.copy("1.jpg", to: "copy of 1.jpg")
        let library = try await scanned()
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: fixture.path("copy of 1.jpg")))
        let (luid, _, outcome) = try await delete("1.jpg", in: library)
        #expect(outcome.failures.map(\.problem) == [.changed])
        #expect(isThere("1.jpg") && inTrash.isEmpty)
        #expect(library.snapshot.position(of: luid) != nil)
        await library.close()
    }

    @Test func withoutATrashNothingIsRemoved() async throws {
        try fixture.folder.write([], to: "trash")
        let library = try await scanned()
        let (luid, _, outcome) = try await delete("1.jpg", in: library)
        #expect(outcome.failures.map(\.problem) == [.noTrash])
        #expect(isThere("1.jpg") && library.snapshot.position(of: luid) != nil)
        await library.close()
    }

    @Test func whatLiesAtTheOldPlaceKeepsThePhotoDeleted() async throws {
        let library = try await scanned()
        let (luid, _, _) = try await delete("1.jpg", in: library)
        try Data([9]).write(to: URL(fileURLWithPath: fixture.path("1.jpg")))
        let restored = try await library.perform(.restore, on: [luid])
        let outcome = try await library.outcome(of: restored.operation)
        #expect(outcome.failures.map(\.problem) == [.occupied])
        #expect(library.snapshot.position(of: luid) == nil && inTrash == ["1.jpg"])
        #expect(try bytes("1.jpg") == Data([9]))
        try fixture.remove("1.jpg")
        let again = try await library.perform(.restore, on: [luid])
        #expect(try await library.outcome(of: again.operation) == ActionOutcome())
        #expect(library.snapshot.position(of: luid) != nil && isThere("1.jpg"))
        await library.close()
    }

    @Test func fromAnEmptiedTrashNothingComesBackAndItIsSaid() async throws {
        let library = try await scanned()
        let (luid, _, _) = try await delete("1.jpg", in: library)
        try FileManager.default.removeItem(atPath: fixture.folder.path + "/trash/files/1.jpg")
        let restored = try await library.perform(.restore, on: [luid])
        let outcome = try await library.outcome(of: restored.operation)
        #expect(outcome.failures.map(\.problem) == [.emptied])
        #expect(library.snapshot.position(of: luid) == nil)
        await library.close()
    }

    @Test func aDeletedPhotoOnAnAbsentDriveGoesToTheTrashWhenTheDriveReturns() async throws {
        let library = try await scanned()
        let aside = fixture.folder.path + "/aside"
        try FileManager.default.moveItem(atPath: fixture.photos.display, toPath: aside)
        _ = try await library.scan()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        let done = try await library.perform(.delete, on: [luid])
        #expect(try await library.outcome(of: done.operation).waiting == [luid])
        #expect(library.snapshot.photoCount == 2)
        try FileManager.default.moveItem(atPath: aside, toPath: fixture.photos.display)
        _ = try await library.scan()
        #expect(library.snapshot.photoCount == 2 && inTrash == ["1.jpg"])
        #expect(try await library.outcome(of: done.operation) == ActionOutcome())
        await library.close()
    }

    @Test func aFileThatAFileManagerTookOutOfTheTrashIsShownAgain() async throws {
        let library = try await scanned()
        let (luid, _, _) = try await delete("1.jpg", in: library)
        try fixture.move("../trash/files/1.jpg", to: "1.jpg")
        _ = try await library.scan()
        #expect(library.snapshot.position(of: luid) != nil)
        #expect(try library.allDetails().count == 3)
        await library.close()
    }

    @Test func aCopyInAFolderAddedLaterDoesNotBringAPhotoBack() async throws {
        try fixture.folder.write(Array(try bytes("1.jpg")), to: "backup/old.jpg")
        let library = try await scanned()
        let (luid, _, _) = try await delete("1.jpg", in: library)
        let backup = fixture.folder.filePath.appending("backup")
        _ = try await library.scan([backup])
        #expect(library.snapshot.position(of: luid) == nil)
        let listed = try library.deletedPhotos().flatMap(\.paths)
        #expect(listed.contains(backup.appending("old.jpg")), "never a silent skip")
        _ = try await library.perform(.restore, on: [luid])
        #expect(library.snapshot.position(of: luid) != nil)
        await library.close()
    }

    @Test func aCopyThatAppearsLongAfterIsTheUsersWish() async throws {
        let kept = try bytes("1.jpg")
        let library = try await scanned()
        let (luid, _, _) = try await delete("1.jpg", in: library)
        _ = try await library.scan()
        try kept.write(to: URL(fileURLWithPath: fixture.path("again.jpg")))
        _ = try await library.scan()
        #expect(library.snapshot.position(of: luid) != nil)
        await library.close()
    }

    @Test func anEditBeatsADelete() async throws {
        try fixture.copy("1.jpg", to: "copy of 1.jpg")
        let library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        let aside = fixture.folder.path + "/aside"
        try FileManager.default.moveItem(atPath: fixture.photos.display, toPath: aside)
        _ = try await library.scan()
        _ = try await library.perform(.delete, on: [luid])
        try FileManager.default.moveItem(atPath: aside, toPath: fixture.photos.display)
        try await fixture.writeJPEG("copy of 1.jpg", variant: 55)
        _ = try await library.scan()
        let shown = try library.allDetails().flatMap(\.paths).map(\.display)
        #expect(shown.contains(fixture.path("copy of 1.jpg")), "nobody deleted these bytes")
        #expect(isThere("copy of 1.jpg"))
        await library.close()
    }

    /// The steps of a move, and where a process may end between them.
    enum Crash: CaseIterable, Sendable {
        case beforeTheName, afterTheName, afterTheMove
    }

    @Test(arguments: Crash.allCases) func aMoveThatACrashCutShortIsCompleted(
        at crash: Crash
    ) async throws {
        var library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        await library.close()
        let path = FilePath(fixture.path("1.jpg"))
        let place = try #require(try fixture.trash.reserve(path, deleted: LocalClock.now))
        let store = try LibraryStore.open(at: fixture.directory.path)
        let file = try store.write { transaction throws(StoreError) in
            _ = try transaction.perform(
                .delete, on: [luid], as: OperationID(high: 1, low: 1), madeMilliseconds: 1)
            return try transaction.reading.file(at: path)
        }
        let id = try #require(file?.id)
        if crash != .beforeTheName {
            _ = try store.write { transaction throws(StoreError) in
                try transaction.setTrashPath(place.file, of: id)
            }
        }
        if crash == .afterTheMove {
            try fixture.trash.move(path, to: place, being: FileStamp(of: path))
        }
        store.close()
        library = try await fixture.open()
        let done = OperationID(high: 1, low: 1)
        #expect(try await library.outcome(of: done) == ActionOutcome())
        #expect(!isThere("1.jpg"))
        #expect(inTrash.count == 1)
        _ = try await library.perform(.restore, on: [luid])
        _ = try await library.outcome(of: done)
        #expect(isThere("1.jpg") && inTrash.isEmpty)
        await library.close()
    }

    @Test func aMovedFileIsStillOursWhenItsTrashIsAwayAtTheNextStart() async throws {
        var library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        await library.close()
        let path = FilePath(fixture.path("1.jpg"))
        let place = try #require(try fixture.trash.reserve(path, deleted: LocalClock.now))
        let store = try LibraryStore.open(at: fixture.directory.path)
        try store.write { transaction throws(StoreError) in
            _ = try transaction.perform(
                .delete, on: [luid], as: OperationID(high: 1, low: 1), madeMilliseconds: 1)
            guard let file = try transaction.reading.file(at: path) else { return }
            _ = try transaction.setTrashPath(place.file, of: file.id)
        }
        try fixture.trash.move(path, to: place, being: FileStamp(of: path))
        store.close()
        let aside = fixture.folder.path + "/aside"
        let files = FileManager.default
        try files.createDirectory(atPath: aside, withIntermediateDirectories: false)
        for name in ["photos", "trash"] {
            try files.moveItem(atPath: fixture.folder.path + "/" + name, toPath: "\(aside)/\(name)")
        }
        library = try await fixture.open()
        let waiting = try await library.outcome(of: OperationID(high: 1, low: 1))
        #expect(waiting.waiting == [luid])
        for name in ["photos", "trash"] {
            try files.moveItem(atPath: "\(aside)/\(name)", toPath: fixture.folder.path + "/" + name)
        }
        _ = try await library.scan()
        let restored = try await library.perform(.restore, on: [luid])
        #expect(try await library.outcome(of: restored.operation) == ActionOutcome())
        #expect(isThere("1.jpg") && inTrash.isEmpty)
        #expect(library.snapshot.position(of: luid) != nil)
        await library.close()
    }

    @Test func aCancelledMoveIsMadeLaterAndIsNoFailure() async throws {
        let library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        await library.close()
        // Only the bytes tell that it may go: they have to be read.
        chmod(fixture.path("1.jpg"), 0o600)
        let store = try LibraryStore.open(at: fixture.directory.path)
        _ = try store.write { transaction throws(StoreError) in
            try transaction.perform(
                .delete, on: [luid], as: OperationID(high: 1, low: 1), madeMilliseconds: 1)
        }
        let moves = TrashMoves(store: store, trash: fixture.trash)
        try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await moves.run()
        }.value
        let flags = try store.read { transaction throws(StoreError) in
            try transaction.userFlags(of: luid)
        }
        #expect(flags?.contains(.deleted) == true && isThere("1.jpg"))
        try await moves.run()
        #expect(!isThere("1.jpg") && inTrash == ["1.jpg"])
        store.close()
    }

    @Test func aDeleteThatIsTakenBackWhileTheDriveIsAwayLeavesNothingToDo() async throws {
        let library = try await scanned()
        let aside = fixture.folder.path + "/aside"
        try FileManager.default.moveItem(atPath: fixture.photos.display, toPath: aside)
        _ = try await library.scan()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        let done = try await library.perform(.delete, on: [luid])
        let undone = try await library.undo(done.operation)
        #expect(try await library.outcome(of: undone.operation) == ActionOutcome())
        #expect(try await library.outcome(of: done.operation) == ActionOutcome())
        #expect(library.snapshot.position(of: luid) != nil)
        await library.close()
    }

    // immich-app/immich#16866: the trash cannot be emptied when the original is
    // already gone from disk.
    @Test func immich16866_aDeleteOfAFileThatIsGoneSucceeds() async throws {
        let library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        try fixture.remove("1.jpg")
        let done = try await library.perform(.delete, on: [luid])
        _ = try await library.outcome(of: done.operation)
        _ = try await library.scan()
        #expect(try await library.outcome(of: done.operation) == ActionOutcome())
        #expect(library.snapshot.photoCount == 2)
        await library.close()
    }
}
