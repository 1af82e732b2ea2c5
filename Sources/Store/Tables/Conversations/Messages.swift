public import Photos
internal import SQLite

extension ReadTransaction {
    /// The messages of a conversation, by the server's order of posting.
    public func cachedMessages(
        of id: ConversationID
    ) throws(StoreError) -> [CachedMessage] {
        var messages = try all(
            """
            SELECT id, sequence, posted, account, author, sent_ms, text, left_out
            FROM messages WHERE conversation = ? ORDER BY posted
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.operation.bytes)
        } row: {
            CachedMessage($0)
        }
        var places: [MessageID: Int] = [:]
        for (index, message) in messages.enumerated() { places[message.id] = index }
        try run(
            """
            SELECT i.message, i.place, i.content_hash, i.name, i.size, i.kind, i.width,
                i.height, i.duration_ms, i.taken, i.utc_offset_minutes, i.thumb_hash, i.is_gone
            FROM messages m JOIN shared_items i ON i.message = m.id
            WHERE m.conversation = ? ORDER BY m.posted, i.place
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.operation.bytes)
            while try statement.step() {
                guard let index = places[MessageID(statement.operationID(0))],
                    let item = SharedItem(statement)
                else { continue }
                messages[index].items.append(item)
            }
        }
        try run(
            """
            SELECT l.message, l.account, l.name, l.place
            FROM messages m JOIN likings l ON l.message = m.id
            WHERE m.conversation = ? ORDER BY m.posted, l.position
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.operation.bytes)
            while try statement.step() {
                guard let index = places[MessageID(statement.operationID(0))] else { continue }
                messages[index].likes.append(
                    Liking(
                        account: statement.text(1) ?? "", name: statement.text(2) ?? "",
                        place: statement.optionalInt64(3).map { Int($0) }))
            }
        }
        return messages
    }
}

extension ReadTransaction {
    /// Contents that others have shared, of which the server has thumbnails and
    /// this library no photo, the newest first.
    public func sharedContents(limit: Int) throws(StoreError) -> [ContentHash] {
        try all(
            """
            SELECT i.content_hash FROM messages m JOIN shared_items i ON i.message = m.id
            WHERE i.is_gone = 0 AND length(i.thumb_hash) > 0 AND NOT EXISTS (
                SELECT 1 FROM photos p WHERE p.content_hash = i.content_hash
                    AND p.taken IS NOT NULL)
            ORDER BY m.sent_ms DESC, i.place LIMIT ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, Int64(limit))
        } row: {
            $0.contentHash(0)
        }.compactMap { $0 }
    }

    /// Bytes of the original of a shared photo; nil when there is none.
    public func sharedSize(
        of place: Int, in message: MessageID
    ) throws(StoreError) -> (content: ContentHash, size: Int64)? {
        let found = try first(
            "SELECT content_hash, size FROM shared_items WHERE message = ? AND place = ?"
        ) { statement throws(SQLiteError) in
            try statement.bind(1, message.operation.bytes)
            try statement.bind(2, Int64(place))
        } row: { row in
            row.contentHash(0).map { ($0, row.int64(1)) }
        }
        return found ?? nil
    }
}

