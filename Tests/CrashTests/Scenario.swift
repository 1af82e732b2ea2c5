import Photos
import SQLite
import Store

/// A scripted life of a library: each step is one acknowledged commit.
struct Scenario: Sendable {
    typealias Step = @Sendable (inout WriteTransaction) throws(StoreError) -> Void

    /// What lies on the disk before: nothing, or a library of an older format.
    var prepare: @Sendable (FilePath) throws -> Void = { _ in }
    var steps: [Step]

    private static let root = RootID(1)
    private static let names: [OperationID] = (1...9).map { OperationID(high: $0, low: 0) }

    /// Photos come, are acted on, merged, edited, trashed and brought back.
    static let wholeLife = Scenario(steps: begin + acts + trash + changes)

    private static let begin: [Step] = [
        { transaction throws(StoreError) in
            _ = try transaction.addRoot(FilePath("/photos"), addedMilliseconds: 1)
        },
        { transaction throws(StoreError) in
            for number in 1...3 { try add(number, content: number, &transaction) }
        },
    ]

    private static let acts: [Step] = [
        { transaction throws(StoreError) in try act(.hide, [1, 2], 0, &transaction) },
        { transaction throws(StoreError) in
            _ = try transaction.undo(names[0], as: names[1], madeMilliseconds: 3)
        },
        { transaction throws(StoreError) in try act(.favourite, [1, 2, 3], 2, &transaction) },
    ]

    private static let trash: [Step] = [
        { transaction throws(StoreError) in try act(.delete, [2], 3, &transaction) },
        { transaction throws(StoreError) in
            _ = try transaction.setTrashPath(FilePath("/trash/2"), of: FileID(2))
        },
        { transaction throws(StoreError) in try transaction.finishTrashing(FileID(2)) },
        { transaction throws(StoreError) in try act(.restore, [2], 4, &transaction) },
        { transaction throws(StoreError) in
            try transaction.finishReturning(FileID(2), stamp: stamp(2))
        },
    ]

    private static let changes: [Step] = [
        { transaction throws(StoreError) in try add(4, content: nil, &transaction) },
        { transaction throws(StoreError) in
            try transaction.setHash(.hashed(content(1)), of: FileID(4))
            try transaction.merge(LUID(4), into: LUID(1))
        },
        { transaction throws(StoreError) in
            try transaction.setHash(.hashed(content(5)), of: FileID(3))
            try transaction.replaceContent(of: LUID(3), with: content(5), in: [FileID(3)])
        },
        { transaction throws(StoreError) in
            try transaction.removeFiles([FileID(1)])
            try transaction.finishWalk(of: root)
        },
    ]

    private static func act(
        _ action: PhotoAction, _ luids: [Int64], _ name: Int, _ transaction: inout WriteTransaction
    ) throws(StoreError) {
        _ = try transaction.perform(
            action, on: luids.map { LUID($0) }, as: names[name], madeMilliseconds: 2)
    }

    private static func add(
        _ number: Int, content: Int?, _ transaction: inout WriteTransaction
    ) throws(StoreError) {
        let id = try transaction.addFile(
            NewFile(
                root: root, path: FilePath("/photos/\(number).jpg"), stamp: stamp(number),
                metadata: PhotoMetadata(
                    kind: .photo, taken: CaptureTime(milliseconds: Int64(number) * 1_000))))
        let hash = content.map(Self.content)
        if let hash { try transaction.setHash(.hashed(hash), of: id) }
        _ = try transaction.createPhoto(of: [id], content: hash)
    }

    private static func stamp(_ number: Int) -> FileStamp {
        FileStamp(
            identity: FileIdentity(device: 1, inode: UInt64(number)), size: Int64(number),
            modifiedNanoseconds: 10, statusChangedNanoseconds: 11)
    }

    private static func content(_ number: Int) -> ContentHash {
        // 32 bytes, as it must be.
        ContentHash(bytes: [UInt8](repeating: UInt8(number), count: ContentHash.byteCount))!
    }
}
