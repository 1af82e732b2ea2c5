import Photos

/// The argument of `carousel/conversations/post`.
public struct PostMessageArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Also the message's id.
    public var operation: OperationID
    public var conversation: ConversationID
    public var text: String?
    /// In the order of the message.
    public var photos: [LinkedPhoto]

    public init(
        operation: OperationID, conversation: ConversationID, text: String? = nil,
        photos: [LinkedPhoto] = []
    ) {
        self.operation = operation
        self.conversation = conversation
        self.text = text
        self.photos = photos
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        conversation = try fields.required("conversation")
        text = try fields.optional("text")
        photos = try fields.optionalList("photos", count: 0...ConversationLimits.photos)
        if let text, text.utf8.count > ConversationLimits.text {
            throw WireError(
                place: place.field("text"),
                reason: .invalid("has more than \(ConversationLimits.text) bytes"))
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("conversation", conversation)
            writer.field("text", text)
            writer.field("photos", photos)
        }
    }
}

/// The result of `carousel/conversations/post`.
public struct PostMessageResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var message: MessageID
    /// Photos that the account has no more, or with another content: the
    /// message went without them.
    public var leftOut: [FileID]
    public var mark: FeedMark

    public init(message: MessageID, leftOut: [FileID], mark: FeedMark) {
        self.message = message
        self.leftOut = leftOut
        self.mark = mark
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        message = try fields.required("message")
        leftOut = try fields.required("left_out")
        mark = try FeedMark(&fields)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("message", message)
            writer.field("left_out", leftOut)
            mark.writeFields(to: &writer)
        }
    }
}

/// Why a message was not posted.
public enum PostMessageError: String, PlainUnion, WireFailure {
    /// There is no such conversation for the account.
    case notFound = "not_found"
    /// Neither text nor photos.
    case empty
    /// None of the photos is there, and no text.
    case nothingLeft = "nothing_left"
    /// The id is another message's.
    case taken
    case other
    public static let unknownMember: PostMessageError? = .other
}
