public import Photos

/// One of the acts that the user does in one go.
struct ConversationStep: Hashable, Sendable, Codable {
    var conversation: ConversationID
    var id: OperationID
    var work: ConversationAct.Work
}

/// Where photos are shared to.
public enum ShareDestination: Hashable, Sendable {
    /// A new conversation with people, by their names at the server, and
    /// guests who have no account there.
    case people([String], guests: [String] = [], title: String? = nil)
    case conversation(ConversationID)
}

/// What was shared, by the names it has before the server knows it.
public struct SharedMessage: Hashable, Sendable {
    public var conversation: ConversationID
    public var message: MessageID

    public init(conversation: ConversationID, message: MessageID) {
        self.conversation = conversation
        self.message = message
    }
}
