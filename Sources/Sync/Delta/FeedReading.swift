/// The reading of the server's changes, as far as it need not survive a
/// crash: one request at a time, a long poll when there is nothing to read.
struct FeedReading: Sendable {
    var request: Request?
    var backoff = Backoff()
    var retryAt: Instant?
    /// Whether the next request reads, or waits for changes.
    var isDue = true
    /// Reads begun since the start.
    var reads: Int64 = 0

    struct Request: Hashable, Sendable {
        var number: RequestNumber
        var isLongPoll: Bool
        /// How many reads had begun with this one.
        var read: Int64
    }
}
