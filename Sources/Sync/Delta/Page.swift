import Photos

/// One answer of the server's feed.
public struct Page: Hashable, Sendable {
    public var entries: [Entry]
    /// Where the next read goes on.
    public var cursor: String
    /// Whether there is more to read at once.
    public var hasMore: Bool
    public var epoch: UInt64
    /// The server's sequence that all pages up to this one reach. A listing
    /// reaches the sequence at which it began.
    public var sequence: Int64

    public enum Entry: Hashable, Sendable {
        case photo(ServerPhoto)
        case deleted(ServerPhotoID)
        /// An entry that could not be understood, as it came.
        case unreadable(String)
    }

    public init(
        entries: [Entry], cursor: String, hasMore: Bool, epoch: UInt64, sequence: Int64
    ) {
        self.entries = entries
        self.cursor = cursor
        self.hasMore = hasMore
        self.epoch = epoch
        self.sequence = sequence
    }
}