extension WriteTransaction {
    /// A page of messages of a known conversation, the cursor behind it, and
    /// the end of the acts of the user that it shows: a message is there at
    /// once with all its photos, and never beside the act that posted it.
    ///
    /// - Parameter readUpTo: with the last page, the sequence of the
    ///   conversation that was known when it was asked for.
    public mutating func put(
        messages page: [CachedMessage], of conversation: ConversationID, cursor: String,
        readUpTo: Int64?
    ) throws(StoreError) {
        for message in page {
            try put(message, of: conversation)
            try run("DELETE FROM conversation_acts WHERE op_id = ? AND kind = 1") {
                statement throws(SQLiteError) in
                try statement.bind(1, message.id.operation.bytes)
            }
        }
        try run(
            """
            UPDATE conversations SET cursor = ?2, read_sequence = coalesce(?3, read_sequence)
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, conversation.operation.bytes)
            try statement.bind(2, cursor)
            try statement.bind(3, readUpTo)
        }
    }

    private func put(
        _ message: CachedMessage, of conversation: ConversationID
    ) throws(StoreError) {
        let id = message.id.operation.bytes
        // Its items and likes go with it.
        try run("DELETE FROM messages WHERE id = ?") { statement throws(SQLiteError) in
            try statement.bind(1, id)
        }
        try run(
            """
            INSERT INTO messages (id, conversation, sequence, posted, account, author, sent_ms,
                text, left_out) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(2, conversation.operation.bytes)
            try statement.bind(3, message.sequence)
            try statement.bind(4, message.posted)
            try statement.bind(5, message.author.account)
            try statement.bind(6, message.author.name)
            try statement.bind(7, message.sentMilliseconds)
            try statement.bind(8, message.text)
            try statement.bind(9, Int64(message.leftOut))
        }
        for item in message.items { try put(item, of: id) }
        for (position, like) in message.likes.enumerated() {
            try run(
                """
                INSERT INTO likings (message, position, account, name, place)
                VALUES (?, ?, ?, ?, ?)
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, id)
                try statement.bind(2, Int64(position))
                try statement.bind(3, like.account)
                try statement.bind(4, like.name)
                try statement.bind(5, like.place.map { Int64($0) })
            }
        }
    }

    private func put(_ item: SharedItem, of message: [UInt8]) throws(StoreError) {
        try run(
            """
            INSERT OR REPLACE INTO shared_items (message, place, content_hash, name, size, kind,
                width, height, duration_ms, taken, utc_offset_minutes, thumb_hash, is_gone)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, message)
            try statement.bind(2, Int64(item.place))
            try statement.bind(3, item.content.bytes)
            try statement.bind(4, item.name)
            try statement.bind(5, item.byteSize)
            try statement.bind(6, Int64(item.kind.rawValue))
            try statement.bind(7, item.size.map { Int64($0.width) })
            try statement.bind(8, item.size.map { Int64($0.height) })
            try statement.bind(9, item.durationMilliseconds.map { Int64($0) })
            try statement.bind(10, item.taken?.milliseconds)
            try statement.bind(11, item.utcOffsetMinutes.map { Int64($0) })
            if let thumbHash = item.thumbHash {
                try statement.bind(12, thumbHash.bytes)
            } else {
                try statement.bindNull(12)
            }
            try statement.bind(13, item.isGone ? 1 : 0)
        }
    }
}

extension CachedMessage {
    fileprivate init(_ row: borrowing Statement) {
        self.init(
            id: MessageID(row.operationID(0)), sequence: row.int64(1), posted: row.int64(2),
            author: Participant(account: row.text(3), name: row.text(4) ?? "", standing: .member),
            sentMilliseconds: row.int64(5), text: row.text(6), leftOut: Int(row.int64(7)))
    }
}

extension SharedItem {
    /// From the columns `message` to `is_gone`; nil in a damaged file.
    fileprivate init?(_ row: borrowing Statement) {
        guard let content = row.contentHash(2) else { return nil }
        self.init(
            place: Int(row.int64(1)), content: content, name: row.text(3) ?? "",
            byteSize: row.int64(4),
            kind: PhotoKind(rawValue: UInt8(truncatingIfNeeded: row.int64(5))) ?? .photo,
            size: row.optionalInt64(6).map {
                PixelSize(width: Int($0), height: Int(row.int64(7)))
            },
            durationMilliseconds: row.optionalInt64(8).map { Int($0) },
            taken: row.optionalInt64(9).map(CaptureTime.init(milliseconds:)),
            utcOffsetMinutes: row.optionalInt64(10).map { Int($0) },
            thumbHash: row.isNull(11) ? nil : ThumbHash(bytes: row.bytes(11)),
            isGone: row.int64(12) != 0)
    }
}
