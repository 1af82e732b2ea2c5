import Photos

/// How the work of a part is written in the columns `action` and `prior`: the
/// codes of `PhotoAction`, and 7 for a share. Uploads have a table of their
/// own.
struct PartAction {
    static let share: Int64 = 7

    var code: Int64
    /// What the flag was before, unless it was the opposite.
    var prior: Int64?

    init?(_ work: Work) {
        switch work {
        case .upload: return nil
        case .flag(let change):
            let action: PhotoAction =
                switch (change.flag, change.value) {
                case (.hidden, true): .hide
                case (.hidden, false): .unhide
                case (.favourite, true): .favourite
                case (.favourite, false): .unfavourite
                }
            code = Int64(action.rawValue)
            prior = change.prior == change.value ? (change.prior ? 1 : 0) : nil
        case .delete: code = Int64(PhotoAction.delete.rawValue)
        case .restore: code = Int64(PhotoAction.restore.rawValue)
        case .share: code = Self.share
        }
    }
}

extension Part.State {
    /// The value of `state`.
    var code: Int64 {
        switch self {
        case .waiting: 0
        case .sent: 1
        case .answered: 2
        }
    }

    var epoch: Int64? {
        if case .answered(let epoch, _) = self { Int64(bitPattern: epoch) } else { nil }
    }

    var sequence: Int64? {
        if case .answered(_, let sequence) = self { sequence } else { nil }
    }

    /// From the columns `state`, `epoch` and `sequence`; a finished part has
    /// none any more.
    init(code: Int64, epoch: Int64, sequence: Int64) {
        self =
            switch code {
            case 1: .sent
            case 2: .answered(epoch: UInt64(bitPattern: epoch), sequence: sequence)
            default: .waiting
            }
    }
}

extension Outcome {
    /// The value of `state` of a finished part.
    var stateCode: Int64 {
        switch self {
        case .done, .claimed: OperationPartRow.State.done.rawValue
        case .undone: OperationPartRow.State.undone.rawValue
        case .void, .sourceGone: OperationPartRow.State.void.rawValue
        case .deletedElsewhere, .photoGone, .nothingLeft, .nothingToRestore, .refused:
            OperationPartRow.State.failed.rawValue
        }
    }

    /// The value of `outcome`; null where the state tells it.
    var code: Int64? {
        switch self {
        case .done, .undone, .void: nil
        case .claimed: 1
        case .sourceGone: 2
        case .deletedElsewhere: 3
        case .photoGone: 4
        case .nothingLeft: 5
        case .nothingToRestore: 6
        case .refused: 7
        }
    }

    var reason: String? {
        if case .refused(let reason) = self { reason } else { nil }
    }

    /// From the columns `state`, `outcome` and `reason`; nil for a part that
    /// is not finished, or failed for its files.
    init?(state: Int64, code: Int64?, reason: String?) {
        switch (code, OperationPartRow.State(rawValue: state)) {
        case (1, _): self = .claimed
        case (2, _): self = .sourceGone
        case (3, _): self = .deletedElsewhere
        case (4, _): self = .photoGone
        case (5, _): self = .nothingLeft
        case (6, _): self = .nothingToRestore
        case (7, _): self = .refused(reason ?? "")
        case (_, .done): self = .done
        case (_, .undone): self = .undone
        case (_, .void): self = .void
        default: return nil
        }
    }
}
