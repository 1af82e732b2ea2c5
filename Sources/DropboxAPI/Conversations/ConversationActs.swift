import Photos

/// The argument of `carousel/conversations/like`.
public struct LikeArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var operation: OperationID
    public var conversation: ConversationID
    public var message: MessageID
    /// A photo of the message; nil for the message as a whole.
    public var item: Int?
    public var isLiked: Bool

    public init(
        operation: OperationID, conversation: ConversationID, message: MessageID,
        item: Int? = nil, isLiked: Bool
    ) {
        self.operation = operation
        self.conversation = conversation
        self.message = message
        self.item = item
        self.isLiked = isLiked
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        conversation = try fields.required("conversation")
        message = try fields.required("message")
        item = try fields.optional("item")
        isLiked = try fields.required("liked")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("conversation", conversation)
            writer.field("message", message)
            writer.field("item", item)
            writer.field("liked", isLiked)
        }
    }
}

/// The argument of `carousel/conversations/seen`.
public struct SeenArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var conversation: ConversationID
    /// All messages posted up to there were seen.
    public var sequence: Int64

    public init(conversation: ConversationID, sequence: Int64) {
        self.conversation = conversation
        self.sequence = sequence
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        conversation = try fields.required("conversation")
        sequence = try fields.required("sequence")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("conversation", conversation)
            writer.field("sequence", sequence)
        }
    }
}

/// The argument of `carousel/conversations/leave`.
public struct LeaveArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var operation: OperationID
    public var conversation: ConversationID

    public init(operation: OperationID, conversation: ConversationID) {
        self.operation = operation
        self.conversation = conversation
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        conversation = try fields.required("conversation")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("conversation", conversation)
        }
    }
}

/// Why nothing was done in a conversation.
public enum ConversationError: String, PlainUnion, WireFailure {
    /// There is no such conversation, message or photo for the account.
    case notFound = "not_found"
    /// A member, but not one who may do that.
    case notAllowed = "not_allowed"
    case other
    public static let unknownMember: ConversationError? = .other
}
