import Photos
import Store
import Sync
import TestSupport
import Testing

/// The rules of identity over the real tables: what the store hands to a
/// settlement is what it needs, and what it decides can be stored.
struct SettlingTests {
    @Test(arguments: 0..<6 as Range<UInt64>)
    func eachContentIsOnePhotoInTheEndWhateverHappened(seed: UInt64) throws {
        let library = try TestLibrary("settling\(seed)")
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
        _ library: TestLibrary
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
                    id, stamp: .of(SettlingTests.size(of: content)), metadata: .taken(1),
                    edit: edit)
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
            let id = try library.add(name, size: Self.size(of: content), isWaiting: true)
            contents[id] = content
            try library.settle([Self.size(of: content)], judgesEdits: false)
        }
    }

    fileprivate static func size(of content: Int) -> Int64 { Int64(content % 4) }

    /// When all files are hashed and all edits judged.
    private func check(_ contents: [FileID: Int], _ library: TestLibrary, _ seed: UInt64) throws {
        var photos: [Int: LUID] = [:]
        for (id, content) in contents {
            let file = try #require(try library.file(id))
            let luid = try #require(file.luid, "seed \(seed): the gate opens")
            #expect(file.edit == nil, "seed \(seed)")
            #expect(try library.photo(luid)?.contentHash == .of(content), "seed \(seed)")
            #expect(photos[content] ?? luid == luid, "seed \(seed): one photo a content")
            photos[content] = luid
        }
        let shown = try library.storedTimeline()
        #expect(Set(shown.map(\.luid)) == Set(photos.values), "seed \(seed)")
        #expect(library.toldTimeline == shown, "seed \(seed)")
        let unsettled = try library.store.read { transaction throws(StoreError) in
            try transaction.unsettledSizes()
        }
        #expect(unsettled == [], "seed \(seed)")
        #expect(try library.store.integrityFaults() == [])
    }
}

extension TestLibrary {
    fileprivate func hash(_ id: FileID, _ content: Int, fails: Bool = false) throws {
        try write { transaction throws(StoreError) in
            try transaction.setHash(fails ? .failed : .hashed(.of(content)), of: id)
            try transaction.settle([SettlingTests.size(of: content)], judgesEdits: false)
        }
    }

    fileprivate func settle(_ sizes: [Int64], judgesEdits: Bool) throws {
        try write { transaction throws(StoreError) in
            try transaction.settle(sizes, judgesEdits: judgesEdits)
        }
    }
}

extension WriteTransaction {
    /// What the engine does with a settlement.
    fileprivate mutating func settle(_ sizes: [Int64], judgesEdits: Bool) throws(StoreError) {
        let rows = try reading.standings(ofSizes: sizes)
        let settlement = Settlement(
            sizes: rows.sizes, files: rows.files, owners: rows.owners, judgesEdits: judgesEdits)
        for action in settlement.settle() {
            switch action {
            case .learn(let luid, let hash): try setContent(hash, of: luid)
            case .merge(let from, let into): try merge(from, into: into)
            case .attach(let file, let luid): try attach(file, to: luid)
            case .replace(let luid, let hash, let files):
                try replaceContent(of: luid, with: hash, in: files)
            case .create(let files, let hash): _ = try createPhoto(of: files, content: hash)
            case .hold, .hashSoon: break
            }
        }
    }
}
