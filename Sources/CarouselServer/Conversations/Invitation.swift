import DropboxAPI

/// Who is to come into a conversation, as far as the server's users are known.
public struct Invitation: Hashable, Sendable {
    /// An account, by the name its people see.
    public struct Invitee: Hashable, Sendable {
        public var account: AccountNumber
        public var name: String

        public init(account: AccountNumber, name: String) {
            self.account = account
            self.name = name
        }
    }

    public var members: [Invitee]
    /// Names that have no account.
    public var unknown: [String]
    /// Guests by name, each with the unguessable part of their address, drawn
    /// anew for each call.
    public var guests: [(name: String, link: String)] {
        zip(guestNames, guestLinks).map { ($0, $1) }
    }
    /// Where people reach this server.
    public var base: String
    private var guestNames: [String]
    private var guestLinks: [String]

    public init(
        members: [Invitee], unknown: [String] = [], guestNames: [String] = [],
        guestLinks: [String] = [], base: String = ""
    ) {
        self.members = members
        self.unknown = unknown
        self.guestNames = guestNames
        self.guestLinks = guestLinks
        self.base = base
    }
}
