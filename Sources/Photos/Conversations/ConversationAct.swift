/// Something the user does in a conversation, kept until the server has it and
/// the conversation as cached shows it.
public struct ConversationAct: Hashable, Sendable {
    public enum Work: Hashable, Sendable, Codable {
        /// People by their names at the server, guests by any.
        case create(members: [String], guests: [String], title: String?)
        /// A text, photos of the own library, or both.
        case post(text: String?, photos: [LUID])
        case like(MessageID, place: Int?, isLiked: Bool)
        case save(MessageID, places: [Int])
        case leave
        case addMembers([String], guests: [String])
        case removeMember(account: String)
        case removeGuest(Int)
    }

    public enum State: Hashable, Sendable {
        case waiting
        /// The server has it, at this point of its order.
        case answered(sequence: Int64)
        /// It was refused for good, with the reason in plain words.
        case failed(reason: String)
    }

    /// The order in which the user acted.
    public var number: Int64
    /// What the server knows it by; of a create and a post also the name of
    /// what it makes.
    public var id: OperationID
    public var conversation: ConversationID
    public var work: Work
    /// Milliseconds since 1970-01-01 UTC.
    public var madeMilliseconds: Int64
    public var state: State

    public init(
        number: Int64, id: OperationID, conversation: ConversationID, work: Work,
        madeMilliseconds: Int64, state: State = .waiting
    ) {
        self.number = number
        self.id = id
        self.conversation = conversation
        self.work = work
        self.madeMilliseconds = madeMilliseconds
        self.state = state
    }
}
