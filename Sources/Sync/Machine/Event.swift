import Photos

/// What happens to the machine. The driver hands in every event with the
/// transaction of the rows it concerns.
public enum Event: Hashable, Sendable {
    /// The program started: the machine is new and the rows are old.
    case started
    /// The time of a `wake` has come.
    case timer
    case user(UserAct)
    case disk(DiskEvent)
    case answer(RequestNumber, Answer)
    /// The library was linked, or may upload from more folders: all uploads
    /// that are wanted are derived anew.
    case linked
    /// There is a network again, or an access token.
    case online

    /// An act of the user on photos, by LUID.
    public enum UserAct: Hashable, Sendable {
        case set(Flag, Bool, [LUID])
        case delete([LUID])
        case restore([LUID])
        /// - Parameter as: the name that the server is to know it by; one of
        ///   the machine's own when nil.
        case share([LUID], as: OperationID? = nil)
        case undo(OperationNumber)
    }

    /// What the scanner and the trash tell.
    public enum DiskEvent: Hashable, Sendable {
        /// A file that is new or has changed.
        case seen(FileID, root: RootID, size: Int64)
        /// The bytes of a file; nil when they could not be hashed. The edit
        /// compares them with what lay at the path before.
        case hashed(FileID, ContentHash?, edit: FileEdit?)
        case walkBegan(RootID)
        /// Files that a look proved to be gone.
        case gone([FileID])
        /// Rows of these photos were changed by others than the machine.
        case changed([LUID])
        /// A walk ended: complete and without an error, or given up. `gone`
        /// are the known files it did not find; empty when it was given up.
        case walkEnded(RootID, complete: Bool, gone: [FileID])
        case root(RootID, available: Bool)
        /// The file is in the trash, or, when not done, was left where it is.
        case trashed(FileID, done: Bool)
        /// The file is in its folder again, or could not be brought back.
        /// `over` is the file that was known at its path and is there no more.
        case returned(FileID, done: Bool, over: FileID? = nil)
    }
}

/// One request in flight; answers to another number are of an earlier life.
public struct RequestNumber: Hashable, Sendable {
    public let rawValue: Int64

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// What came of a request.
public enum Answer: Hashable, Sendable {
    case page(Page)
    /// The cursor is no longer valid: list anew.
    case reset
    /// The long poll ended.
    case woken(changes: Bool, backoffMilliseconds: Int64?)
    case have([Have], epoch: UInt64, sequence: Int64)
    case done(Effect)
    /// A final refusal, with the server's reason.
    case refused(Refusal, reason: String)
    /// Nothing is known of its effect; it may be tried again.
    case failed(retryAfterMilliseconds: Int64?)
    /// The file to upload was not what the machine knew: nothing was sent.
    case sourceChanged

    /// What the server has of one content.
    public enum Have: Hashable, Sendable {
        case missing
        case deleted
        case present
    }

    /// The effect of an operation, up to a point in the server's changes.
    public struct Effect: Hashable, Sendable {
        public var epoch: UInt64
        public var sequence: Int64
        /// The photos of the request that the server did not find.
        public var notFound: [ServerPhotoID]
        /// Where an upload landed.
        public var landed: ServerPhoto?

        public init(
            epoch: UInt64, sequence: Int64, notFound: [ServerPhotoID] = [],
            landed: ServerPhoto? = nil
        ) {
            self.epoch = epoch
            self.sequence = sequence
            self.notFound = notFound
            self.landed = landed
        }
    }

    public enum Refusal: Hashable, Sendable {
        /// The content was deleted and the upload was not a wish.
        case contentDeleted
        /// A delete said that this upload was cancelled.
        case cancelled
        case other
    }
}
