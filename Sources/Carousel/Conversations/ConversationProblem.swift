/// Why something cannot be said or shared, before any server is asked.
public enum ConversationProblem: Hashable, Sendable, Codable {
    /// Neither a text nor a photo.
    case nothingToSend
    /// Nobody to share with was named.
    case nobodyNamed
    case tooManyPhotos(limit: Int)
    case tooManyPeople(limit: Int)
    /// Bytes of UTF-8.
    case textTooLong(limit: Int)
    /// Characters.
    case titleTooLong(limit: Int)
    /// There is none of that id here, or the user has left it.
    case noSuchConversation
    /// The user was removed from it.
    case notAMember
    /// There is no such message in it.
    case noSuchMessage
    /// There is no such photo in the message, or it is gone.
    case noSuchItem
}

extension ConversationProblem: CustomStringConvertible {
    /// A plain sentence or two: what is wrong and what to do.
    public var description: String {
        switch self {
        case .nothingToSend: "There is nothing to send. Write a message or choose photos."
        case .nobodyNamed: "Name at least one person to share with."
        case .tooManyPhotos(let limit):
            "One message carries \(limit) photos at most. Share them in several."
        case .tooManyPeople(let limit): "At most \(limit) people can be named at once."
        case .textTooLong(let limit):
            "The message is too long: at most \(limit) bytes. Send it in several."
        case .titleTooLong(let limit): "The title is too long: at most \(limit) characters."
        case .noSuchConversation: "There is no such conversation in this library."
        case .notAMember: "You are no longer in this conversation, so nothing can be sent there."
        case .noSuchMessage: "There is no such message in this conversation."
        case .noSuchItem: "That message has no such photo, or its owner has deleted it."
        }
    }
}
