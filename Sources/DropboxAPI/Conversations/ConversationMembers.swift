import Photos

/// The argument of `carousel/conversations/members/add`.
public struct AddMembersArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var operation: OperationID
    public var conversation: ConversationID
    public var members: [String]
    public var guests: [String]

    public init(
        operation: OperationID, conversation: ConversationID, members: [String],
        guests: [String] = []
    ) {
        self.operation = operation
        self.conversation = conversation
        self.members = members
        self.guests = guests
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        conversation = try fields.required("conversation")
        members = try fields.optionalList("members", count: 0...ConversationLimits.members)
        guests = try fields.guestNames()
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("conversation", conversation)
            writer.field("members", members)
            writer.field("guests", guests)
        }
    }
}

/// Why nobody was added.
public enum AddMembersError: String, PlainUnion, WireFailure {
    /// There is no such conversation for the account.
    case notFound = "not_found"
    /// None of the names has an account, and no guest is named.
    case noMembers = "no_members"
    /// A conversation has at most 1000 members and 200 guests.
    case tooMany = "too_many"
    case other
    public static let unknownMember: AddMembersError? = .other
}

/// The argument of `carousel/conversations/members/remove`: a member or a
/// guest.
public struct RemoveMemberArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var operation: OperationID
    public var conversation: ConversationID
    public var account: AccountIdentifier?
    /// The id of a guest.
    public var guest: Int?

    public init(
        operation: OperationID, conversation: ConversationID, account: AccountIdentifier? = nil,
        guest: Int? = nil
    ) {
        self.operation = operation
        self.conversation = conversation
        self.account = account
        self.guest = guest
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        conversation = try fields.required("conversation")
        account = try fields.optional("account_id")
        guest = try fields.optional("guest")
        guard (account == nil) != (guest == nil) else {
            throw WireError(place: place, reason: .invalid("expected account_id or guest"))
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("conversation", conversation)
            writer.field("account_id", account)
            writer.field("guest", guest)
        }
    }
}

/// How somebody stands in a conversation.
public enum MemberState: String, PlainUnion, Hashable {
    case member
    /// By their own wish: they see nothing of it.
    case left
    /// They see what was there until then.
    case removed
    public static let unknownMember: MemberState? = .left
}

/// Somebody with an account in a conversation.
public struct ConversationMember: Hashable, Sendable, WireEncodable, WireDecodable {
    public var account: AccountIdentifier
    public var name: String
    public var state: MemberState

    public init(account: AccountIdentifier, name: String, state: MemberState = .member) {
        self.account = account
        self.name = name
        self.state = state
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        account = try fields.required("account_id")
        name = try fields.required("name")
        state = try fields.required("state")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("account_id", account)
            writer.field("name", name)
            writer.field("state", state)
        }
    }
}

/// Somebody without an account, who follows a conversation by a link.
public struct ConversationGuest: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Within the conversation.
    public var id: Int
    public var name: String
    /// Told to whoever added the guest, and to the conversation's maker.
    public var url: String?

    public init(id: Int, name: String, url: String? = nil) {
        self.id = id
        self.name = name
        self.url = url
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        id = try fields.required("id")
        name = try fields.required("name")
        url = try fields.optional("url")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", id)
            writer.field("name", name)
            writer.field("url", url)
        }
    }
}
