import DropboxAPI
import Photos

/// A conversation, as it is kept.
public struct StoredConversation: Hashable, Sendable {
    public var id: ConversationID
    public var maker: AccountNumber
    public var title: String?
    public var created: Timestamp
    /// Of its last change. The order of everything in it.
    public var sequence: Int64
    /// Guests who were ever added: none has the number of another.
    public var guestsMade: Int

    public init(
        id: ConversationID, maker: AccountNumber, title: String?, created: Timestamp,
        sequence: Int64 = 0, guestsMade: Int = 0
    ) {
        self.id = id
        self.maker = maker
        self.title = title
        self.created = created
        self.sequence = sequence
        self.guestsMade = guestsMade
    }
}

/// An account in a conversation.
public struct StoredMember: Hashable, Sendable {
    public var account: AccountNumber
    /// As it was when they were added.
    public var name: String
    public var state: MemberState
    /// The conversation's sequence when they were added.
    public var joined: Int64
    /// That at which they left or were removed.
    public var until: Int64
    /// Up to there they have seen it.
    public var seen: Int64
    /// Where in the account's history the conversation changed last for them.
    public var change: Sequence

    public init(
        account: AccountNumber, name: String, state: MemberState = .member, joined: Int64,
        until: Int64 = 0, seen: Int64 = 0, change: Sequence = .start
    ) {
        self.account = account
        self.name = name
        self.state = state
        self.joined = joined
        self.until = until
        self.seen = seen
        self.change = change
    }

    /// Up to there the conversation is theirs to see; nil when nothing is.
    var horizon: Int64? {
        switch state {
        case .member: .max
        case .removed: until
        case .left: nil
        }
    }
}

/// Somebody without an account in a conversation.
public struct StoredGuest: Hashable, Sendable {
    /// Within the conversation, from 1.
    public var number: Int
    public var name: String
    /// The unguessable part of their address.
    public var link: String
    public var addedBy: AccountNumber
    /// The conversation's sequence when they were added.
    public var joined: Int64

    public init(number: Int, name: String, link: String, addedBy: AccountNumber, joined: Int64) {
        self.number = number
        self.name = name
        self.link = link
        self.addedBy = addedBy
        self.joined = joined
    }

    /// The guest as the wire shows them.
    /// - Parameter base: nil to keep the address.
    func guest(at base: String?) -> ConversationGuest {
        ConversationGuest(id: number, name: name, url: base.map { $0 + "/c/" + link })
    }
}
