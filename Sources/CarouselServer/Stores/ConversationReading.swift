import Photos

/// The rows of conversations, for reading. They belong to no one account:
/// whoever asks checks first that an account is a member.
public protocol ConversationReading {
    /// Nil for one that was never made.
    func conversation(_ id: ConversationID) throws(ServerError) -> StoredConversation?
    /// Nil for an account that was never in it.
    func member(
        _ account: AccountNumber, of id: ConversationID
    ) throws(ServerError) -> StoredMember?
    /// All who were ever in it, in the order of accounts.
    func members(of id: ConversationID) throws(ServerError) -> [StoredMember]
    /// In the order they were added.
    func guests(of id: ConversationID) throws(ServerError) -> [StoredGuest]
    /// A guest by the unguessable part of their address.
    func guest(_ link: String) throws(ServerError) -> (ConversationID, StoredGuest)?

    /// The conversations of an account in the order of their changes.
    func memberships(
        of account: AccountNumber, after sequence: Sequence, upTo last: Sequence, limit: Int
    ) throws(ServerError) -> [(ConversationID, StoredMember)]
    /// How many an account is or was in.
    func membershipCount(of account: AccountNumber) throws(ServerError) -> Int

    /// Nil for one that was never posted there.
    func message(_ id: MessageID, of conversation: ConversationID) throws(ServerError)
        -> StoredMessage?
    /// The message with a place.
    func message(posted: Int64, of conversation: ConversationID) throws(ServerError)
        -> StoredMessage?
    /// Messages behind a sequence, in the order of their last changes.
    func changedMessages(
        of conversation: ConversationID, after sequence: Int64, limit: Int
    ) throws(ServerError) -> [StoredMessage]
    /// Messages behind a place, in the order of their places.
    func messages(
        of conversation: ConversationID, after posted: Int64, upTo last: Int64, limit: Int
    ) throws(ServerError) -> [StoredMessage]
    /// The last messages up to a place, the newest first.
    func lastMessages(
        of conversation: ConversationID, upTo posted: Int64, limit: Int
    ) throws(ServerError) -> [StoredMessage]
    /// How many messages of others an account has not seen, and how many
    /// photos there are, up to a place.
    func tally(
        of conversation: ConversationID, unseenBy account: AccountNumber, after seen: Int64,
        upTo last: Int64
    ) throws(ServerError) -> (unread: Int, photos: Int)

    /// The photos of a message, by their places.
    func sharedPhotos(
        of conversation: ConversationID, posted: Int64
    ) throws(ServerError) -> [StoredSharedPhoto]
    /// What is liked of a message, in the order it came.
    func likes(of conversation: ConversationID, posted: Int64) throws(ServerError) -> [StoredLike]

    /// Where an account shared a content, in the order of conversations'
    /// ids and of places.
    func sharings(
        of hash: ContentHash, by owner: AccountNumber
    ) throws(ServerError) -> [Sharing]
    /// The accounts that shared a content with an account, in their order,
    /// whether or not they still have it.
    func owners(
        sharing hash: ContentHash, with account: AccountNumber
    ) throws(ServerError) -> [AccountNumber]
}

/// The same, and changing them.
public protocol ConversationStore: ConversationReading {
    /// Puts a conversation, in place of one with the same id.
    mutating func put(_ conversation: StoredConversation) throws(ServerError)
    /// Puts a member, in place of that of the same account.
    mutating func put(_ member: StoredMember, of id: ConversationID) throws(ServerError)
    /// Adds a guest.
    mutating func put(_ guest: StoredGuest, of id: ConversationID) throws(ServerError)
    /// Removes a guest, where there is one.
    mutating func removeGuest(_ number: Int, of id: ConversationID) throws(ServerError)
    /// Puts a message, in place of that with the same place.
    mutating func put(
        _ message: StoredMessage, of conversation: ConversationID
    ) throws(ServerError)
    /// Puts a photo of a message, in place of that with the same place in it.
    mutating func put(
        _ photo: StoredSharedPhoto, of conversation: ConversationID, posted: Int64
    ) throws(ServerError)
    /// Adds what somebody likes; what they liked of it before is replaced.
    mutating func put(
        _ like: StoredLike, of conversation: ConversationID, posted: Int64
    ) throws(ServerError)
    /// Removes a like, where there is one.
    mutating func removeLike(
        by account: AccountNumber, item: Int?, of conversation: ConversationID, posted: Int64
    ) throws(ServerError)
}
