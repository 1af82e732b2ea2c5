import Photos
import Store

/// What is done in one transaction.
package enum Step: CaseIterable, Hashable, Sendable {
    case addRoot, addPhotos
    case hide, undoHide, favourite
    case delete, nameInTrash, trash, restore, bringBack, giveNameBack
    case addUnhashed, merge, replaceContent, forgetFile
    case link, queueUpload, sendUpload, applyPage, finishUpload
    case queueFlag, sendFlag, finishFlag, queueDelete, sweep, unlink

    private static let root = RootID(1)

    func run(_ transaction: inout WriteTransaction) throws(StoreError) {
        switch self {
        case .addRoot:
            _ = try transaction.addRoot(FilePath("/photos"), addedMilliseconds: 1)
        case .addPhotos:
            for number in 1...3 { try add(number, content: number, &transaction) }
        case .hide: try act(.hide, [1], &transaction)
        case .undoHide:
            _ = try transaction.undo(
                Self.name(of: .hide), as: Self.name(of: .unhide), madeMilliseconds: 3)
        case .favourite: try act(.favourite, [1, 2, 3], &transaction)
        case .delete: try act(.delete, [2], &transaction)
        case .nameInTrash:
            _ = try transaction.setTrashPath(FilePath("/trash/2"), of: FileID(2))
        case .trash: try transaction.finishTrashing(FileID(2))
        case .restore: try act(.restore, [2], &transaction)
        case .bringBack: try transaction.finishReturning(FileID(2), stamp: stamp(2))
        case .giveNameBack: try transaction.forgetGivenUpNames([1])
        case .addUnhashed: try add(4, content: nil, &transaction)
        case .merge:
            try transaction.setHash(.hashed(content(1)), of: FileID(4))
            try transaction.merge(LUID(4), into: LUID(1))
        case .replaceContent:
            try transaction.setHash(.hashed(content(5)), of: FileID(3))
            try transaction.replaceContent(of: LUID(3), with: content(5), in: [FileID(3)])
        case .forgetFile:
            try transaction.removeFiles([FileID(1)])
            try transaction.finishWalk(of: Self.root)
        case .link, .queueUpload, .sendUpload, .applyPage, .finishUpload, .queueFlag, .sendFlag,
            .finishFlag, .queueDelete, .sweep, .unlink:
            try runLinked(&transaction)
        }
    }

    private func act(
        _ action: PhotoAction, _ luids: [Int64], _ transaction: inout WriteTransaction
    ) throws(StoreError) {
        _ = try transaction.perform(
            action, on: luids.map { LUID($0) }, as: Self.name(of: action), madeMilliseconds: 2)
    }

    private func add(
        _ number: Int, content: Int?, _ transaction: inout WriteTransaction
    ) throws(StoreError) {
        let id = try transaction.addFile(
            NewFile(
                root: Self.root, path: FilePath("/photos/\(number).jpg"), stamp: stamp(number),
                metadata: PhotoMetadata(
                    kind: .photo, taken: CaptureTime(milliseconds: Int64(number) * 1_000))))
        let hash = content.map(self.content)
        if let hash { try transaction.setHash(.hashed(hash), of: id) }
        _ = try transaction.createPhoto(of: [id], content: hash)
    }

    private static func name(of action: PhotoAction) -> OperationID {
        OperationID(high: UInt64(action.rawValue), low: 0)
    }

    private func stamp(_ number: Int) -> FileStamp {
        FileStamp(
            identity: FileIdentity(device: 1, inode: UInt64(number)), size: Int64(number),
            modifiedNanoseconds: 10, statusChangedNanoseconds: 11)
    }

    func content(_ number: Int) -> ContentHash {
        // 32 bytes, as it must be.
        ContentHash(bytes: [UInt8](repeating: UInt8(number), count: ContentHash.byteCount))!
    }
}
