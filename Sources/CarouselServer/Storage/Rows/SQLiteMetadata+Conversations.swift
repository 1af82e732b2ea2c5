import DropboxAPI
import Photos
import SQLite

extension SQLiteMetadata {
    func conversation(_ id: ConversationID) throws(ServerError) -> StoredConversation? {
        try database.first(
            "SELECT maker, title, created, sequence, guests_made FROM conversations WHERE id = ?",
            [id.value]
        ) { row in
            StoredConversation(
                id: id, maker: AccountNumber(row.int64(0)), title: row.text(1),
                created: Timestamp(seconds: row.int64(2)), sequence: row.int64(3),
                guestsMade: Int(row.int64(4)))
        }
    }

    func put(_ conversation: StoredConversation) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO conversations
                (id, maker, title, created, sequence, guests_made) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                conversation.id.value, .integer(conversation.maker.rawValue),
                .optional(conversation.title), .integer(conversation.created.seconds),
                .integer(conversation.sequence), .integer(Int64(conversation.guestsMade)),
            ])
    }

    func member(
        _ account: AccountNumber, of id: ConversationID
    ) throws(ServerError) -> StoredMember? {
        try database.first(
            """
            SELECT account, name, state, joined, until, seen, change FROM conversation_members
            WHERE account = ? AND conversation = ?
            """, [.integer(account.rawValue), id.value], Self.member)
    }

    func members(of id: ConversationID) throws(ServerError) -> [StoredMember] {
        try database.all(
            """
            SELECT account, name, state, joined, until, seen, change FROM conversation_members
            WHERE conversation = ? ORDER BY account
            """, [id.value], Self.member)
    }

    func put(_ member: StoredMember, of id: ConversationID) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO conversation_members
                (account, conversation, name, state, joined, until, seen, change)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(member.account.rawValue), id.value, .text(member.name),
                .text(member.state.rawValue), .integer(member.joined), .integer(member.until),
                .integer(member.seen), .integer(member.change.rawValue),
            ])
    }

    func guests(of id: ConversationID) throws(ServerError) -> [StoredGuest] {
        try database.all(
            """
            SELECT number, name, link, added_by, joined FROM conversation_guests
            WHERE conversation = ? ORDER BY number
            """, [id.value], Self.guest)
    }

    func guest(_ link: String) throws(ServerError) -> (ConversationID, StoredGuest)? {
        try database.first(
            """
            SELECT number, name, link, added_by, joined, conversation FROM conversation_guests
            WHERE link = ?
            """, [.text(link)]
        ) { (ConversationID(stored: $0.bytes(5)), Self.guest($0)) }
    }

    func put(_ guest: StoredGuest, of id: ConversationID) throws(ServerError) {
        try database.run(
            """
            INSERT INTO conversation_guests (conversation, number, name, link, added_by, joined)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                id.value, .integer(Int64(guest.number)), .text(guest.name), .text(guest.link),
                .integer(guest.addedBy.rawValue), .integer(guest.joined),
            ])
    }

    func removeGuest(_ number: Int, of id: ConversationID) throws(ServerError) {
        try database.run(
            "DELETE FROM conversation_guests WHERE conversation = ? AND number = ?",
            [id.value, .integer(Int64(number))])
    }

    func memberships(
        of account: AccountNumber, after sequence: Sequence, upTo last: Sequence, limit: Int
    ) throws(ServerError) -> [(ConversationID, StoredMember)] {
        try database.all(
            """
            SELECT account, name, state, joined, until, seen, change, conversation
            FROM conversation_members
            WHERE account = ? AND change > ? AND change <= ? ORDER BY change LIMIT ?
            """,
            [
                .integer(account.rawValue), .integer(sequence.rawValue), .integer(last.rawValue),
                .integer(Int64(limit)),
            ]
        ) { (ConversationID(stored: $0.bytes(7)), Self.member($0)) }
    }

    func membershipCount(of account: AccountNumber) throws(ServerError) -> Int {
        try database.first(
            "SELECT count(*) FROM conversation_members WHERE account = ?",
            [.integer(account.rawValue)]
        ) { Int($0.int64(0)) } ?? 0
    }

    private static func member(_ row: borrowing Statement) -> StoredMember {
        StoredMember(
            account: AccountNumber(row.int64(0)), name: row.text(1) ?? "",
            // One that cannot be read sees nothing.
            state: row.text(2).flatMap { MemberState(rawValue: $0) } ?? .left,
            joined: row.int64(3), until: row.int64(4), seen: row.int64(5),
            change: Sequence(row.int64(6)))
    }

    private static func guest(_ row: borrowing Statement) -> StoredGuest {
        StoredGuest(
            number: Int(row.int64(0)), name: row.text(1) ?? "", link: row.text(2) ?? "",
            addedBy: AccountNumber(row.int64(3)), joined: row.int64(4))
    }
}

extension ConversationID {
    /// - Precondition: the table holds 16 bytes, as it does unless the file is
    ///   damaged; then it is an id that no client draws.
    init(stored bytes: [UInt8]) {
        self.init(OperationID(bytes: bytes) ?? OperationID(high: 0, low: 0))
    }

    /// As the tables have it.
    var value: SQLValue { .blob(operation.bytes) }
}
