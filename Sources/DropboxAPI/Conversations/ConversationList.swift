import Photos

/// The argument of `carousel/conversations/list`.
public struct ListConversationsArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Conversations of a page, 1 to 1000; nil for the server's choice.
    public var limit: Int?

    public init(limit: Int? = nil) {
        self.limit = limit
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(orNone: json, at: place)
        limit =
            fields.contains("limit")
            ? try fields.number(
                "limit", in: 1...ConversationLimits.page, default: ConversationLimits.page)
            : nil
        if limit == nil { fields.ignore("limit") }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("limit", limit) }
    }
}

/// The newest message of a conversation, in short.
public struct LastMessage: Hashable, Sendable, WireEncodable, WireDecodable {
    public var message: MessageID
    public var author: MessageAuthor
    public var sent: Timestamp
    /// The first 200 characters.
    public var text: String?
    /// How many it has.
    public var photos: Int

    public init(
        message: MessageID, author: MessageAuthor, sent: Timestamp, text: String? = nil,
        photos: Int = 0
    ) {
        self.message = message
        self.author = author
        self.sent = sent
        self.text = text
        self.photos = photos
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        message = try fields.required("message")
        author = try fields.required("author")
        sent = try fields.required("sent")
        text = try fields.optional("text")
        photos = try fields.required("photos")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("message", message)
            writer.field("author", author)
            writer.field("sent", sent)
            writer.field("text", text)
            writer.field("photos", photos)
        }
    }
}

/// A conversation as one of its members sees it in the list.
public struct ConversationEntry: Hashable, Sendable, WireEncodable, WireDecodable {
    public var id: ConversationID
    public var title: String?
    public var madeBy: AccountIdentifier?
    public var members: [ConversationMember] = []
    public var guests: [ConversationGuest] = []
    /// Of its last change.
    public var sequence: Int64 = 0
    /// What the account has seen, on any device.
    public var seen: Int64 = 0
    /// Messages of others behind `seen`.
    public var unread = 0
    /// All photos of all messages.
    public var photos = 0
    public var last: LastMessage?
    /// How the account itself stands. Who left is told nothing else.
    public var state: MemberState

    public init(id: ConversationID, state: MemberState = .member) {
        self.id = id
        self.state = state
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        id = try fields.required("id")
        title = try fields.optional("title")
        madeBy = try fields.optional("made_by")
        members = try fields.required("members")
        guests = try fields.required("guests")
        sequence = try fields.required("sequence")
        seen = try fields.required("seen")
        unread = try fields.required("unread")
        photos = try fields.required("photos")
        last = try fields.optional("last")
        state = try fields.required("state")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", id)
            writer.field("title", title)
            writer.field("made_by", madeBy)
            writer.field("members", members)
            writer.field("guests", guests)
            writer.field("sequence", sequence)
            writer.field("seen", seen)
            writer.field("unread", unread)
            writer.field("photos", photos)
            writer.field("last", last)
            writer.field("state", state)
        }
    }
}

/// A page of `carousel/conversations/list` and of what follows.
public struct ListConversationsResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var conversations: [ConversationEntry]
    public var cursor: ListCursor
    public var hasMore: Bool
    public var mark: FeedMark

    public init(
        conversations: [ConversationEntry], cursor: ListCursor, hasMore: Bool, mark: FeedMark
    ) {
        self.conversations = conversations
        self.cursor = cursor
        self.hasMore = hasMore
        self.mark = mark
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        conversations = try fields.required("conversations")
        cursor = try fields.required("cursor")
        hasMore = try fields.required("has_more")
        mark = try FeedMark(&fields)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("conversations", conversations)
            writer.field("cursor", cursor)
            writer.field("has_more", hasMore)
            mark.writeFields(to: &writer)
        }
    }
}

/// Why there is no page of conversations or messages.
public enum ConversationListError: String, PlainUnion, WireFailure {
    /// The cursor is of no use: list anew.
    case reset
    /// There is no such conversation for the account.
    case notFound = "not_found"
    case other
    public static let unknownMember: ConversationListError? = .other
}
