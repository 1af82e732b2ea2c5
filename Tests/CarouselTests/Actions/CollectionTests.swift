import Carousel
import Foundation
import Photos
import TestSupport
import Testing
import Timeline

/// The hidden and the deleted photos as timelines of their own.
@Suite struct CollectionTests {
    private let fixture: LibraryFixture

    init() async throws {
        fixture = try await LibraryFixture(photos: 0, "collections")
        for number in 1...4 {
            try await fixture.writeJPEG("\(number).jpg", variant: UInt8(number))
        }
    }

    /// Waits until a collection holds exactly these.
    private func wait(
        _ snapshots: AsyncStream<Snapshot>, for photos: Set<LUID>
    ) async -> Snapshot? {
        for await snapshot in snapshots {
            let shown = (0..<snapshot.photoCount).map { snapshot[$0].luid }
            if Set(shown) == photos, shown.count == photos.count { return snapshot }
        }
        return nil
    }

    @Test(arguments: PhotoCollection.allCases) func aCollectionFollowsWhatTheUserDoes(
        collection: PhotoCollection
    ) async throws {
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        let all = try library.allDetails().map(\.luid)
        let into: PhotoAction = collection == .hidden ? .hide : .delete
        let back = into.inverse
        _ = try await library.perform(into, on: [all[0]])
        #expect(await wait(library.snapshots(of: collection), for: [all[0]]) != nil, "at first")
        let others = PhotoCollection.allCases.filter { $0 != collection }
        for other in others {
            #expect(await wait(library.snapshots(of: other), for: []) != nil)
        }
        let followed = library.snapshots(of: collection)
        let done = try await library.perform(into, on: [all[1], all[2]])
        let snapshot = await wait(followed, for: Set(all[0...2]))
        _ = try await library.outcome(of: done.operation)
        let record = try #require(snapshot?.record(of: all[1]))
        #expect(record.width > 0 && record.taken != nil && !record.thumbHash.isEmpty)
        #expect(library.thumbnail(of: all[1], .s256) != nil)
        #expect(try await library.picture(of: all[1], maxSide: 100).count > 100)
        _ = try await library.scan()
        #expect(library.thumbnail(of: all[1], .s256) != nil, "and it stays")
        let again = library.snapshots(of: collection)
        _ = try await library.undo(done.operation)
        #expect(await wait(again, for: [all[0]]) != nil)
        let last = library.snapshots(of: collection)
        let restored = try await library.perform(back, on: [all[0]])
        #expect(await wait(last, for: []) != nil)
        _ = try await library.outcome(of: restored.operation)
        #expect(library.snapshot.photoCount == 4)
        let open = library.snapshots(of: collection)
        await library.close()
        for await _ in open {}
    }

    @Test func aGuestSeesTheCollectionsToo() async throws {
        let owner = try await fixture.open()
        _ = try await owner.scan([fixture.photos], ScanOptions(thumbnails: false))
        let guest = try await fixture.open()
        let luid = try #require(try owner.luid(ofFile: "1.jpg"))
        let followed = guest.snapshots(of: .deleted)
        _ = try await owner.perform(.delete, on: [luid])
        #expect(await wait(followed, for: [luid]) != nil)
        await guest.close()
        await owner.close()
    }
}
