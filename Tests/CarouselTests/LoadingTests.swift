import Carousel
import Photos
import Store
import TestSupport
import Testing
import Timeline

/// A library that takes several batches to load.
struct LoadingTests {
    private static let hour: Int64 = 3_600_000
    private static let photos: Int64 = 3000

    /// Photos six hours apart by the dozen, the oldest third undated.
    private func taken(_ number: Int64) -> CaptureTime? {
        guard number > Self.photos / 3 else { return nil }
        return CaptureTime(milliseconds: 1_600_000_000_000 + number / 12 * 6 * Self.hour)
    }

    private func fill(_ directory: FilePath) throws {
        let store = try LibraryStore.open(at: directory)
        defer { store.close() }
        try store.write { transaction throws(StoreError) in
            let root = try transaction.addRoot(FilePath("/photos"), addedMilliseconds: 0).id
            for number in 1...Self.photos {
                let stamp = FileStamp(
                    identity: FileIdentity(device: 1, inode: UInt64(number)), size: number,
                    modifiedNanoseconds: 1, statusChangedNanoseconds: 1)
                let taken = taken(number)
                let file = try transaction.addFile(
                    NewFile(
                        root: root, path: FilePath("/photos/\(number).jpg"), stamp: stamp,
                        metadata: PhotoMetadata(
                            kind: .photo, taken: taken, utcOffsetMinutes: nil,
                            dateSource: taken == nil ? .none : .exif,
                            size: PixelSize(width: 4, height: 3), location: nil, camera: nil)))
                _ = try transaction.createPhoto(of: [file], content: nil)
            }
        }
    }

    /// Stores the events that a timeline makes of the photos under ids that no
    /// timeline would choose by itself.
    private func nameEvents(_ directory: FilePath) throws -> [EventRow] {
        let store = try LibraryStore.open(at: directory)
        defer { store.close() }
        let accumulator = Accumulator()
        try store.loadTimeline { batch throws(StoreError) in
            var transaction = accumulator.loaderTransaction()
            for record in batch { transaction.addPhoto(record) }
            transaction.commit()
        }
        let snapshot = accumulator.snapshot
        let events = (0..<snapshot.eventCount).map { index in
            let event = snapshot.event(at: index)
            return EventRow(
                id: EventID(Int64(10_000 + (index * 7919) % 9973)), first: event.first,
                last: event.last)
        }
        try store.write { transaction throws(StoreError) in
            try transaction.putEvents(events)
        }
        return events
    }

    @Test func everyEventIsFormedWithItsStoredID() async throws {
        let folder = try TemporaryFolder()
        try fill(folder.filePath)
        let events = try nameEvents(folder.filePath)
        let library = try await PhotoLibrary.open(
            LibraryDirectory(folder.filePath), workers: 1)
        let first = library.snapshot
        #expect(first.photoCount >= 200)
        #expect(
            (0..<min(first.eventCount, 16)).map { first.event(at: $0).id }
                == events.prefix(min(first.eventCount, 16)).map(\.id))
        try await library.loaded()
        let snapshot = library.snapshot
        #expect(
            (0..<snapshot.eventCount).map { snapshot.event(at: $0).id } == events.map(\.id))
        await library.close()
    }

    @Test func closingDoesNotWaitForThePhotosThatNobodyWillSee() async throws {
        let folder = try TemporaryFolder()
        try fill(folder.filePath)
        let library = try await PhotoLibrary.open(
            LibraryDirectory(folder.filePath), workers: 1)
        await library.close()
        // Either it was quicker or it was ended; it never hangs.
        do throws(LibraryError) {
            try await library.loaded()
            #expect(library.snapshot.photoCount == Int(Self.photos))
        } catch {
            #expect(error == .closed)
        }
    }
}
