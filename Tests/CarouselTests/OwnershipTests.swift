import Carousel
import Foundation
import Photos
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
