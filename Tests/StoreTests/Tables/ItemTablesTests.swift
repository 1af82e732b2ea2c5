import Photos
import SQLite
@testable import Store
import TestSupport
import Testing

struct ItemTablesTests {
    @Test func traitsAndZoneAreKept() throws {
        let library = try TestLibrary()
        var metadata = PhotoMetadata(kind: .photo, taken: CaptureTime(milliseconds: 5))
        metadata.zone = .utc
        metadata.traits = FileTraits(
            form: .raw, isAnimated: true, motion: MotionPart(offset: 7, length: 1 << 40),
            contentIdentifier: "id")
        let kept = metadata
        let id = try library.write { transaction throws(StoreError) in
            try transaction.addFile(
                NewFile(
                    root: library.root, path: FilePath("/photos/a.dng"), stamp: .of(1),
                    metadata: kept))
        }
        #expect(try library.file(id)?.metadata == metadata)
    }

    @Test func aPartIsShownOnlyWhenItsItemIsGone() throws {
        let library = try TestLibrary()
        let still = try library.add("a.jpg", size: 1, taken: 1)
        let film = try library.add("a.mov", size: 2, taken: 1)
        let item = try #require(try library.file(still)?.luid)
        let part = try #require(try library.file(film)?.luid)
        try library.write { transaction throws(StoreError) in
            try transaction.setParts(
                [ItemPart(luid: part, item: item, role: .motion)], among: [item, part])
        }
        #expect(try library.storedTimeline().map(\.luid) == [item])
        #expect(try library.storedTimeline()[0].flags.contains(.live))
        #expect(library.toldTimeline.map(\.luid) == [item])
        try library.write { transaction throws(StoreError) in
            try transaction.removeFiles([still])
        }
        #expect(try library.storedTimeline().map(\.luid) == [part])
        #expect(library.toldTimeline.map(\.luid) == [part])
    }

    @Test func whatAFileSaysItselfIsKeptBesideWhatItShows() throws {
        let library = try TestLibrary()
        let id = try library.add("a.jpg", taken: 1)
        let own = PhotoMetadata.taken(1)
        let shown = PhotoMetadata.taken(9)
        try library.write { transaction throws(StoreError) in
            try transaction.setMetadata(shown, own: own, of: id)
        }
        let row = try #require(try library.file(id))
        #expect(row.metadata == shown)
        #expect(
            try library.store.read { transaction throws(StoreError) in
                try transaction.ownMetadata(of: row)
            } == own)
        #expect(try library.storedTimeline().first?.taken == shown.taken)
        try library.write { transaction throws(StoreError) in
            try transaction.setMetadata(own, of: id)
        }
        let plain = try #require(try library.file(id))
        #expect(
            try library.store.read { transaction throws(StoreError) in
                try transaction.ownMetadata(of: plain)
            } == own)
    }

    @Test func theNearestWrittenOffsetCounts() throws {
        let library = try TestLibrary()
        let hour: Int64 = 3_600_000
        func add(_ name: String, _ taken: Int64, _ offset: Int, _ zone: ZoneSource) throws {
            var metadata = PhotoMetadata.taken(taken)
            metadata.utcOffsetMinutes = offset
            metadata.zone = zone
            let file = NewFile(
                root: library.root, path: FilePath("/photos/" + name), stamp: .of(1),
                metadata: metadata)
            try library.write { transaction throws(StoreError) in
                _ = try transaction.addFile(file)
            }
        }
        // At 0 and 10 hours UTC; a zone by the place does not count.
        try add("a", 2 * hour, 120, .written)
        try add("b", 11 * hour, 60, .written)
        try add("c", 8 * hour, 180, .place)
        func nearest(_ instant: Int64) throws -> Int? {
            try library.store.read { transaction throws(StoreError) in
                try transaction.nearestOffset(to: instant, within: 12 * hour)
            }
        }
        #expect(try nearest(4 * hour) == 120)
        #expect(try nearest(6 * hour) == 60)
        // Of two equally near the earlier.
        #expect(try nearest(5 * hour) == 120)
        #expect(try nearest(22 * hour) == 60)
        #expect(try nearest(22 * hour + 1) == nil)
    }

    @Test func sidecarsAreFoundByFolderAndByFile() throws {
        let library = try TestLibrary()
        let id = try library.add("sub/a.jpg")
        let sidecar = SidecarRow(
            root: library.root, path: FilePath("/photos/sub/a.xmp"), stamp: .of(3), kind: .xmp,
            metadata: SidecarMetadata(
                taken: CaptureTime(milliseconds: 4), utcOffsetMinutes: 60, zone: .written,
                location: Coordinate(latitude: 1, longitude: 2)))
        try library.write { transaction throws(StoreError) in
            try transaction.putSidecar(sidecar)
        }
        func found(_ folder: String) throws -> [StoredSidecar] {
            try library.store.read { transaction throws(StoreError) in
                try transaction.sidecars(in: FilePath(folder))
            }
        }
        #expect(try found("/photos").isEmpty)
        let stored = try #require(try found("/photos/sub").first)
        #expect(stored.row == sidecar)
        try library.write { transaction throws(StoreError) in
            try transaction.setSidecars([stored.id], of: id)
        }
        #expect(
            try library.store.read { transaction throws(StoreError) in
                try transaction.sidecars(of: id)
            } == [stored])
        // A folder that leaves the library takes them along.
        try library.write { transaction throws(StoreError) in
            try transaction.removeRoot(library.root)
        }
        #expect(try found("/photos/sub").isEmpty)
        #expect(try library.store.integrityFaults() == [])
    }

    @Test func aLibraryOfAnOlderFormatLearnsWhereItsFilesLie() throws {
        let folder = try TemporaryFolder()
        let old = Schema(
            applicationID: Schema.library.applicationID,
            steps: Array(Schema.library.steps.prefix { $0 != Schema.itemsAndSidecars }))
        let file = folder.filePath.appending(LibraryStore.fileName)
        try Database(creating: file, old, .full).close()
        let connection = try Connection(path: file.bytes, access: .readWrite)
        try connection.execute(
            """
            INSERT INTO roots (id, path, added_ms) VALUES (1, x'2f70', 1);
            INSERT INTO local_photos (id, root, path, size, mtime_ns, ctime_ns, inode, device,
                kind, date_source) VALUES (5, 1, x'2f702f612e6d6f76', 1, 1, 1, 1, 1, 1, 6),
                    (6, 1, x'2f702f622e6d6f76', 1, 1, 1, 1, 1, 1, 6);
            """)
        let store = try LibraryStore.open(at: folder.filePath)
        for id in [5, 6] {
            try store.write { transaction throws(StoreError) in
                #expect(try transaction.fillPlaces(limit: 1), "some at a time")
                #expect(transaction.filesToPair == [FileID(Int64(id))])
            }
        }
        #expect(
            try !store.write { transaction throws(StoreError) in
                try transaction.fillPlaces(limit: 1)
            })
        let files = try store.read { transaction throws(StoreError) in
            try transaction.files(in: FilePath("/p"))
        }
        #expect(files.map(\.path) == [FilePath("/p/a.mov"), FilePath("/p/b.mov")])
        #expect(files.first?.metadata.traits.form == .film)
        store.close()
    }
}
