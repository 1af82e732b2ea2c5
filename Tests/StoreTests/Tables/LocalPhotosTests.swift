import Photos
import Store
import TestSupport
import Testing

struct LocalPhotosTests {
    @Test func fileComesBackAsItWasAdded() throws {
        let library = try TestLibrary()
        let root = library.root
        let whole = NewFile(
            root: root, path: FilePath(bytes: [0x2F, 0xFF, 0x2E])!,
            stamp: .of(.max, modified: .min + 1, inode: .max, device: .max),
            metadata: PhotoMetadata(
                kind: .video, taken: CaptureTime(milliseconds: -3), utcOffsetMinutes: -210,
                dateSource: .container, size: PixelSize(width: 1920, height: 1080),
                location: Coordinate(latitude: -33.5, longitude: 151.25),
                camera: "Zürich Optik", durationMilliseconds: 12_345))
        let bare = NewFile(
            root: root, path: FilePath("/b"), stamp: .of(0), metadata: PhotoMetadata(kind: .photo))
        for new in [whole, bare] {
            let id = try library.write { transaction throws(StoreError) in
                try transaction.addFile(new)
            }
            let row = try #require(try library.file(id))
            #expect(row.path == new.path && row.root == root && row.stamp == new.stamp)
            #expect(row.metadata == new.metadata)
            #expect(row.hash == .wanted && row.luid == nil && row.edit == nil)
            #expect(!row.isMissing && row.isReachable)
            let found = try library.store.read { transaction throws(StoreError) in
                try transaction.file(at: new.path)
            }
            #expect(found == row)
        }
    }

    @Test func changedFileWantsItsHashAndKeepsItsPhoto() throws {
        let library = try TestLibrary()
        let id = try library.add("a.jpg", taken: 1, content: .of(1))
        let change = { (edit: FileEdit) in
            try library.write { transaction throws(StoreError) in
                try transaction.changeFile(id, stamp: .of(9), metadata: .taken(1), edit: edit)
            }
        }
        try change(.sameShot)
        var row = try #require(try library.file(id))
        #expect(row.hash == .wanted && row.luid == LUID(1) && row.edit == .sameShot)
        #expect(row.stamp == .of(9))
        // Both must have been the same shot.
        try change(.otherShot)
        try change(.sameShot)
        row = try #require(try library.file(id))
        #expect(row.edit == .otherShot)
    }

    @Test func changedFileAtTheGateIsJustANewOne() throws {
        let library = try TestLibrary()
        let id = try library.add("a.jpg", isWaiting: true)
        try library.write { transaction throws(StoreError) in
            try transaction.setHash(.failed, of: id)
            try transaction.changeFile(
                id, stamp: .of(9), metadata: .taken(1), edit: .otherShot)
        }
        let row = try #require(try library.file(id))
        #expect(row.edit == nil && row.hash == .wanted)
    }

    @Test func movedFileKeepsItsPhotoAndReplacesWhatWasThere() throws {
        let library = try TestLibrary()
        let root = library.root
        let moved = try library.add("a.jpg", taken: 1)
        let replaced = try library.add("b.jpg", taken: 2)
        try library.write { transaction throws(StoreError) in
            try transaction.setMissing(true, [moved])
            try transaction.moveFile(
                moved, to: FilePath("/photos/b.jpg"), in: root, stamp: .of(1, modified: 77))
        }
        #expect(try library.file(replaced) == nil)
        let row = try #require(try library.file(moved))
        #expect(row.luid == LUID(1) && !row.isMissing && row.stamp.modifiedNanoseconds == 77)
        #expect(library.toldTimeline.map(\.luid) == [LUID(1)])
        // A change of case only is no conflict with itself.
        try library.write { transaction throws(StoreError) in
            try transaction.moveFile(
                moved, to: FilePath("/photos/b.jpg"), in: root, stamp: .of(1))
        }
        #expect(try library.file(moved) != nil)
    }

    @Test func fileIDsAndLUIDsAreNeverUsedAgain() throws {
        let library = try TestLibrary()
        let first = try library.add("a.jpg", taken: 1)
        try library.write { transaction throws(StoreError) in
            try transaction.removeFiles([first])
        }
        #expect(library.toldTimeline.isEmpty)
        let second = try library.add("a.jpg", taken: 1)
        #expect(second > first)
        #expect(library.toldTimeline.map(\.luid) == [LUID(2)])
    }

    @Test func filesWantingHashAreThoseThatCanBeRead() throws {
        let library = try TestLibrary()
        let root = library.root
        let ids = try (0..<5).map { try library.add("\($0).jpg") }
        try library.write { transaction throws(StoreError) in
            try transaction.setHash(.hashed(.of(1)), of: ids[1])
            try transaction.setMissing(true, [ids[2]])
        }
        let wanting = { (after: FileID?, limit: Int) in
            try library.store.read { transaction throws(StoreError) in
                try transaction.filesWantingHash(after: after, limit: limit).map(\.id)
            }
        }
        #expect(try wanting(nil, 9) == [ids[0], ids[3], ids[4]])
        #expect(try wanting(ids[0], 1) == [ids[3]])
        let readable = try library.store.read { transaction throws(StoreError) in
            try transaction.filesToRead([ids[4], ids[2], FileID(99), ids[1]]).map(\.id)
        }
        #expect(readable == [ids[4], ids[1]])
        try library.write { transaction throws(StoreError) in
            try transaction.setAvailable(false, root)
        }
        #expect(try wanting(nil, 9) == [])
    }

    @Test func hashThatFailedIsWantedAnewWhenTheFileReturns() throws {
        let library = try TestLibrary()
        let root = library.root
        let one = try library.add("a.jpg")
        let two = try library.add("b.jpg")
        try library.write { transaction throws(StoreError) in
            for id in [one, two] { try transaction.setHash(.failed, of: id) }
            try transaction.setMissing(true, [one])
            try transaction.setMissing(false, [one])
        }
        #expect(try library.file(one)?.hash == .wanted)
        #expect(try library.file(two)?.hash == .failed)
        try library.write { transaction throws(StoreError) in
            try transaction.setAvailable(false, root)
            try transaction.setAvailable(true, root)
        }
        #expect(try library.file(two)?.hash == .wanted)
    }

    @Test func removedRootTakesItsFilesAndLeavesTheLUIDs() throws {
        let library = try TestLibrary()
        let root = library.root
        try library.add("a.jpg", taken: 1, content: .of(1))
        try library.write { transaction throws(StoreError) in
            try transaction.putProblem(
                ProblemRow(
                    path: FilePath("/photos/x"), root: root, reason: .empty, detail: "",
                    stamp: nil))
            try transaction.removeRoot(root)
        }
        #expect(library.toldTimeline.isEmpty)
        #expect(try library.photo(LUID(1))?.files == [])
        #expect(try library.photo(LUID(1))?.contentHash == .of(1))
        let (roots, problems) = try library.store.read { transaction throws(StoreError) in
            (try transaction.roots(), try transaction.problems())
        }
        #expect(roots.isEmpty && problems.isEmpty)
        #expect(try library.store.integrityFaults() == [])
    }
}
