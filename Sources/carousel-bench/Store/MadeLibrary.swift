import Foundation
import Photos
import Store
import Timeline

/// A library on disk with made-up photos, filled as a scan fills it.
enum MadeLibrary {
    /// Files in one transaction, as the scanner takes them in.
    static let filesPerCommit = 200

    /// - Returns: seconds of the thread's CPU time that the commits took.
    static func write(_ count: Int, to directory: FilePath) throws -> Double {
        let photos = MadePhotos(count: count).newestFirst().sorted { $0.luid < $1.luid }
        let store = try LibraryStore.open(at: directory)
        defer { store.close() }
        let root = try store.write { transaction throws(StoreError) in
            try transaction.addRoot(FilePath("/photos"), addedMilliseconds: 0)
        }.id
        let start = ThreadClock.now()
        for first in stride(from: 0, to: photos.count, by: filesPerCommit) {
            let batch = Array(photos[first..<min(first + filesPerCommit, photos.count)])
            try store.write { transaction throws(StoreError) in
                for photo in batch { try add(photo, root, &transaction) }
            }
        }
        let seconds = Double(ThreadClock.now() - start) / 1e9
        try keepEvents(of: store)
        return seconds
    }

    /// Stores the events that a timeline makes of the photos.
    private static func keepEvents(of store: LibraryStore) throws {
        let accumulator = Accumulator()
        try store.loadTimeline { batch throws(StoreError) in
            var transaction = accumulator.loaderTransaction()
            for record in batch { transaction.addPhoto(record) }
            transaction.commit()
        }
        let snapshot = accumulator.snapshot
        let events = (0..<snapshot.eventCount).map { snapshot.event(at: $0) }
            .map { EventRow(id: $0.id, first: $0.first, last: $0.last) }
        try store.write { transaction throws(StoreError) in
            try transaction.putEvents(events)
        }
    }

    static func path(of luid: LUID) -> FilePath {
        FilePath("/photos/2014/spring in the mountains/\(luid.rawValue / 500)/IMG_\(luid).jpg")
    }

    static func stamp(of luid: LUID) -> FileStamp {
        FileStamp(
            identity: FileIdentity(device: 1, inode: UInt64(luid.rawValue)),
            size: 3_000_000 + luid.rawValue, modifiedNanoseconds: luid.rawValue << 20,
            statusChangedNanoseconds: luid.rawValue << 21)
    }

    private static func add(
        _ photo: HotRecord, _ root: RootID, _ transaction: inout WriteTransaction
    ) throws(StoreError) {
        let file = try transaction.addFile(
            NewFile(
                root: root, path: path(of: photo.luid), stamp: stamp(of: photo.luid),
                metadata: PhotoMetadata(
                    kind: .photo, taken: photo.taken, utcOffsetMinutes: 120, dateSource: .exif,
                    size: PixelSize(width: Int(photo.width), height: Int(photo.height)),
                    location: Coordinate(latitude: 47.4, longitude: 8.5),
                    camera: "Canon EOS 70D")))
        let luid = try transaction.createPhoto(of: [file], content: nil)
        try transaction.setThumbnailsMade(of: luid, photo.thumbHash)
    }
}
