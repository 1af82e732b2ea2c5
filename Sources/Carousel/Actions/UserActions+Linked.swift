import Photos
import Store
import Sync

/// Acts in a linked library: events to the sync machine, which keeps them
/// until the server has them.
extension UserActions {
    nonisolated func perform(
        _ action: PhotoAction, on photos: [LUID], as id: OperationID, telling seat: SyncSeat
    ) throws(LibraryError) -> [LUID] {
        let changed = try act(as: id, telling: seat) {
            transaction throws(StoreError) -> (Result<[LUID], LibraryError>, Event.UserAct?) in
            switch try transaction.reading.named(photos) {
            case .failure(let error): return (.failure(error), nil)
            case .success(let luids):
                var open: [LUID] = []
                for luid in luids {
                    let flags = try transaction.reading.userFlags(of: luid) ?? []
                    if flags.contains(action.flag) != action.sets { open.append(luid) }
                }
                return (.success(open), open.isEmpty ? nil : action.act(on: open))
            }
        }
        return try changed.get()
    }

    nonisolated func undo(
        _ id: OperationID, as inverse: OperationID, telling seat: SyncSeat
    ) throws(LibraryError) -> [LUID] {
        let changed = try act(as: inverse, telling: seat) {
            transaction throws(StoreError) -> (Result<[LUID], LibraryError>, Event.UserAct?) in
            guard let number = try transaction.reading.operationNumber(of: id) else {
                return (.success([]), nil)
            }
            let luids = try transaction.reading.operation(id)?.parts.map(\.luid) ?? []
            return (.success(luids), .undo(number))
        }
        return try changed.get()
    }

    /// A repeat under the same name gives the first answer.
    private nonisolated func act(
        as id: OperationID, telling seat: SyncSeat,
        _ body:
            @Sendable (inout WriteTransaction) throws(StoreError) -> (
                Result<[LUID], LibraryError>, Event.UserAct?
            )
    ) throws(LibraryError) -> Result<[LUID], LibraryError> {
        let context = LibraryRows.Context(act: id, nowMilliseconds: Self.now)
        do throws(StoreError) {
            return try seat.write(context) {
                transaction throws(StoreError) -> (Result<[LUID], LibraryError>, [Event]) in
                if let done = try transaction.reading.operation(id) {
                    return (.success(done.parts.map(\.luid)), [])
                }
                let (changed, act) = try body(&transaction)
                return (changed, act.map { [.user($0)] } ?? [])
            } then: { _, changed, _ throws(StoreError) in
                changed
            }
        } catch {
            throw LibraryError(error)
        }
    }
}

extension PhotoAction {
    fileprivate func act(on photos: [LUID]) -> Event.UserAct {
        switch self {
        case .hide, .unhide: .set(.hidden, sets, photos)
        case .favourite, .unfavourite: .set(.favourite, sets, photos)
        case .delete: .delete(photos)
        case .restore: .restore(photos)
        }
    }
}
