import Photos
import Store

extension QueuedOperation {
    /// A part that is not finished.
    init(_ part: Part) {
        id = part.id
        photos = part.luids
        kind =
            switch part.work {
            case .upload: .upload
            case .flag(let change) where change.flag == .hidden: change.value ? .hide : .unhide
            case .flag(let change): change.value ? .favourite : .unfavourite
            case .delete: .delete
            case .restore: .restore
            case .share: .share
            }
        state =
            switch part.state {
            case .waiting: .waiting
            case .sent: .sent
            case .answered: .answered
            }
        reason = nil
    }

    /// One that ended with something to tell.
    init(_ failed: FailedOperation) {
        id = failed.id
        photos = [failed.luid]
        kind = failed.action.map { Kind(action: $0) } ?? .upload
        state = .failed
        reason = failed.reason ?? "it could not be done"
    }
}

extension QueuedOperation.Kind {
    fileprivate init(action: Int64) {
        self =
            switch UInt8(exactly: action).flatMap(PhotoAction.init) {
            case .hide: .hide
            case .unhide: .unhide
            case .favourite: .favourite
            case .unfavourite: .unfavourite
            case .delete: .delete
            case .restore: .restore
            case nil: .share
            }
    }
}
