import Photos
import Store
import TestSupport
import Testing

@testable import Carousel

/// The rules of identity over the real tables: what the store hands to a
/// settlement is what it needs, and what it decides can be stored.
struct SettlingTests {
    @Test(arguments: 0..<6 as Range<UInt64>)
    func eachContentIsOnePhotoInTheEndWhateverHappened(seed: UInt64) throws {
        let library = try SettledLibrary(seed)
        var random = SplitMix64(seed: seed)
        var contents: [FileID: Int] = [:]
        for round in 0..<8 {
            for step in 0..<25 {
                try live("\(round)-\(step)", &contents, &random, library)
            }
            for id in contents.keys.sorted() where try library.file(id)?.hash.hash == nil {
                try library.hash(id, contents[id] ?? 0)
            }
            let sizes = try library.store.read { transaction throws(StoreError) in
                try transaction.unsettledSizes()
            }
            try library.settle(sizes, judgesEdits: true)
            try check(contents, library, seed)
        }
    }

    private func live(
        _ name: String, _ contents: inout [FileID: Int], _ random: inout SplitMix64,
        _ library: SettledLibrary
    ) throws {
        let content = Int.random(in: 0..<12, using: &random)
        let some = contents.keys.sorted().randomElement(using: &random)
        let root = library.root
        switch (Int.random(in: 0..<10, using: &random), some) {
        case (0, let id?):
            try library.write { transaction throws(StoreError) in
                try transaction.removeFiles([id])
            }
            contents[id] = nil
        case (1...2, let id?):
            let edit: FileEdit = Bool.random(using: &random) ? .sameShot : .otherShot
            try library.write { transaction throws(StoreError) in
                try transaction.changeFile(
                    id, stamp: .made(size: Self.size(of: content)),
                    metadata: PhotoMetadata(kind: .photo), edit: edit)
            }
            contents[id] = content
            try library.settle([Self.size(of: content)], judgesEdits: false)
        case (3...5, let id?):
            try library.hash(
                id, contents[id] ?? 0, fails: Int.random(in: 0..<6, using: &random) == 0)
        case (6, _):
            let isAvailable = Bool.random(using: &random)
            try library.write { transaction throws(StoreError) in
                try transaction.setAvailable(isAvailable, root)
            }
        default:
            let id = try library.add(name, size: Self.size(of: content))
            contents[id] = content
            try library.settle([Self.size(of: content)], judgesEdits: false)
        }
    }

    fileprivate static func size(of content: Int) -> Int64 { Int64(content % 4) }

    /// When all files are hashed and all edits judged.
    private func check(_ contents: [FileID: Int], _ library: SettledLibrary, _ seed: UInt64) throws
    {
        var photos: [Int: LUID] = [:]
        for (id, content) in contents {
            let file = try #require(try library.file(id))
            let luid = try #require(file.luid, "seed \(seed): the gate opens")
            #expect(file.edit == nil, "seed \(seed)")
            #expect(try library.photo(luid)?.contentHash == .made(of: content), "seed \(seed)")
            #expect(photos[content] ?? luid == luid, "seed \(seed): one photo a content")
            photos[content] = luid
        }
        let shown = try library.storedTimeline()
        #expect(Set(shown.map(\.luid)) == Set(photos.values), "seed \(seed)")
        let unsettled = try library.store.read { transaction throws(StoreError) in
            try transaction.unsettledSizes()
        }
        #expect(unsettled == [], "seed \(seed)")
        #expect(try library.store.integrityFaults() == [])
    }
}

/// A library whose files are made up.
private struct SettledLibrary: Sendable {
    let folder: TemporaryFolder
    let store: LibraryStore
    let root: RootID

    init(_ seed: UInt64) throws {
        folder = try TemporaryFolder("settling\(seed)")
        store = try LibraryStore.open(at: folder.filePath)
        root = try store.write { transaction throws(StoreError) in
            try transaction.addRoot(FilePath("/photos"), addedMilliseconds: 1)
        }.id
    }

    func write<Result: Sendable>(
        _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Result
    ) throws -> Result {
        try store.write(body)
    }

    func add(_ name: String, size: Int64) throws -> FileID {
        try write { transaction throws(StoreError) in
            try transaction.addFile(
                NewFile(
                    root: root, path: FilePath("/photos/" + name), stamp: .made(size: size),
                    metadata: PhotoMetadata(kind: .photo)))
        }
    }

    func hash(_ id: FileID, _ content: Int, fails: Bool = false) throws {
        try write { transaction throws(StoreError) in
            var placements = Placements()
            try transaction.setHash(fails ? .failed : .hashed(.made(of: content)), of: id)
            try transaction.settle(
                [SettlingTests.size(of: content)], judgesEdits: false, &placements)
        }
    }

    func settle(_ sizes: [Int64], judgesEdits: Bool) throws {
        try write { transaction throws(StoreError) in
            var placements = Placements()
            try transaction.settle(sizes, judgesEdits: judgesEdits, &placements)
        }
    }

    func file(_ id: FileID) throws -> FileRow? {
        try store.read { transaction throws(StoreError) in try transaction.file(id) }
    }

    func photo(_ luid: LUID) throws -> PhotoRow? {
        try store.read { transaction throws(StoreError) in try transaction.photo(luid) }
    }

    func storedTimeline() throws -> [HotRecord] {
        var records: [HotRecord] = []
        try store.loadTimeline { records += $0 }
        return records
    }
}

extension FileStamp {
    fileprivate static func made(size: Int64) -> FileStamp {
        FileStamp(
            identity: FileIdentity(device: 1, inode: 1), size: size, modifiedNanoseconds: 1,
            statusChangedNanoseconds: 1)
    }
}

extension ContentHash {
    fileprivate static func made(of content: Int) -> ContentHash {
        // 32 bytes by construction.
        ContentHash(bytes: Array(repeating: UInt8(content), count: 32))!
    }
}
