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
        /// The server has it; the cached conversation may not show it yet.
        case answered
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
    /// Of a post with photos, how its share stands in the sync machine's queue;
    /// nil before it is there.
    public var share: Sharing?

    public struct Sharing: Hashable, Sendable {
        /// Whether it is in the queue no more, whatever became of it.
        public var hasEnded: Bool
        /// Photos that could not be shared.
        public var leftOut: [LUID]

        public init(hasEnded: Bool, leftOut: [LUID] = []) {
            self.hasEnded = hasEnded
            self.leftOut = leftOut
        }
    }

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
