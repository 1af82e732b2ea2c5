/// A mistake planted on purpose, to see that the checkers catch it.
public enum PlantedBug: String, CaseIterable, Sendable {
    /// The cursor is committed before the rows of its page.
    case cursorBeforeRows
    /// A reset empties the rows before the listing is read.
    case clearAtReset
    /// An operation leaves the queue at its answer.
    case droppedAtAnswer
    /// A second server photo of a content does not find its LUID.
    case doubleClaim
    /// The last commit is lost by a crash after it was acknowledged.
    case missingSync
    /// Files and photos do not wait at the size gate.
    case noGate
    /// Deletions leave no tombstone.
    case noTombstones
    /// The server forgets which operations it has answered.
    case answersForgotten
    /// A deletion is judged before the feed is drained.
    case deletionJudgedAtOnce
    /// LUIDs are given out again after a crash.
    case luidReused
    /// A merged LUID is not resolved.
    case aliasForgotten
    /// Changed bytes go to the trash with those the user deleted.
    case carelessTrash
    /// Photos that a listing has not seen stay.
    case noSweep
    /// The server says that it misses what it has.
    case haveSaysMissing
    /// Superseded copies on disk count as current.
    case supersededForgotten
    /// The server takes an upload of what was deleted.
    case deletedContentAccepted
    /// The server replaces a content without comparing revisions.
    case revisionNotCompared
    /// A file on its way to the trash has no row.
    case trashRowNotWritten
    /// Some operations are never written.
    case partNotSaved
    /// A walk that met an error counts as complete.
    case walkErrorIgnored
    /// The timeline is not told of what an answer changed.
    case viewNotTold

    /// The invariant, by its number in the design, that the first seed which
    /// catches it breaks.
    public var invariant: Int {
        switch self {
        case .luidReused, .missingSync: 3
        case .doubleClaim, .supersededForgotten: 4
        case .clearAtReset, .deletionJudgedAtOnce, .partNotSaved, .viewNotTold: 7
        case .aliasForgotten: 9
        case .cursorBeforeRows, .noSweep: 10
        case .walkErrorIgnored: 11
        case .noGate, .haveSaysMissing: 12
        case .answersForgotten: 13
        case .deletedContentAccepted, .revisionNotCompared: 14
        case .carelessTrash, .trashRowNotWritten: 16
        case .droppedAtAnswer, .noTombstones: 18
        }
    }

    /// Whether it takes more than a hundred seeds.
    public var isRare: Bool {
        switch self {
        case .aliasForgotten, .revisionNotCompared: true
        default: false
        }
    }
}
