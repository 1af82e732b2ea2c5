import Foundation
import Photos
import Store

/// Records what the user does: on disk before a call returns, and in the
/// snapshot by then.
actor UserActions {
    private let queue = SerialQueueExecutor(label: "carousel.actions")
    private let store: LibraryStore
    private let walks: WalksUnderWay
    let link: SyncLink

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    init(store: LibraryStore, walks: WalksUnderWay, link: SyncLink) {
        self.store = store
        self.walks = walks
        self.link = link
    }

    /// All or nothing: an unknown photo leaves everything as it is. A repeat
    /// under the same id gives the first answer and does nothing.
    func perform(
        _ action: PhotoAction, on photos: [LUID], as id: OperationID
    ) throws(LibraryError) -> PerformedAction {
        if let seat = link.seat {
            let photos = try perform(action, on: photos, as: id, telling: seat)
            return PerformedAction(operation: id, photos: photos)
        }
        let (now, walked) = (Self.now, walks.walked)
        let changed = try write { transaction throws(StoreError) -> Result<[LUID], LibraryError> in
            if let done = try transaction.reading.operation(id) {
                return .success(done.parts.map(\.luid))
            }
            switch try transaction.reading.named(photos) {
            case .failure(let error): return .failure(error)
            case .success(let luids):
                return .success(
                    try transaction.perform(
                        action, on: luids, as: id, madeMilliseconds: now, walked: walked))
            }
        }
        return PerformedAction(operation: id, photos: try changed.get())
    }

    func undo(
        _ id: OperationID, as inverse: OperationID
    ) throws(LibraryError) -> PerformedAction {
        if let seat = link.seat {
            let photos = try undo(id, as: inverse, telling: seat)
            return PerformedAction(operation: inverse, photos: photos)
        }
        let (now, walked) = (Self.now, walks.walked)
        let changed = try write { transaction throws(StoreError) in
            try transaction.undo(id, as: inverse, madeMilliseconds: now, walked: walked)
        }
        return PerformedAction(operation: inverse, photos: changed)
    }

    /// What became of an act; all is well with one that is not remembered.
    func outcome(of id: OperationID) throws(LibraryError) -> ActionOutcome {
        try LibraryError.converting {
            try store.read { transaction throws(StoreError) in
                var outcome = ActionOutcome()
                for part in try transaction.operation(id)?.parts ?? [] {
                    if let problem = part.failure, let path = part.failedPath {
                        outcome.failures.append(
                            .init(photo: part.luid, path: path, problem: problem))
                    } else if part.action.flag == .deleted,
                        try transaction.waitsForDrive(part.luid)
                    {
                        outcome.waiting.append(part.luid)
                    }
                }
                return outcome
            }
        }
    }

    /// Forgets what nobody undoes any more.
    func forgetOld() throws(LibraryError) {
        let month: Int64 = 30 * 24 * 3600 * 1000
        let limit = Self.now - month
        try write { transaction throws(StoreError) in
            try transaction.forgetOperations(beforeMilliseconds: limit)
        }
    }

    func write<Result: Sendable>(
        _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Result
    ) throws(LibraryError) -> Result {
        do throws(StoreError) {
            return try store.write(body)
        } catch {
            throw LibraryError(error)
        }
    }

    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}

extension ReadTransaction {
    /// Whether a file of the photo is still to be moved into the trash or out
    /// of it, which takes a drive that is not there.
    fileprivate func waitsForDrive(_ luid: LUID) throws(StoreError) -> Bool {
        try filesInTrash(of: luid).contains { $0.state != .inTrash }
    }

    /// The photos that an act on these names: an act on an item names all its
    /// parts as they are now.
    func named(_ photos: [LUID]) throws(StoreError) -> Result<[LUID], LibraryError> {
        var luids: [LUID] = []
        var seen: Set<LUID> = []
        for photo in photos {
            let luid = try resolve(photo)
            guard try userFlags(of: luid) != nil else { return .failure(.noSuchPhoto(photo)) }
            for one in [luid] + (try partLUIDs(of: luid)) where seen.insert(one).inserted {
                luids.append(one)
            }
        }
        return .success(luids)
    }
}
