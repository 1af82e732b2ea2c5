import Photos

/// The argument of `carousel/conversations/messages`.
public struct ListMessagesArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var conversation: ConversationID
    /// Messages of a page, 1 to 1000.
    public var limit: Int

    public init(conversation: ConversationID, limit: Int = ConversationLimits.page) {
        self.conversation = conversation
        self.limit = limit
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        conversation = try fields.required("conversation")
        limit = try fields.number(
            "limit", in: 1...ConversationLimits.page, default: ConversationLimits.page)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("conversation", conversation)
            writer.field("limit", limit)
        }
    }
}

/// Who sent a message.
public struct MessageAuthor: Hashable, Sendable, WireEncodable, WireDecodable {
    public var account: AccountIdentifier
    public var name: String

    public init(account: AccountIdentifier, name: String) {
        self.account = account
        self.name = name
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        account = try fields.required("account_id")
        name = try fields.required("name")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("account_id", account)
            writer.field("name", name)
        }
    }
}

/// That somebody likes a message or a photo of it.
public struct MessageLike: Hashable, Sendable, WireEncodable, WireDecodable {
    public var account: AccountIdentifier
    public var name: String
    /// Nil for the message as a whole.
    public var item: Int?

    public init(account: AccountIdentifier, name: String, item: Int? = nil) {
        self.account = account
        self.name = name
        self.item = item
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        account = try fields.required("account_id")
        name = try fields.required("name")
        item = try fields.optional("item")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("account_id", account)
            writer.field("name", name)
            writer.field("item", item)
        }
    }
}

/// A message as the members of its conversation see it.
public struct ConversationMessage: Hashable, Sendable, WireEncodable, WireDecodable {
    public var id: MessageID
    /// Of its last change.
    public var sequence: Int64
    /// Its place in the order of messages.
    public var posted: Int64
    public var author: MessageAuthor
    /// By the server's clock; it orders nothing.
    public var sent: Timestamp
    public var text: String?
    public var photos: [SharedPhoto]
    public var likes: [MessageLike]
    /// Photos that were to be in it and were gone.
    public var leftOut: Int

    public init(
        id: MessageID, sequence: Int64, posted: Int64, author: MessageAuthor, sent: Timestamp,
        text: String? = nil, photos: [SharedPhoto] = [], likes: [MessageLike] = [],
        leftOut: Int = 0
    ) {
        self.id = id
        self.sequence = sequence
        self.posted = posted
        self.author = author
        self.sent = sent
        self.text = text
        self.photos = photos
        self.likes = likes
        self.leftOut = leftOut
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        id = try fields.required("id")
        sequence = try fields.required("sequence")
        posted = try fields.required("posted")
        author = try fields.required("author")
        sent = try fields.required("sent")
        text = try fields.optional("text")
        photos = try fields.required("photos")
        likes = try fields.required("likes")
        leftOut = try fields.required("left_out")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", id)
            writer.field("sequence", sequence)
            writer.field("posted", posted)
            writer.field("author", author)
            writer.field("sent", sent)
            writer.field("text", text)
            writer.field("photos", photos)
            writer.field("likes", likes)
            writer.field("left_out", leftOut)
        }
    }
}

/// A page of `carousel/conversations/messages` and of what follows, in the
/// order of their last changes.
public struct ListMessagesResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var messages: [ConversationMessage]
    public var cursor: ListCursor
    public var hasMore: Bool

    public init(messages: [ConversationMessage], cursor: ListCursor, hasMore: Bool) {
        self.messages = messages
        self.cursor = cursor
        self.hasMore = hasMore
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        messages = try fields.required("messages")
        cursor = try fields.required("cursor")
        hasMore = try fields.required("has_more")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("messages", messages)
            writer.field("cursor", cursor)
            writer.field("has_more", hasMore)
        }
    }
}
