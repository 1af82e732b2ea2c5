/// A conversation as the server last told of it.
public struct CachedConversation: Hashable, Sendable {
    public var id: ConversationID
    public var title: String?
    /// The account that made it.
    public var madeBy: String?
    public var participants: [Participant]
    /// How far it has come: the server's order, no clock.
    public var sequence: Int64
    /// Up to where this account has seen it, on any device.
    public var seen: Int64
    /// Messages of others that were not seen.
    public var unread: Int
    /// Photos in it.
    public var photos: Int
    public var last: LastLine?
    /// How this account stands in it.
    public var standing: Participant.Standing

    /// The newest message, in short.
    public struct LastLine: Hashable, Sendable {
        public var author: String
        /// Milliseconds since 1970-01-01 UTC, by the server's clock.
        public var sentMilliseconds: Int64
        /// Cut short by the server.
        public var text: String?
        public var photos: Int

        public init(author: String, sentMilliseconds: Int64, text: String?, photos: Int) {
            self.author = author
            self.sentMilliseconds = sentMilliseconds
            self.text = text
            self.photos = photos
        }
    }

    public init(
        id: ConversationID, title: String? = nil, madeBy: String? = nil,
        participants: [Participant] = [], sequence: Int64 = 0, seen: Int64 = 0,
        unread: Int = 0, photos: Int = 0, last: LastLine? = nil,
        standing: Participant.Standing = .member
    ) {
        self.id = id
        self.title = title
        self.madeBy = madeBy
        self.participants = participants
        self.sequence = sequence
        self.seen = seen
        self.unread = unread
        self.photos = photos
        self.last = last
        self.standing = standing
    }
}
