import Photos

/// The argument of `carousel/conversations/create`.
public struct CreateConversationArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Also the conversation's id.
    public var operation: OperationID
    /// Login names of accounts of the server.
    public var members: [String]
    /// Names of people without an account, who get a link.
    public var guests: [String]
    public var title: String?

    public init(
        operation: OperationID, members: [String], guests: [String] = [], title: String? = nil
    ) {
        self.operation = operation
        self.members = members
        self.guests = guests
        self.title = title
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        members = try fields.optionalList("members", count: 0...ConversationLimits.members)
        guests = try fields.guestNames()
        title = try fields.text("title", upTo: ConversationLimits.title)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("members", members)
            writer.field("guests", guests)
            writer.field("title", title)
        }
    }
}

/// The result of `carousel/conversations/create` and `members/add`.
public struct InvitationResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var conversation: ConversationID
    /// Names of members without an account here: nobody was added for them.
    public var unknown: [String]
    /// The guests who were added, with their links.
    public var guests: [ConversationGuest]
    public var mark: FeedMark

    public init(
        conversation: ConversationID, unknown: [String], guests: [ConversationGuest],
        mark: FeedMark
    ) {
        self.conversation = conversation
        self.unknown = unknown
        self.guests = guests
        self.mark = mark
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        conversation = try fields.required("conversation")
        unknown = try fields.required("unknown")
        guests = try fields.required("guests")
        mark = try FeedMark(&fields)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("conversation", conversation)
            writer.field("unknown", unknown)
            writer.field("guests", guests)
            mark.writeFields(to: &writer)
        }
    }
}

/// Why no conversation was made.
public enum CreateConversationError: Hashable, Sendable, WireFailure {
    /// Nobody is left beside oneself; names that have no account here.
    case noMembers([String])
    /// The id is another conversation's.
    case taken
    case tooManyConversations
    case other

    public var summary: [String] { [tag] }

    private var tag: String {
        switch self {
        case .noMembers: "no_members"
        case .taken: "taken"
        case .tooManyConversations: "too_many_conversations"
        case .other: "other"
        }
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "no_members":
            self = .noMembers(try union.fields.required("names"))
            try union.fields.finish()
        case "taken": self = .taken
        case "too_many_conversations": self = .tooManyConversations
        case "other": self = .other
        default: self = try union.unknown(.other)
        }
    }

    public func write(to writer: inout JSONWriter) {
        guard case .noMembers(let names) = self else {
            writer.tagged(tag)
            return
        }
        writer.object { writer in
            writer.field(".tag", tag)
            writer.field("names", names)
        }
    }
}
