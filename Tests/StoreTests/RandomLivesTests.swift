import Photos
import Store
import TestSupport
import Testing

/// Random lives of a library against a naive model of it.
struct RandomLivesTests {
    /// A file as the model has it.
    private struct File: Sendable {
        var taken: Int64?
        var name: String
        var luid: Int64?
        var hasEdit = false
        var isMissing = false
    }

    private struct Model: Sendable {
        var files: [FileID: File] = [:]
        /// Of each photo, what it showed before all its files had edits.
        var shown: [Int64: HotRecord] = [:]
        var thumbHashes: [Int64: ThumbHash] = [:]
        var isAvailable = true

        /// The timeline that the rules give, computed from nothing.
        mutating func timeline() -> [HotRecord] {
            var records: [Int64: HotRecord] = [:]
            for luid in Set(files.values.compactMap(\.luid)) {
                let own = files.filter { $0.value.luid == luid }.sorted { $0.key < $1.key }
                let judged = own.filter { !$0.value.hasEdit }
                let face =
                    judged.first { !$0.value.isMissing && isAvailable } ?? judged.first
                guard let face = face?.value else {
                    records[luid] = shown[luid]
                    continue
                }
                records[luid] = HotRecord(
                    luid: LUID(luid), taken: face.taken.map(CaptureTime.init(milliseconds:)),
                    nameKey: NameKey(fileName: Array(face.name.utf8)),
                    flags: face.isMissing || !isAvailable ? .unavailable : [],
                    thumbHash: thumbHashes[luid] ?? .empty)
            }
            shown = records
            return records.values.sorted(by: HotRecord.isNewer)
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func timelineTableIsAlwaysWhatItsRowsSay(seed: UInt64) throws {
        let library = try TestLibrary("lives\(seed)")
        let root = library.root
        var random = SplitMix64(seed: seed)
        var model = Model()
        for commit in 0..<120 {
            let (before, start) = (model, random)
            (model, random) = try library.write { transaction throws(StoreError) in
                var (model, random) = (before, start)
                for step in 0..<Int.random(in: 1...6, using: &random) {
                    try live(
                        "\(commit)-\(step)", root, &model, &random, &transaction)
                }
                return (model, random)
            }
            let expected = model.timeline()
            #expect(try library.storedTimeline() == expected, "seed \(seed) commit \(commit)")
            #expect(library.toldTimeline == expected, "seed \(seed) commit \(commit)")
        }
        #expect(try library.store.integrityFaults() == [])
    }

    private func live(
        _ name: String, _ root: RootID, _ model: inout Model, _ random: inout SplitMix64,
        _ transaction: inout WriteTransaction
    ) throws(StoreError) {
        let taken = Bool.random(using: &random) ? Int64.random(in: 0..<9, using: &random) : nil
        let some = model.files.keys.sorted().randomElement(using: &random)
        let other = model.files.keys.sorted().randomElement(using: &random)
        switch (Int.random(in: 0..<12, using: &random), some, other) {
        case (0, let id?, let other?) where model.files[other]?.luid != nil:
            let luid = model.files[other]?.luid ?? 0
            try transaction.attach(id, to: LUID(luid))
            model.files[id]?.luid = luid
            model.files[id]?.hasEdit = false
        case (1, let id?, _):
            try transaction.removeFiles([id])
            model.files[id] = nil
        case (2, let id?, _):
            let isMissing = Bool.random(using: &random)
            try transaction.setMissing(isMissing, [id])
            model.files[id]?.isMissing = isMissing
        case (3, let id?, _):
            try transaction.changeFile(
                id, stamp: .of(1), metadata: .taken(taken), edit: .sameShot)
            model.files[id]?.taken = taken
            let hasPhoto = model.files[id]?.luid != nil
            model.files[id]?.hasEdit = hasPhoto
            model.files[id]?.isMissing = false
        case (4, let id?, _):
            try transaction.setMetadata(.taken(taken), of: id)
            model.files[id]?.taken = taken
        case (5, let id?, _):
            try transaction.moveFile(id, to: FilePath("/photos/\(name)"), in: root, stamp: .of(1))
            model.files[id]?.name = name
            model.files[id]?.isMissing = false
        case (6, let id?, _):
            guard let luid = model.files[id]?.luid else { return }
            let hash = ThumbHash(bytes: [UInt8.random(in: 0...9, using: &random)]) ?? .empty
            try transaction.setThumbnailsMade(of: LUID(luid), hash)
            model.thumbHashes[luid] = hash
        case (7, _, _):
            model.isAvailable = Bool.random(using: &random)
            try transaction.setAvailable(model.isAvailable, root)
        case (8, let id?, let other?):
            guard let from = model.files[id]?.luid, let into = model.files[other]?.luid,
                from != into
            else { return }
            try transaction.merge(LUID(from), into: LUID(into))
            for file in model.files where file.value.luid == from {
                model.files[file.key]?.luid = into
                model.files[file.key]?.hasEdit = false
            }
        default:
            let id = try transaction.addFile(
                NewFile(
                    root: root, path: FilePath("/photos/\(name)"), stamp: .of(1),
                    metadata: .taken(taken)))
            model.files[id] = File(taken: taken, name: name)
            if Bool.random(using: &random) {
                let luid = try transaction.createPhoto(of: [id], content: nil)
                model.files[id]?.luid = luid.rawValue
            }
        }
    }
}
