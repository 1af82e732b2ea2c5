public import Photos
internal import SQLite

extension ReadTransaction {
    /// All conversations as the server told of them, by id.
    public func cachedConversations() throws(StoreError) -> [CachedConversation] {
        var people: [ConversationID: [Participant]] = [:]
        try run(
            """
            SELECT conversation, account, guest, name, standing, url
            FROM participants ORDER BY conversation, position
            """
        ) { statement throws(SQLiteError) in
            while try statement.step() {
                people[statement.conversation(0), default: []].append(Participant(statement))
            }
        }
        return try all(
            """
            SELECT id, title, made_by, sequence, seen, unread, photos, standing, last_author,
                last_sent_ms, last_text, last_photos
            FROM conversations ORDER BY id
            """
        ) { row in
            var conversation = CachedConversation(row)
            conversation.participants = people[conversation.id] ?? []
            return conversation
        }
    }

    public func cachedConversation(
        _ id: ConversationID
    ) throws(StoreError) -> CachedConversation? {
        var found = try first(
            """
            SELECT id, title, made_by, sequence, seen, unread, photos, standing, last_author,
                last_sent_ms, last_text, last_photos
            FROM conversations WHERE id = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.operation.bytes)
        } row: {
            CachedConversation($0)
        }
        found?.participants = try all(
            """
            SELECT conversation, account, guest, name, standing, url
            FROM participants WHERE conversation = ? ORDER BY position
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.operation.bytes)
        } row: {
            Participant($0)
        }
        return found
    }

    /// How far the list of conversations is read; nil before the first page.
    public func conversationCursor() throws(StoreError) -> String? {
        let cursor = try first("SELECT cursor FROM conversation_position") { $0.text(0) }
        return cursor ?? nil
    }

    /// Conversations of which messages are to be read, the one with the newest
    /// first, with how far they are known to have come.
    public func unreadConversations() throws(StoreError) -> [(id: ConversationID, sequence: Int64)]
    {
        try all(
            """
            SELECT id, sequence FROM conversations
            WHERE (cursor IS NULL OR sequence > read_sequence) AND standing <> 1
            ORDER BY last_sent_ms DESC, id
            """
        ) { ($0.conversation(0), $0.int64(1)) }
    }

    /// How far the messages of a conversation are read.
    public func messageCursor(of id: ConversationID) throws(StoreError) -> String? {
        let cursor = try first("SELECT cursor FROM conversations WHERE id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.operation.bytes)
        } row: {
            $0.text(0)
        }
        return cursor ?? nil
    }
}

extension WriteTransaction {
    /// A page of the list of conversations and the cursor behind it.
    public mutating func put(
        conversations page: [CachedConversation], cursor: String
    ) throws(StoreError) {
        for conversation in page { try put(conversation) }
        try run("INSERT OR REPLACE INTO conversation_position (id, cursor) VALUES (1, ?)") {
            statement throws(SQLiteError) in
            try statement.bind(1, cursor)
        }
    }

    private mutating func put(_ conversation: CachedConversation) throws(StoreError) {
        let id = conversation.id.operation.bytes
        try run(
            """
            INSERT INTO conversations (id, title, made_by, sequence, seen, unread, photos,
                standing, last_author, last_sent_ms, last_text, last_photos)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET title = excluded.title, made_by = excluded.made_by,
                sequence = excluded.sequence, seen = max(seen, excluded.seen),
                unread = excluded.unread, photos = excluded.photos,
                standing = excluded.standing, last_author = excluded.last_author,
                last_sent_ms = excluded.last_sent_ms, last_text = excluded.last_text,
                last_photos = excluded.last_photos
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(2, conversation.title)
            try statement.bind(3, conversation.madeBy)
            try statement.bind(4, conversation.sequence)
            try statement.bind(5, conversation.seen)
            try statement.bind(6, Int64(conversation.unread))
            try statement.bind(7, Int64(conversation.photos))
            try statement.bind(8, conversation.standing.rawValue)
            try statement.bind(9, conversation.last?.author)
            try statement.bind(10, conversation.last?.sentMilliseconds)
            try statement.bind(11, conversation.last?.text)
            try statement.bind(12, (conversation.last?.photos).map { Int64($0) })
        }
        try run("DELETE FROM participants WHERE conversation = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id)
        }
        for (position, participant) in conversation.participants.enumerated() {
            try run(
                """
                INSERT INTO participants (conversation, position, account, guest, name,
                    standing, url) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, id)
                try statement.bind(2, Int64(position))
                try statement.bind(3, participant.account)
                try statement.bind(4, participant.guest.map { Int64($0) })
                try statement.bind(5, participant.name)
                try statement.bind(6, participant.standing.rawValue)
                try statement.bind(7, participant.url)
            }
        }
    }

    /// The cursors are of no use any more: everything is read anew, over what
    /// is there.
    public mutating func forgetConversationCursors() throws(StoreError) {
        for sql in [
            "DELETE FROM conversation_position",
            "UPDATE conversations SET cursor = NULL, read_sequence = 0",
        ] as [StaticString] {
            try run(sql) { _ in }
        }
    }

    /// The user has seen a conversation up to a point; a lower one changes
    /// nothing.
    /// - Returns: whether it was news.
    public mutating func markSeen(
        _ id: ConversationID, upTo sequence: Int64
    ) throws(StoreError) -> Bool {
        guard let known = try reading.cachedConversation(id), known.seen < sequence else {
            return false
        }
        let isAll = sequence >= known.sequence
        try run(
            """
            UPDATE conversations SET seen = ?2, unread = iif(?3, 0, unread) WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.operation.bytes)
            try statement.bind(2, sequence)
            try statement.bind(3, isAll ? 1 : 0)
        }
        return true
    }

    /// Everything that a server told of conversations. What the user did and
    /// it does not know is kept.
    mutating func forgetConversations() throws(StoreError) {
        for sql in [
            "DELETE FROM conversations", "DELETE FROM conversation_position",
            "DELETE FROM conversation_acts WHERE state = 1",
        ] as [StaticString] {
            try run(sql) { _ in }
        }
    }
}

extension Statement {
    /// Only a damaged file holds no 16 bytes; no conversation has that name.
    func operationID(_ column: Int32) -> OperationID {
        OperationID(bytes: bytes(column)) ?? OperationID(high: 0, low: 0)
    }

    func conversation(_ column: Int32) -> ConversationID { ConversationID(operationID(column)) }
}

extension Participant {
    /// From the columns `conversation` to `url`.
    fileprivate init(_ row: borrowing Statement) {
        self.init(
            account: row.text(1), guest: row.optionalInt64(2).map { Int($0) },
            name: row.text(3) ?? "", standing: Standing(rawValue: row.int64(4)) ?? .left,
            url: row.text(5))
    }
}

extension CachedConversation {
    /// From the columns `id` to `last_photos`.
    fileprivate init(_ row: borrowing Statement) {
        self.init(
            id: row.conversation(0), title: row.text(1), madeBy: row.text(2),
            sequence: row.int64(3), seen: row.int64(4), unread: Int(row.int64(5)),
            photos: Int(row.int64(6)),
            last: row.optionalInt64(9).map {
                LastLine(
                    author: row.text(8) ?? "", sentMilliseconds: $0, text: row.text(10),
                    photos: Int(row.int64(11)))
            },
            standing: Participant.Standing(rawValue: row.int64(7)) ?? .left)
    }
}
