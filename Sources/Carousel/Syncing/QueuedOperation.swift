import Photos

/// An act of the user's, or an upload, that the server has not confirmed yet,
/// or that ended with something to tell.
public struct QueuedOperation: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case upload, hide, unhide, favourite, unfavourite, delete, restore, share
    }

    public enum State: String, Hashable, Sendable {
        case waiting
        /// On its way, perhaps done already.
        case sent
        /// Done; leaves when the server's changes have been read.
        case answered
        /// Ended, for the reason given.
        case failed
    }

    /// The name it is sent under.
    public let id: OperationID
    public let kind: Kind
    public let photos: [LUID]
    public let state: State
    public let reason: String?
}
