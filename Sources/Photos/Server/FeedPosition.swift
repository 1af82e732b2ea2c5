/// How far the changes of the server have been read. Stored in the
/// transaction of the rows it covers.
public struct FeedPosition: Hashable, Sendable {
    /// Where the next read goes on; nil to list anew.
    public var cursor: String?
    /// The life of the server's database that the position belongs to.
    public var epoch: UInt64
    /// The server's sequence up to which every change has been applied and
    /// every deletion judged.
    public var reached: Int64
    /// The sequence of the last page applied, drained or not.
    public var applied: Int64
    /// The number of the listing, counted up at each reset.
    public var listing: Int64
    /// The sequence at which the running listing began; nil when none runs.
    public var listingBegan: Int64?
    /// Whether an entry could not be read: a new listing is due.
    public var isIncomplete: Bool

    public static let start = FeedPosition()

    public init() {
        epoch = 0
        reached = 0
        applied = 0
        listing = 1
        isIncomplete = false
    }

    /// Whether a listing has begun or is due, so that absence means nothing.
    public var isListing: Bool { cursor == nil || listingBegan != nil }
}
