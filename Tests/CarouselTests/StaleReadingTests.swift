import Photos
import Store
import TestSupport
import Testing

@testable import Carousel

/// What was read of a file, taken in after its row has changed.
struct StaleReadingTests {
    private let folder: TemporaryFolder
    private let store: LibraryStore
    private let root: RootID
    private let path = FilePath("/photos/a.jpg")

    init() throws {
        folder = try TemporaryFolder("stale")
        let store = try LibraryStore.open(at: folder.filePath)
        self.store = store
        root = try store.write { transaction throws(StoreError) in
            try transaction.addRoot(FilePath("/photos"), addedMilliseconds: 1)
        }.id
    }

    private func add(_ stamp: FileStamp) throws -> FileID {
        let file = NewFile(
            root: root, path: path, stamp: stamp, metadata: PhotoMetadata(kind: .photo))
        return try store.write { transaction throws(StoreError) in
            let id = try transaction.addFile(file)
            _ = try transaction.createPhoto(of: [id], content: nil)
            return id
        }
    }

    private func learn(
        _ hash: ContentHash?, of id: FileID, askedAs asked: FileStamp, read: FileStamp?
    ) throws {
        let hashed = HashedBytes(
            file: FileToRead(id: id, path: path, stamp: asked),
            state: hash.map(HashState.hashed) ?? .failed, stamp: read)
        try store.write { transaction throws(StoreError) in try transaction.learn(hashed) }
    }

    private func edit(_ id: FileID, to stamp: FileStamp) throws {
        try store.write { transaction throws(StoreError) in
            try transaction.changeFile(
                id, stamp: stamp, metadata: PhotoMetadata(kind: .photo), edit: .sameShot)
        }
    }

    private func row(_ id: FileID) throws -> FileRow {
        let row = try store.read { transaction throws(StoreError) in try transaction.file(id) }
        return try #require(row)
    }

    @Test func aHashMadeBeforeAnEditIsNoHashOfTheEdit() throws {
        let id = try add(.made(1))
        try edit(id, to: .made(2))
        try learn(.made(1), of: id, askedAs: .made(1), read: .made(1))
        #expect(try row(id).hash == .wanted)
        try learn(nil, of: id, askedAs: .made(1), read: nil)
        #expect(try row(id).hash == .wanted, "nor is its failure")
        try learn(.made(2), of: id, askedAs: .made(1), read: .made(2))
        #expect(try row(id).hash == .hashed(.made(2)), "the bytes of the row were read")
    }

    @Test func aHashLearntBeforeTheEditGoesWithIt() throws {
        let id = try add(.made(1))
        try learn(.made(1), of: id, askedAs: .made(1), read: .made(1))
        #expect(try row(id).hash == .hashed(.made(1)))
        try edit(id, to: .made(2))
        #expect(try row(id).hash == .wanted)
    }

    @Test func aFileWrittenSinceItsMetadataWereReadHasNoHash() throws {
        let id = try add(.made(1))
        try learn(.made(2), of: id, askedAs: .made(1), read: .made(2))
        #expect(try row(id).hash == .failed)
    }

    @Test func aDriveWithAnotherNumberIsHashedAllTheSame() throws {
        let id = try add(.made(1))
        try learn(.made(1), of: id, askedAs: .made(1), read: .made(1, device: 2))
        #expect(try row(id).hash == .hashed(.made(1)))
    }

    @Test func aNewStampIsForTheFileThatWasReadAtItsPath() async throws {
        let id = try add(.made(1))
        try learn(.made(1), of: id, askedAs: .made(1), read: .made(1))
        let intake = Intake(
            store: store,
            thumbnails: try ThumbnailStore.open(at: folder.filePath, of: store.identity))
        func touched(_ path: FilePath, _ hash: ContentHash) -> HashedBytes {
            HashedBytes(
                file: FileToRead(id: id, path: path, stamp: .made(1, device: 9)),
                state: .hashed(hash), stamp: .made(1, device: 9))
        }
        for stale in [touched(FilePath("/trash/a.jpg"), .made(1)), touched(path, .made(2))] {
            #expect(try await intake.restamp([stale]).isEmpty)
            #expect(try row(id).stamp == .made(1))
        }
        #expect(try await intake.restamp([touched(path, .made(1))]) == [id])
        #expect(try row(id).stamp == .made(1, device: 9))
    }

    @Test func whatLiesAtThePathOfAFileThatWentToTheTrashIsAFileOfItsOwn() throws {
        let id = try add(.made(1))
        let before = try row(id)
        let luid = try #require(before.luid)
        let place = FilePath("/trash/files/a.jpg")
        try store.write { transaction throws(StoreError) in
            _ = try transaction.perform(
                .delete, on: [luid], as: OperationID(high: 1, low: 1), madeMilliseconds: 1)
            _ = try transaction.setTrashPath(place, of: id)
            try transaction.finishTrashing(id)
        }
        let found = ReadFile(
            root: root, path: path, stamp: .made(2), known: id,
            content: .metadata(PhotoMetadata(kind: .video)))
        let new = try store.write { transaction throws(StoreError) in
            try transaction.put(found, PhotoMetadata(kind: .video)).0
        }
        #expect(new != id)
        #expect(try row(new).path == path && row(new).stamp == .made(2))
        let trashed = try row(id)
        #expect(trashed.path == place && trashed.stamp == .made(1))
        #expect(trashed.metadata == before.metadata && trashed.edit == nil)
    }
}

extension FileStamp {
    fileprivate static func made(_ size: Int64, device: UInt64 = 1) -> FileStamp {
        FileStamp(
            identity: FileIdentity(device: device, inode: 1), size: size,
            modifiedNanoseconds: size, statusChangedNanoseconds: size)
    }
}

extension ContentHash {
    fileprivate static func made(_ content: UInt8) -> ContentHash {
        // 32 bytes by construction.
        ContentHash(bytes: Array(repeating: content, count: 32))!
    }
}
