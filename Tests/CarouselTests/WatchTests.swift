import Foundation
import Photos
import SQLite
import TestSupport
import Testing
import Timeline

@testable import Carousel

/// A library that keeps up with its folders.
@Suite struct WatchTests {
    private let fixture: LibraryFixture

    init() async throws {
        fixture = try await LibraryFixture(photos: 0, "watch")
        try await fixture.writeJPEG("first.jpg", variant: 200)
        try FileManager.default.createDirectory(
            atPath: fixture.path("sub/deep"), withIntermediateDirectories: true)
    }

    /// Runs `body` while the library keeps up, from when it listens.
    private func watching(
        budget: Int? = nil, sweep: Duration = .seconds(900),
        _ body: (PhotoLibrary) async throws -> Void
    ) async throws {
        let library = try await fixture.open()
        let photos = fixture.photos
        try await library.addRoot(photos)
        let watch = Task {
            do {
                try await library.watch(
                    ScanOptions(thumbnails: false), sweep: sweep, budget: budget)
            } catch LibraryError.cancelled {
                // As asked for.
            }
        }
        for await status in library.watchStatus where status.isWatching { break }
        try await body(library)
        watch.cancel()
        try await watch.value
        await library.close()
    }

    /// Waits until the timeline satisfies a condition.
    private func wait(
        _ library: PhotoLibrary, _ isSo: (Snapshot) throws -> Bool
    ) async throws {
        for await snapshot in library.snapshots where try isSo(snapshot) { return }
    }

    /// Waits until something is so that need not show in the timeline.
    private func until(_ isSo: () throws -> Bool) async throws {
        while try !isSo() { await Task.yield() }
    }

    private func paths(_ library: PhotoLibrary) throws -> Set<String> {
        let root = fixture.photos.display + "/"
        return Set(
            try library.allDetails().flatMap(\.paths).map {
                String($0.display.dropFirst(root.count))
            })
    }

    @Test func newChangedMovedAndRemovedFilesAreSeenWithoutAScan() async throws {
        try await watching { library in
            try await fixture.writeJPEG("sub/deep/a.jpg", variant: 1)
            try await wait(library) { $0.photoCount == 2 }
            let luid = try #require(try library.luid(ofFile: "a.jpg"))
            try fixture.move("sub/deep/a.jpg", to: "b.jpg")
            try await until { try library.luid(ofFile: "b.jpg") == luid }
            #expect(library.snapshot.photoCount == 2)
            try fixture.remove("b.jpg")
            try await wait(library) { $0.photoCount == 1 }
        }
    }

    @Test func aNewFolderIsWatchedWithAllThatComesIntoIt() async throws {
        try await watching { library in
            try await fixture.writeJPEG("new/er/a.jpg", variant: 1)
            try await wait(library) { $0.photoCount == 2 }
            try await fixture.writeJPEG("new/er/b.jpg", variant: 2)
            try await wait(library) { $0.photoCount == 3 }
            try fixture.move("new", to: "renamed")
            try await until {
                try paths(library) == ["first.jpg", "renamed/er/a.jpg", "renamed/er/b.jpg"]
            }
            #expect(library.snapshot.photoCount == 3)
            try await fixture.writeJPEG("renamed/er/c.jpg", variant: 3)
            try await wait(library) { $0.photoCount == 4 }
        }
    }

