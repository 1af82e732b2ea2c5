import Photos

/// A server that keeps conversations, as the drivers see it. Every call is one
/// question.
protocol ConversationBackend: Sendable {
    /// Carries out an act; a repeat gets the first answer. Posts go without
    /// photos.
    func perform(_ act: ConversationAct) async throws(ServerProblem)

    /// A page of the list behind a cursor, or of a new listing; nil when the
    /// cursor is of no use any more.
    func conversations(
        after cursor: String?
    ) async throws(ServerProblem) -> ConversationPage<CachedConversation>?

    /// A page of messages; nil as above, or when nothing of the conversation
    /// may be read.
    func messages(
        of conversation: ConversationID, after cursor: String?
    ) async throws(ServerProblem) -> ConversationPage<CachedMessage>?

    /// Tells how far the account has seen a conversation.
    func markSeen(
        _ conversation: ConversationID, upTo sequence: Int64
    ) async throws(ServerProblem)
}

/// A page of a feed.
struct ConversationPage<Element: Sendable>: Sendable {
    var elements: [Element]
    var cursor: String
    var hasMore: Bool
}
