import CarouselServer
import DropboxAPI
import Photos

extension ServerRows {
    func conversation(_ id: ConversationID) -> StoredConversation? {
        conversations[id.description]?.row
    }

    func member(_ account: AccountNumber, of id: ConversationID) -> StoredMember? {
        conversations[id.description]?.members[account.rawValue]
    }

    func members(of id: ConversationID) -> [StoredMember] {
        conversations[id.description]?.members.rows ?? []
    }

    func guests(of id: ConversationID) -> [StoredGuest] {
        conversations[id.description]?.guests ?? []
    }

    func guest(_ link: String) -> (ConversationID, StoredGuest)? {
        for rows in conversations.rows {
            if let guest = rows.guests.first(where: { $0.link == link }) {
                return (rows.row.id, guest)
            }
        }
        return nil
    }

    func memberships(
        of account: AccountNumber, after sequence: Sequence, upTo last: Sequence, limit: Int
    ) -> [(ConversationID, StoredMember)] {
        let found = conversations.rows.compactMap { rows in
            rows.members[account.rawValue].map { (rows.row.id, $0) }
        }.filter { $0.1.change > sequence && $0.1.change <= last }
        return Array(found.sorted { $0.1.change < $1.1.change }.prefix(limit))
    }

    func membershipCount(of account: AccountNumber) -> Int {
        conversations.rows.count { $0.members[account.rawValue] != nil }
    }

    func message(_ id: MessageID, of conversation: ConversationID) -> StoredMessage? {
        messageRows(of: conversation).first { $0.row.id == id }?.row
    }

    func message(posted: Int64, of conversation: ConversationID) -> StoredMessage? {
        conversations[conversation.description]?.messages[posted]?.row
    }

    func changedMessages(
        of conversation: ConversationID, after sequence: Int64, limit: Int
    ) -> [StoredMessage] {
        let changed = messageRows(of: conversation).map(\.row).filter { $0.sequence > sequence }
        return Array(changed.sorted { $0.sequence < $1.sequence }.prefix(limit))
    }

    func messages(
        of conversation: ConversationID, after posted: Int64, upTo last: Int64, limit: Int
    ) -> [StoredMessage] {
        let found = messageRows(of: conversation).lazy.map(\.row).filter {
            $0.posted > posted && $0.posted <= last
        }
        return Array(found.prefix(limit))
    }

    func lastMessages(
        of conversation: ConversationID, upTo posted: Int64, limit: Int
    ) -> [StoredMessage] {
        let found = messageRows(of: conversation).reversed().lazy.map(\.row).filter {
            $0.posted <= posted
        }
        return Array(found.prefix(limit))
    }

    func tally(
        of conversation: ConversationID, unseenBy account: AccountNumber, after seen: Int64,
        upTo last: Int64
    ) -> (unread: Int, photos: Int) {
        let rows = messageRows(of: conversation).map(\.row).filter { $0.posted <= last }
        return (
            rows.count { $0.posted > seen && $0.author != account },
            rows.reduce(0) { $0 + $1.photos }
        )
    }

    func sharedPhotos(of conversation: ConversationID, posted: Int64) -> [StoredSharedPhoto] {
        conversations[conversation.description]?.messages[posted]?.photos.rows ?? []
    }

    func likes(of conversation: ConversationID, posted: Int64) -> [StoredLike] {
        let likes = conversations[conversation.description]?.messages[posted]?.likes ?? []
        return likes.sorted { $0.sequence < $1.sequence }
    }

    func sharings(of hash: ContentHash, by owner: AccountNumber) -> [Sharing] {
        conversations.rows.flatMap { rows in
            rows.messages.rows.flatMap { message in
                message.photos.rows.filter { $0.hash == hash && $0.owner == owner }.map {
                    Sharing(conversation: rows.row.id, posted: message.row.posted, photo: $0)
                }
            }
        }
    }

    func owners(
        sharing hash: ContentHash, with account: AccountNumber
    ) -> [AccountNumber] {
        var owners: Set<AccountNumber> = []
        for rows in conversations.rows {
            guard let member = rows.members[account.rawValue], member.state != .left else {
                continue
            }
            for message in rows.messages.rows
            where member.state == .member || message.row.posted <= member.until {
                for photo in message.photos.rows where photo.hash == hash {
                    owners.insert(photo.owner)
                }
            }
        }
        return owners.sorted()
    }

    private func messageRows(
        of conversation: ConversationID
    ) -> [ConversationRows.MessageRows] {
        conversations[conversation.description]?.messages.rows ?? []
    }
}

extension ServerRows {
    mutating func put(_ conversation: StoredConversation) {
        let key = conversation.id.description
        if conversations[key] == nil {
            conversations[key] = ConversationRows(row: conversation)
        } else {
            conversations[key]?.row = conversation
        }
    }

    mutating func put(_ member: StoredMember, of id: ConversationID) {
        conversations[id.description]?.members[member.account.rawValue] = member
    }

    mutating func put(_ guest: StoredGuest, of id: ConversationID) {
        conversations[id.description]?.guests.append(guest)
    }

    mutating func removeGuest(_ number: Int, of id: ConversationID) {
        conversations[id.description]?.guests.removeAll { $0.number == number }
    }

    mutating func put(_ message: StoredMessage, of conversation: ConversationID) {
        let key = conversation.description
        if conversations[key]?.messages[message.posted] == nil {
            conversations[key]?.messages[message.posted] = ConversationRows.MessageRows(
                row: message)
        } else {
            conversations[key]?.messages[message.posted]?.row = message
        }
    }

    mutating func put(
        _ photo: StoredSharedPhoto, of conversation: ConversationID, posted: Int64
    ) {
        conversations[conversation.description]?.messages[posted]?.photos[Int64(photo.item)] =
            photo
    }

    mutating func put(_ like: StoredLike, of conversation: ConversationID, posted: Int64) {
        removeLike(by: like.account, item: like.item, of: conversation, posted: posted)
        conversations[conversation.description]?.messages[posted]?.likes.append(like)
    }

    mutating func removeLike(
        by account: AccountNumber, item: Int?, of conversation: ConversationID, posted: Int64
    ) {
        conversations[conversation.description]?.messages[posted]?.likes.removeAll {
            $0.account == account && $0.item == item
        }
    }
}