    @Test func aCopyPutBackAfterADeleteIsTheUsersWish() async throws {
        try await watching { library in
            let luid = try #require(
                library.snapshot.photoCount == 1 ? library.snapshot[0].luid : nil)
            let kept = try Data(contentsOf: URL(fileURLWithPath: fixture.path("first.jpg")))
            // What made the library listen may still be on its way.
            try await until { library.walks.walked.knewAll }
            let done = try await library.perform(.delete, on: [luid])
            _ = try await library.outcome(of: done.operation)
            try kept.write(to: URL(fileURLWithPath: fixture.path("sub/again.jpg")))
            try await wait(library) { $0.position(of: luid) != nil }
            #expect(try paths(library) == ["sub/again.jpg"])
        }
    }

    @Test func aFailureIsToldAndWhatHappenedMeanwhileIsTakenInAfterIt() async throws {
        try await watching { library in
            // Another program has the database, for longer than is waited for.
            let file = fixture.directory.path.appending("library.db")
            let other = try Connection(path: file.bytes, access: .readWrite)
            try other.execute("BEGIN IMMEDIATE")
            try await fixture.writeJPEG("sub/a.jpg", variant: 1)
            for await status in library.watchStatus where status.failure != nil {
                #expect(status.isWatching && status.description.contains("later"))
                break
            }
            try await fixture.writeJPEG("sub/b.jpg", variant: 2)
            try other.execute("ROLLBACK")
            try await wait(library) { $0.photoCount == 3 }
            for await status in library.watchStatus where status.failure == nil { break }
        }
    }

    @Test func noEditIsJudgedWhilePhotosAreOutOfSightAndAllAreAfterwards() async throws {
        try await fixture.writeJPEG("sub/a.jpg", variant: 1)
        try await watching(sweep: .milliseconds(300)) { library in
            let before = try #require(
                try library.luid(ofFile: "first.jpg").flatMap { try library.details(of: $0) })
            // Leads to itself: whoever looks is told that it cannot be read.
            try fixture.move("sub", to: "../sub")
            try FileManager.default.createSymbolicLink(
                atPath: fixture.path("sub"), withDestinationPath: "sub")
            try await fixture.writeJPEG("first.jpg", variant: 201)
            try await until { library.walks.blindness == .inWhole }
            #expect(try library.details(of: before.luid)?.contentHash == before.contentHash)
            #expect(library.snapshot.photoCount == 2, "what is out of sight is not gone")
            try fixture.remove("sub")
            try fixture.move("../sub", to: "sub")
            try await until {
                let hash = try library.details(of: before.luid)?.contentHash
                return hash != nil && hash != before.contentHash
            }
            try await until { library.walks.blindness == .none }
            #expect(library.snapshot.photoCount == 2)
        }
    }

    @Test func anEditInPlaceIsJudgedByTheWatchAlone() async throws {
        try await watching { library in
            let before = try #require(try library.allDetails().first)
            try await fixture.writeJPEG("first.jpg", variant: 201)
            try await until {
                let hash = try library.details(of: before.luid)?.contentHash
                return hash != nil && hash != before.contentHash
            }
            #expect(library.snapshot.photoCount == 1)
        }
    }

    @Test func aFileIsTakenWhenItHasSettled() async throws {
        try await watching { library in
            try await fixture.writeJPEG("whole.jpg", variant: 1)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path("whole.jpg")))
            try await wait(library) { $0.photoCount == 2 }
            let handle = fopen(fixture.path("slow.jpg"), "w")
            _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count / 2, handle) }
            fflush(handle)
            // Something else happens in the folder meanwhile.
            try await fixture.writeJPEG("other.jpg", variant: 2)
            try await wait(library) { $0.photoCount == 3 }
            #expect(try !library.problems().contains { $0.path.display.hasSuffix("slow.jpg") })
            _ = bytes.withUnsafeBytes {
                let half = $0.count / 2
                return fwrite($0.baseAddress! + half, 1, $0.count - half, handle)
            }
            fputc(7, handle)
            fclose(handle)
            try await wait(library) { $0.photoCount == 4 }
            #expect(try library.problems().isEmpty)
        }
    }

    @Test func aBurstOfFilesIsThereCompletelyOnceEachInFewCommits() async throws {
        let count = 1000
        try await watching { library in
            let before = library.snapshot.version
            for number in 0..<count {
                // Told apart by their length, so that none waits for another.
                try await fixture.writeJPEG(
                    "burst/\(number / 100)/\(number).jpg",
                    bytes: Array(repeating: UInt8(number & 255), count: number + 1))
            }
            try await wait(library) { $0.photoCount == count + 1 }
            let commits = library.snapshot.version - before
            // A wave each quarter of a second, which takes 200 to 800 files a
            // commit.
            #expect(commits <= 100, "\(commits) commits")
            #expect(try library.allDetails().flatMap(\.paths).count == count + 1)
            #expect(Set(try library.allDetails().map(\.luid)).count == count + 1)
        }
    }

    // immich-app/immich#15426: folder watching takes every inotify watch.
    @Test func immich15426_watchesStayWithinTheirBudgetAndTheRestIsSaid() async throws {
        for number in 0..<20 {
            try await fixture.writeJPEG("many/\(number)/a.jpg", variant: UInt8(number))
        }
        try await watching(budget: 5) { library in
            for await status in library.watchStatus {
                #expect(status.coverage.watched == 5)
                #expect(status.coverage.overBudget == 24 - 5)
                #expect(!status.coverage.isComplete)
                #expect(status.description.contains("more than can be watched"))
                break
            }
            #expect(library.snapshot.photoCount == 21)
        }
    }

    @Test func theRootThatGoesAwayAndReturnsIsNoticed() async throws {
        try await watching { library in
            let aside = fixture.folder.path + "/aside"
            try FileManager.default.moveItem(atPath: fixture.photos.display, toPath: aside)
            try await wait(library) { $0.photoCount == 1 && $0[0].flags.contains(.unavailable) }
            try FileManager.default.moveItem(atPath: aside, toPath: fixture.photos.display)
            _ = try await library.scan()
            #expect(!library.snapshot[0].flags.contains(.unavailable))
            try await fixture.writeJPEG("later.jpg", variant: 9)
            try await wait(library) { $0.photoCount == 2 }
        }
    }

    @Test func whatIsDeletedHereIsNoNewsFromOutside() async throws {
        try await watching { library in
            let luid = try #require(
                library.snapshot.photoCount == 1 ? library.snapshot[0].luid : nil)
            let done = try await library.perform(.delete, on: [luid])
            _ = try await library.outcome(of: done.operation)
            try await fixture.writeJPEG("next.jpg", variant: 5)
            try await wait(library) { $0.photoCount == 1 && $0.position(of: luid) == nil }
            let back = try await library.perform(.restore, on: [luid])
            _ = try await library.outcome(of: back.operation)
            try await fixture.writeJPEG("last.jpg", variant: 6)
            try await wait(library) { $0.photoCount == 3 }
            #expect(try library.luid(ofFile: "first.jpg") == luid)
        }
    }
}
