/// Somebody in a conversation: an account of the server, or a guest who has
/// none and reads a page.
public struct Participant: Hashable, Sendable {
    public enum Standing: Int64, Sendable {
        case member
        case left
        case removed
        case guest
        /// Named by an act that the server does not know yet.
        case invited
    }

    /// The account's id at the server; nil for guests and who is only named.
    public var account: String?
    /// The guest's number in the conversation.
    public var guest: Int?
    public var name: String
    public var standing: Standing
    /// The page of a guest, told to whom may hand it on.
    public var url: String?

    public init(
        account: String? = nil, guest: Int? = nil, name: String, standing: Standing,
        url: String? = nil
    ) {
        self.account = account
        self.guest = guest
        self.name = name
        self.standing = standing
        self.url = url
    }
}
