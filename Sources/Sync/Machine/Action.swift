import Photos

/// What the driver is to do once the transaction has been committed.
public enum Action: Hashable, Sendable {
    case send(RequestNumber, Request)
    /// The answer is of no use any more. One that comes all the same is
    /// ignored.
    case cancel(RequestNumber)
    /// Hand in `timer` at this time; the earliest of all stands.
    case wake(Instant)
    /// Hash the file, the urgent ones first.
    case hash(FileID, urgent: Bool)
    /// Move the file to the desktop's trash, if it still holds these bytes;
    /// one that is in the trash already is done.
    case trash(FileID, ContentHash?)
    /// Bring the file back; one that is in its folder already is done.
    case untrash(FileID)
    /// These photos look different, came or went: read their views anew.
    case show([LUID])
}

/// A question to the server.
public enum Request: Hashable, Sendable {
    /// The feed from a cursor; nil lists anew.
    case read(cursor: String?)
    case longPoll(cursor: String)
    case have([ContentHash])
    case upload(OperationID, FileID, Upload)
    case setFlag(OperationID, Flag, Bool, [ServerPhotoID])
    case delete(OperationID, Deletion)
    case restore(OperationID, Restoration)
    case share(OperationID, [Share.SharedPhoto])
}
