import Carousel
import Foundation
import Photos
import Store
import TestSupport
import Testing

/// Two openings of one library: each is what a process of its own would be,
/// because the lock belongs to the open file and not to the process.
@Suite struct OwnershipTests {
    @Test func aSecondOpeningIsAGuestAndTheOwnerScansForIt() async throws {
        let fixture = try await LibraryFixture(photos: 12)
        let owner = try await fixture.open()
        let guest = try await fixture.open()
        #expect(owner.isOwner && !guest.isOwner)
        let report = try await guest.scan([fixture.photos])
        #expect(report.photos > 0)
        #expect(owner.snapshot.photoCount == report.photos + report.videos)
        await guest.close()
        await owner.close()
    }

    @Test func aGuestFollowsWhatTheOwnerChanges() async throws {
        let fixture = try await LibraryFixture(photos: 12)
        let owner = try await fixture.open()
        let guest = try await fixture.open()
        let report = try await owner.scan([fixture.photos])
        for await snapshot in guest.snapshots {
            // Ends by itself once the last change has arrived.
            if snapshot.photoCount == report.photos + report.videos,
                (0..<snapshot.photoCount).allSatisfy({ snapshot[$0] == owner.snapshot[$0] })
            {
                break
            }
        }
        await guest.close()
        await owner.close()
    }

    @Test func aGuestFollowsAChangeOfAnySize() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        // More than fits into one line of the socket.
        let count = 24_000
        let store = try LibraryStore.open(at: fixture.directory.path)
        let photos = fixture.photos
        try store.write { transaction throws(StoreError) in
            let root = try transaction.addRoot(photos, addedMilliseconds: 1).id
            for number in 0..<count {
                let file = NewFile(
                    root: root, path: photos.appending("\(number).jpg"),
                    stamp: FileStamp(
                        identity: FileIdentity(device: 1, inode: UInt64(number)), size: 1,
                        modifiedNanoseconds: 1, statusChangedNanoseconds: 1),
                    metadata: PhotoMetadata(kind: .photo))
                _ = try transaction.createPhoto(of: [try transaction.addFile(file)], content: nil)
            }
        }
        store.close()
        let owner = try await fixture.open()
        let guest = try await fixture.open()
        #expect(!guest.isOwner && guest.snapshot.photoCount == count)
        // The folder is empty all at once: every photo is unavailable.
        _ = try await owner.scan([], ScanOptions(thumbnails: false))
        #expect(owner.snapshot[0].flags.contains(.unavailable))
        for await snapshot in guest.snapshots where snapshot[0].flags.contains(.unavailable) {
            #expect(
                (0..<count).allSatisfy { snapshot[$0].flags.contains(.unavailable) },
                "a part of a change is never seen")
            break
        }
        await guest.close()
        await owner.close()
    }

    @Test func aGuestReadsWhatItMissedAndFollowsTheNextOwner() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        for number in 1...3 { try await fixture.writeJPEG("\(number).jpg", variant: UInt8(number)) }
        let first = try await fixture.open()
        _ = try await first.scan([fixture.photos], ScanOptions(thumbnails: false))
        let guest = try await fixture.open()
        #expect(guest.snapshot.photoCount == 3)
        await first.close()
        try await guest.ownerHasClosed()
        // Nobody tells this one.
        let store = try LibraryStore.open(at: fixture.directory.path)
        let gone = FilePath(fixture.path("1.jpg"))
        try store.write { transaction throws(StoreError) in
            if let file = try transaction.reading.file(at: gone) {
                try transaction.removeFiles([file.id])
            }
        }
        store.close()
        try fixture.remove("1.jpg")
        let second = try await fixture.open()
        #expect(second.isOwner)
        for await snapshot in guest.snapshots where snapshot.photoCount == 2 { break }
        try await fixture.writeJPEG("4.jpg", variant: 4)
        _ = try await second.scan([], ScanOptions(thumbnails: false))
        for await snapshot in guest.snapshots where snapshot.photoCount == 3 { break }
        await guest.close()
        await second.close()
    }

    @Test func theNextOpeningOwnsWhenTheOwnerHasClosed() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        let first = try await fixture.open()
        await first.close()
        let second = try await fixture.open()
        #expect(second.isOwner)
        await second.close()
    }

    @Test func anErrorOfTheOwnerReachesTheGuest() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        let owner = try await fixture.open()
        let guest = try await fixture.open()
        await #expect(throws: LibraryError.noSuchFolder("/nowhere/at/all")) {
            try await guest.scan([FilePath("/nowhere/at/all")])
        }
        await guest.close()
        await owner.close()
    }

    @Test func aDirectoryThatIsAFileIsNotWritable() async throws {
        let folder = try TemporaryFolder()
        try folder.write([0], to: "library")
        let directory = LibraryDirectory(folder.filePath.appending("library"))
        await #expect {
            _ = try await PhotoLibrary.open(directory)
        } throws: { error in
            if case LibraryError.notWritable = error { true } else { false }
        }
    }
}
