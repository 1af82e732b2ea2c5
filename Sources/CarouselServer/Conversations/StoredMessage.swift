import DropboxAPI
import Photos

/// A message of a conversation, as it is kept.
public struct StoredMessage: Hashable, Sendable {
    public var id: MessageID
    /// The conversation's sequence at which it came: its place.
    public var posted: Int64
    /// That of its last change.
    public var sequence: Int64
    public var author: AccountNumber
    public var authorName: String
    public var sent: Timestamp
    public var text: String?
    /// How many it has.
    public var photos: Int
    /// Photos that were to be in it and were gone.
    public var leftOut: Int

    public init(
        id: MessageID, posted: Int64, sequence: Int64, author: AccountNumber, authorName: String,
        sent: Timestamp, text: String?, photos: Int, leftOut: Int
    ) {
        self.id = id
        self.posted = posted
        self.sequence = sequence
        self.author = author
        self.authorName = authorName
        self.sent = sent
        self.text = text
        self.photos = photos
        self.leftOut = leftOut
    }

    var messageAuthor: MessageAuthor {
        MessageAuthor(account: author.identifier, name: authorName)
    }
}

/// A photo of a message, as it is kept.
public struct StoredSharedPhoto: Hashable, Sendable {
    /// Its place in the message.
    public var item: Int
    public var hash: ContentHash
    public var owner: AccountNumber
    /// Of the owner's file when it was shared.
    public var name: String
    /// Bytes.
    public var size: Int64
    /// Whether the owner had no photo of the content when it changed last.
    public var isGone: Bool

    public init(
        item: Int, hash: ContentHash, owner: AccountNumber, name: String, size: Int64,
        isGone: Bool = false
    ) {
        self.item = item
        self.hash = hash
        self.owner = owner
        self.name = name
        self.size = size
        self.isGone = isGone
    }
}

/// That an account likes a message or a photo of it.
public struct StoredLike: Hashable, Sendable {
    public var account: AccountNumber
    public var name: String
    /// Nil for the message as a whole.
    public var item: Int?
    /// The conversation's sequence when it came.
    public var sequence: Int64

    public init(account: AccountNumber, name: String, item: Int?, sequence: Int64) {
        self.account = account
        self.name = name
        self.item = item
        self.sequence = sequence
    }
}

/// Where a content was shared by an account.
public struct Sharing: Hashable, Sendable {
    public var conversation: ConversationID
    public var posted: Int64
    public var photo: StoredSharedPhoto

    public init(conversation: ConversationID, posted: Int64, photo: StoredSharedPhoto) {
        self.conversation = conversation
        self.posted = posted
        self.photo = photo
    }
}
