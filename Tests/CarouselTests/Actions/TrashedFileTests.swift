import Foundation
import Media
import Photos
import Store
import Synchronization
import TestSupport
import Testing

@testable import Carousel

/// Files on their way to the trash and back when their folder goes, links,
/// crashes and editors come between.
@Suite struct TrashedFileTests {
    private let fixture: LibraryFixture

    init() async throws {
        fixture = try await LibraryFixture(photos: 0, "trashed")
        for number in 1...3 {
            try await fixture.writeJPEG("\(number).jpg", variant: UInt8(number))
        }
    }

    private func scanned(_ trash: Trash? = nil) async throws -> PhotoLibrary {
        let library = try await fixture.open(trash: trash)
        _ = try await library.scan([fixture.photos], ScanOptions(thumbnails: false))
        return library
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: fixture.path(name)))
    }

    /// Whether something is there, be it a link to nothing.
    private func isThere(_ name: String) -> Bool {
        (try? FileStamp(ofItself: FilePath(fixture.path(name)))) != nil
    }

    private func names(in folder: String) -> [String] {
        let path = fixture.folder.path + "/trash/" + folder
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    private func perform(
        _ action: PhotoAction, on luid: LUID, in library: PhotoLibrary
    ) async throws -> ActionOutcome {
        let done = try await library.perform(action, on: [luid])
        return try await library.outcome(of: done.operation)
    }

    // MARK: - A folder that is not in the library any more

    @Test func whatIsInTheTrashComesBackAfterItsFolderWasRemovedFromTheLibrary() async throws {
        let library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        let before = try bytes("1.jpg")
        #expect(try await perform(.delete, on: luid, in: library) == ActionOutcome())
        try await library.removeRoot(fixture.photos)
        #expect(library.snapshot.photoCount == 0)
        #expect(try library.roots().isEmpty)
        #expect(try library.deletedPhotos().map(\.luid) == [luid], "it can still be found")
        #expect(try await perform(.restore, on: luid, in: library) == ActionOutcome())
        #expect(try bytes("1.jpg") == before)
        #expect(names(in: "files").isEmpty && names(in: "info").isEmpty)
        #expect(library.snapshot.photoCount == 0, "its folder is not in the library")
        #expect(try library.deletedPhotos().isEmpty)
        _ = try await library.scan([fixture.photos], ScanOptions(thumbnails: false))
        #expect(library.snapshot.photoCount == 3)
        #expect(try library.luid(ofFile: "1.jpg") == luid)
        await library.close()
    }

    @Test func aFolderThatReturnsFindsWhatOfItIsInTheTrash() async throws {
        let library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        _ = try await perform(.delete, on: luid, in: library)
        try await library.removeRoot(fixture.photos)
        _ = try await library.scan([fixture.photos], ScanOptions(thumbnails: false))
        #expect(library.snapshot.photoCount == 2)
        #expect(try await perform(.restore, on: luid, in: library) == ActionOutcome())
        #expect(library.snapshot.photoCount == 3)
        #expect(try library.luid(ofFile: "1.jpg") == luid)
        await library.close()
    }

    @Test func whatWasToGoToTheTrashAndDidNotStaysWhenItsFolderIsRemoved() async throws {
        let library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        let aside = fixture.folder.path + "/aside"
        try FileManager.default.moveItem(atPath: fixture.photos.display, toPath: aside)
        _ = try await library.scan()
        let done = try await library.perform(.delete, on: [luid])
        #expect(try await library.outcome(of: done.operation).waiting == [luid])
        try await library.removeRoot(fixture.photos)
        #expect(try await library.outcome(of: done.operation) == ActionOutcome())
        try FileManager.default.moveItem(atPath: aside, toPath: fixture.photos.display)
        try await library.finishMoves()
        #expect(isThere("1.jpg") && names(in: "files").isEmpty)
        await library.close()
    }

    @Test func aRestoreIntoAFolderThatIsAwayAndNotInTheLibraryFailsAtOnce() async throws {
        let library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        _ = try await perform(.delete, on: luid, in: library)
        try await library.removeRoot(fixture.photos)
        let aside = fixture.folder.path + "/aside"
        try FileManager.default.moveItem(atPath: fixture.photos.display, toPath: aside)
        let outcome = try await perform(.restore, on: luid, in: library)
        #expect(outcome.failures.map(\.problem) == [.noFolder])
        #expect(names(in: "files") == ["1.jpg"])
        #expect(try library.deletedPhotos().map(\.luid) == [luid])
        await library.close()
    }

    // MARK: - Links

    /// A photo of two files in two folders of the library, one of which is a
    /// link to the other.
    @Test(arguments: [true, false]) func aLinkAndItsFileGoAndComeBackInAnyOrder(
        isLinkKnownFirst: Bool
    ) async throws {
        let links = fixture.folder.filePath.appending("links")
        try FileManager.default.createDirectory(
            atPath: links.display, withIntermediateDirectories: false)
        let link = links.appending("link.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: link.display, withDestinationPath: "../photos/1.jpg")
        let before = try bytes("1.jpg")
        let library = try await fixture.open()
        let folders = [fixture.photos, links]
        for folder in isLinkKnownFirst ? folders.reversed() : folders {
            _ = try await library.scan([folder], ScanOptions(thumbnails: false))
        }
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        #expect(try library.details(of: luid)?.paths.count == 2)
        let done = try await library.perform(.delete, on: [luid])
        #expect(try await library.outcome(of: done.operation) == ActionOutcome())
        #expect(!isThere("1.jpg") && names(in: "files") == ["1.jpg", "link.jpg"])
        #expect((try? FileStamp(ofItself: link)) == nil)
        let undone = try await library.undo(done.operation)
        #expect(try await library.outcome(of: undone.operation) == ActionOutcome())
        #expect(try bytes("1.jpg") == before && names(in: "files").isEmpty)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link.display)
                == "../photos/1.jpg")
        #expect(try library.details(of: luid)?.paths.count == 2)
        let report = try await library.scan()
        #expect(report.unchanged == 4 && report.photos == 0)
        await library.close()
    }

    // MARK: - Editors and crashes

    @Test func bytesThatWereCaughtInTheTrashAreNamedAndNothingIsDeleted() async throws {
        let file = FilePath(fixture.path("1.jpg"))
        let newer = try bytes("2.jpg") + [9]
        let trash = Trash(
            home: fixture.folder.filePath.appending("trash"), usesMounts: false
        ) { from, to in
            guard from == file else { return Trash.renameOnDisk(from, to) }
            try? (newer + [1]).write(to: URL(fileURLWithPath: file.display), options: .atomic)
            let code = Trash.renameOnDisk(from, to)
            try? newer.write(to: URL(fileURLWithPath: file.display), options: .atomic)
            return code
        }
        let library = try await scanned(trash)
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        let outcome = try await perform(.delete, on: luid, in: library)
        let place = fixture.folder.path + "/trash/files/1.jpg"
        #expect(outcome.failures.map(\.problem) == [.caught])
        #expect(outcome.failures.map(\.path) == [FilePath(place)])
        #expect(outcome.failures.first?.description.contains("stays where it is") == false)
        #expect(try Data(contentsOf: URL(fileURLWithPath: place)) == newer + [1])
        #expect(names(in: "info") == ["1.jpg.trashinfo"])
        #expect(try bytes("1.jpg") == newer)
        #expect(library.snapshot.position(of: luid) != nil, "the delete is taken back")
        _ = try await library.scan()
        #expect(library.snapshot.photoCount == 3)
        #expect(try bytes("1.jpg") == newer)
        await library.close()
    }

    @Test func bytesThatWereCaughtAreBroughtBackOnceTheyCanBe() async throws {
        let file = FilePath(fixture.path("1.jpg"))
        let newer = try bytes("2.jpg") + [9]
        let refusals = Countdown(1)
        let trash = Trash(
            home: fixture.folder.filePath.appending("trash"), usesMounts: false
        ) { from, to in
            if from == file {
                try? newer.write(to: URL(fileURLWithPath: file.display), options: .atomic)
            } else if to == file, refusals.takeOne() {
                return EIO
            }
            return Trash.renameOnDisk(from, to)
        }
        let library = try await scanned(trash)
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        let done = try await library.perform(.delete, on: [luid])
        let outcome = try await library.outcome(of: done.operation)
        #expect(outcome.failures.map(\.problem) == [.changed])
        #expect(outcome.failures.map(\.path) == [file])
        #expect(try bytes("1.jpg") == newer && names(in: "files").isEmpty)
        _ = try await library.scan()
        #expect(library.snapshot.photoCount == 3)
        #expect(try library.luid(ofFile: "1.jpg") != nil)
        await library.close()
    }

    @Test(arguments: [false, true]) func aReturnThatACrashCutShortIsCompletedAndItsNoteGoes(
        isRemembered: Bool
    ) async throws {
        var library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        _ = try await perform(.delete, on: luid, in: library)
        await library.close()
        let path = FilePath(fixture.path("1.jpg"))
        let place = try #require(
            TrashPlace(file: fixture.folder.filePath.appending("trash/files/1.jpg")))
        let store = try LibraryStore.open(at: fixture.directory.path)
        try store.write { transaction throws(StoreError) in
            _ = try transaction.perform(
                .restore, on: [luid], as: OperationID(high: 1, low: 1), madeMilliseconds: 1)
        }
        try fixture.trash.restore(place, to: path, below: fixture.photos)
        if isRemembered {
            try store.write { transaction throws(StoreError) in
                guard let moved = try transaction.reading.filesToMove(limit: 1).first else {
                    return
                }
                try transaction.finishReturning(moved.file, stamp: nil)
            }
        }
        store.close()
        #expect(names(in: "info") == ["1.jpg.trashinfo"])
        library = try await fixture.open()
        #expect(
            try await library.outcome(of: OperationID(high: 1, low: 1)) == ActionOutcome())
        #expect(isThere("1.jpg") && names(in: "info").isEmpty)
        #expect(library.snapshot.position(of: luid) != nil)
        await library.close()
    }

    @Test func bytesThatWereEditedInTheTrashComeBackAsAnEdit() async throws {
        let library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        let before = try #require(try library.details(of: luid)?.contentHash)
        _ = try await perform(.delete, on: luid, in: library)
        let edited = try bytes("2.jpg") + [7, 7]
        try edited.write(
            to: URL(fileURLWithPath: fixture.folder.path + "/trash/files/1.jpg"))
        #expect(try await perform(.restore, on: luid, in: library) == ActionOutcome())
        _ = try await library.scan([], ScanOptions(thumbnails: false))
        let now = try library.allDetails().first { photo in
            photo.paths.contains(FilePath(fixture.path("1.jpg")))
        }
        #expect(now?.contentHash != nil && now?.contentHash != before)
        #expect(now?.byteSize == Int64(edited.count))
        await library.close()
    }

    /// A copy that came with an old folder is no wish, and does not become one
    /// by being renamed.
    @Test func aCopyThatWasThereIsNoWishWhenItIsMoved() async throws {
        try fixture.folder.write(Array(try bytes("1.jpg")), to: "backup/old.jpg")
        let library = try await scanned()
        let luid = try #require(try library.luid(ofFile: "1.jpg"))
        _ = try await perform(.delete, on: luid, in: library)
        let backup = fixture.folder.filePath.appending("backup")
        for _ in 0..<3 { _ = try await library.scan([backup]) }
        #expect(library.snapshot.position(of: luid) == nil)
        try FileManager.default.moveItem(
            atPath: backup.display + "/old.jpg", toPath: backup.display + "/new.jpg")
        for _ in 0..<3 { _ = try await library.scan() }
        #expect(library.snapshot.position(of: luid) == nil)
        await library.close()
    }
}

/// Refuses a number of times.
private final class Countdown: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    func takeOne() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}
