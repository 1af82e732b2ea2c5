import DropboxAPI
import Photos
import SQLite

extension SQLiteMetadata {
    func message(
        _ id: MessageID, of conversation: ConversationID
    ) throws(ServerError) -> StoredMessage? {
        try database.first(
            """
            SELECT id, posted, sequence, author, name, sent, text, photos, left_out FROM messages
            WHERE conversation = ? AND id = ?
            """, [conversation.value, .blob(id.operation.bytes)], Self.message)
    }

    func message(
        posted: Int64, of conversation: ConversationID
    ) throws(ServerError) -> StoredMessage? {
        try database.first(
            """
            SELECT id, posted, sequence, author, name, sent, text, photos, left_out FROM messages
            WHERE conversation = ? AND posted = ?
            """, [conversation.value, .integer(posted)], Self.message)
    }

    func changedMessages(
        of conversation: ConversationID, after sequence: Int64, limit: Int
    ) throws(ServerError) -> [StoredMessage] {
        try database.all(
            """
            SELECT id, posted, sequence, author, name, sent, text, photos, left_out FROM messages
            WHERE conversation = ? AND sequence > ? ORDER BY sequence LIMIT ?
            """, [conversation.value, .integer(sequence), .integer(Int64(limit))], Self.message)
    }

    func messages(
        of conversation: ConversationID, after posted: Int64, upTo last: Int64, limit: Int
    ) throws(ServerError) -> [StoredMessage] {
        try database.all(
            """
            SELECT id, posted, sequence, author, name, sent, text, photos, left_out FROM messages
            WHERE conversation = ? AND posted > ? AND posted <= ? ORDER BY posted LIMIT ?
            """,
            [conversation.value, .integer(posted), .integer(last), .integer(Int64(limit))],
            Self.message)
    }

    func lastMessages(
        of conversation: ConversationID, upTo posted: Int64, limit: Int
    ) throws(ServerError) -> [StoredMessage] {
        try database.all(
            """
            SELECT id, posted, sequence, author, name, sent, text, photos, left_out FROM messages
            WHERE conversation = ? AND posted <= ? ORDER BY posted DESC LIMIT ?
            """, [conversation.value, .integer(posted), .integer(Int64(limit))], Self.message)
    }

    func tally(
        of conversation: ConversationID, unseenBy account: AccountNumber, after seen: Int64,
        upTo last: Int64
    ) throws(ServerError) -> (unread: Int, photos: Int) {
        try database.first(
            """
            SELECT coalesce(sum(posted > ?2 AND author != ?3), 0), coalesce(sum(photos), 0)
            FROM messages WHERE conversation = ?1 AND posted <= ?4
            """,
            [
                conversation.value, .integer(seen), .integer(account.rawValue), .integer(last),
            ]
        ) { (Int($0.int64(0)), Int($0.int64(1))) } ?? (0, 0)
    }

    func put(
        _ message: StoredMessage, of conversation: ConversationID
    ) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO messages (conversation, posted, id, sequence, author, name,
                sent, text, photos, left_out)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                conversation.value, .integer(message.posted), .blob(message.id.operation.bytes),
                .integer(message.sequence), .integer(message.author.rawValue),
                .text(message.authorName), .integer(message.sent.seconds),
                .optional(message.text), .integer(Int64(message.photos)),
                .integer(Int64(message.leftOut)),
            ])
    }

    func sharedPhotos(
        of conversation: ConversationID, posted: Int64
    ) throws(ServerError) -> [StoredSharedPhoto] {
        try database.all(
            """
            SELECT item, hash, owner, name, size, gone FROM message_photos
            WHERE conversation = ? AND posted = ? ORDER BY item
            """, [conversation.value, .integer(posted)], Self.sharedPhoto)
    }

    func put(
        _ photo: StoredSharedPhoto, of conversation: ConversationID, posted: Int64
    ) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO message_photos
                (conversation, posted, item, hash, owner, name, size, gone)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                conversation.value, .integer(posted), .integer(Int64(photo.item)),
                .blob(photo.hash.bytes), .integer(photo.owner.rawValue), .text(photo.name),
                .integer(photo.size), .integer(photo.isGone ? 1 : 0),
            ])
    }

    func sharings(
        of hash: ContentHash, by owner: AccountNumber
    ) throws(ServerError) -> [Sharing] {
        try database.all(
            """
            SELECT item, hash, owner, name, size, gone, conversation, posted FROM message_photos
            WHERE hash = ? AND owner = ? ORDER BY conversation, posted, item
            """, [.blob(hash.bytes), .integer(owner.rawValue)]
        ) { row in
            Sharing(
                conversation: ConversationID(stored: row.bytes(6)), posted: row.int64(7),
                photo: Self.sharedPhoto(row))
        }
    }

    func owners(
        sharing hash: ContentHash, with account: AccountNumber
    ) throws(ServerError) -> [AccountNumber] {
        try database.all(
            """
            SELECT DISTINCT photo.owner FROM message_photos AS photo
            JOIN conversation_members AS member
                ON member.account = ?2 AND member.conversation = photo.conversation
            WHERE photo.hash = ?1 AND (member.state = 'member'
                OR member.state = 'removed' AND photo.posted <= member.until)
            ORDER BY photo.owner
            """, [.blob(hash.bytes), .integer(account.rawValue)]
        ) { AccountNumber($0.int64(0)) }
    }

    func likes(
        of conversation: ConversationID, posted: Int64
    ) throws(ServerError) -> [StoredLike] {
        try database.all(
            """
            SELECT account, name, item, sequence FROM message_likes
            WHERE conversation = ? AND posted = ? ORDER BY sequence
            """, [conversation.value, .integer(posted)]
        ) { row in
            let item = Int(row.int64(2))
            return StoredLike(
                account: AccountNumber(row.int64(0)), name: row.text(1) ?? "",
                item: item < 0 ? nil : item, sequence: row.int64(3))
        }
    }

    func put(
        _ like: StoredLike, of conversation: ConversationID, posted: Int64
    ) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO message_likes
                (conversation, posted, account, item, name, sequence) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                conversation.value, .integer(posted), .integer(like.account.rawValue),
                .integer(Int64(like.item ?? -1)), .text(like.name), .integer(like.sequence),
            ])
    }

    func removeLike(
        by account: AccountNumber, item: Int?, of conversation: ConversationID, posted: Int64
    ) throws(ServerError) {
        try database.run(
            """
            DELETE FROM message_likes
            WHERE conversation = ? AND posted = ? AND account = ? AND item = ?
            """,
            [
                conversation.value, .integer(posted), .integer(account.rawValue),
                .integer(Int64(item ?? -1)),
            ])
    }

    private static func message(_ row: borrowing Statement) -> StoredMessage {
        StoredMessage(
            id: MessageID(ConversationID(stored: row.bytes(0)).operation), posted: row.int64(1),
            sequence: row.int64(2), author: AccountNumber(row.int64(3)),
            authorName: row.text(4) ?? "", sent: Timestamp(seconds: row.int64(5)),
            text: row.text(6), photos: Int(row.int64(7)), leftOut: Int(row.int64(8)))
    }

    private static func sharedPhoto(_ row: borrowing Statement) -> StoredSharedPhoto {
        StoredSharedPhoto(
            item: Int(row.int64(0)), hash: ContentHash(stored: row.bytes(1)),
            owner: AccountNumber(row.int64(2)), name: row.text(3) ?? "", size: row.int64(4),
            isGone: row.int64(5) != 0)
    }
}
