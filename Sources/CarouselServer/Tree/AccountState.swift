import DropboxAPI

/// What an account is as a whole: one row, read and written with every change.
public struct AccountState: Hashable, Sendable {
    /// Of the last change.
    public var sequence: Sequence
    /// Drawn anew when the server comes back from a backup: cursors of
    /// another epoch may know changes that this server never saw.
    public var epoch: UInt32
    /// Whoever shows it in a cursor was given that cursor by this account.
    public var cursorSecret: UInt64
    /// Bytes of all files that stand at a path.
    public var used: Int64
    /// Bytes that may be used.
    public var quota: Int64
    /// Changes up to here may have been forgotten; cursors before it are of
    /// no use.
    public var horizon: Sequence
    /// Of the last change of the photo feed, which counts by itself: clients
    /// of files are not woken when the server has looked at a photo.
    public var photoSequence: Sequence
    /// As `horizon`, of the photo feed.
    public var photoHorizon: Sequence

    public init(epoch: UInt32, cursorSecret: UInt64, quota: Int64) {
        sequence = .start
        self.epoch = epoch
        self.cursorSecret = cursorSecret
        used = 0
        self.quota = quota
        horizon = .start
        photoSequence = .start
        photoHorizon = .start
    }
}
