/// The limits and times that the machine decides by.
public struct ServerRules: Hashable, Sendable {
    /// Entries of a page when the client names no limit.
    public var defaultPage = 2000
    /// Rows of the change feed that one page may look at: changes elsewhere
    /// in the account then cost a page without entries, not a long wait.
    public var feedRowsPerPage = 20_000
    /// Components of a path that may be written: each can be a folder to be
    /// made.
    public var depth = 256
    /// Folders that one batch may make, with those above them.
    public var madeFolders = 10_000
    /// Entries that one move or copy, or a batch of them, may take along.
    public var relocatedEntries = 10_000
    /// Entries that one delete, or a batch of them, may take along.
    public var deletedEntries = 100_000
    /// Bytes of one session: 2 TiB less 4 MiB.
    public var sessionLength: Int64 = (1 << 41) - (1 << 22)
    /// Seconds without activity after which a session is forgotten: 7 days.
    public var sessionLifetime: Int64 = 7 * 86_400
    /// Seconds for which replaced and deleted contents are kept: 30 days.
    public var retention: Int64 = 30 * 86_400
    /// Seconds for which the feed remembers deletions: a year.
    public var feedMemory: Int64 = 365 * 86_400
    /// Seconds for which the result of a job is kept: a day.
    public var jobLifetime: Int64 = 86_400
    /// Seconds for which a repeat of an operation gets the first answer: half
    /// a year.
    public var operationMemory: Int64 = 183 * 86_400
    /// Conversations that an account is or was in.
    public var conversations = 10_000
    /// Accounts that are or were in one.
    public var conversationMembers = 1000
    /// Guests of one.
    public var conversationGuests = 200

    public init() {}
}
