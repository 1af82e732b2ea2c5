public import Photos
internal import SQLite

extension ReadTransaction {
    /// What the user did and the cached conversations do not show, in order.
    public func conversationActs() throws(StoreError) -> [ConversationAct] {
        var values: [Int64: ActValues] = [:]
        try run("SELECT act, kind, value FROM conversation_act_values ORDER BY act, kind, position")
        { statement throws(SQLiteError) in
            while try statement.step() {
                values[statement.int64(0), default: ActValues()].add(statement)
            }
        }
        var acts = try all(
            """
            SELECT id, op_id, conversation, kind, message, place, flag, text, made_ms, state,
                reason
            FROM conversation_acts ORDER BY id
            """
        ) { row in
            ConversationAct(row, values[row.int64(0)] ?? ActValues())
        }
        for index in acts.indices {
            guard case .post(_, let photos) = acts[index].work, !photos.isEmpty else { continue }
            acts[index].share = try sharing(of: acts[index].id)
        }
        return acts
    }

    /// How the share of a post stands in the queue.
    private func sharing(
        of id: OperationID
    ) throws(StoreError) -> ConversationAct.Sharing? {
        let part = try first("SELECT id, state FROM photo_operation_parts WHERE op_id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
        } row: {
            (number: $0.int64(0), hasEnded: $0.int64(1) > 2)
        }
        guard let part else { return nil }
        let leftOut = try all(
            "SELECT value FROM photo_operation_targets WHERE part = ? AND kind = 4"
        ) { statement throws(SQLiteError) in
            try statement.bind(1, part.number)
        } row: {
            LUID($0.int64(0))
        }
        return ConversationAct.Sharing(hasEnded: part.hasEnded, leftOut: leftOut)
    }

    /// Whether a post waits for what was done before it in its conversation.
    public func waitsInConversation(_ post: OperationID) throws(StoreError) -> Bool {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM conversation_acts a JOIN conversation_acts b
                ON b.conversation = a.conversation AND b.id < a.id AND b.state = 0
                WHERE a.op_id = ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, post.bytes)
        } row: {
            $0.int64(0) != 0
        } ?? false
    }

    /// The post that a share was made for; nil when it is a link.
    public func conversationPost(_ id: OperationID) throws(StoreError) -> ConversationAct? {
        let isPost = try first("SELECT 1 FROM conversation_acts WHERE op_id = ? AND kind = 1") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
        } row: {
            $0.int64(0)
        }
        guard isPost != nil else { return nil }
        return try conversationActs().first { $0.id == id }
    }

    /// What conversations show of photos of the library itself. One that is
    /// known no more is left out.
    public func ownPhotos(_ luids: [LUID]) throws(StoreError) -> [LUID: OwnPhoto] {
        var photos: [LUID: OwnPhoto] = [:]
        for luid in luids where photos[luid] == nil {
            photos[luid] = try ownPhoto(luid)
        }
        return photos
    }

    private func ownPhoto(_ luid: LUID) throws(StoreError) -> OwnPhoto? {
        let present = try resolve(luid)
        return try first(
            """
            SELECT p.content_hash, coalesce(f.kind, c.kind, 0), coalesce(f.width, c.width),
                coalesce(f.height, c.height), coalesce(f.duration_ms, c.duration_ms),
                coalesce(p.thumb_hash, c.thumb_hash),
                EXISTS (SELECT 1 FROM server_photo_luids s WHERE s.luid = p.luid),
                p.user_flags
            FROM photos p LEFT JOIN local_photo_luids m ON m.luid = p.luid
            LEFT JOIN local_photos f ON f.id = m.file
            LEFT JOIN server_contents c ON c.content_hash = p.content_hash
            WHERE p.luid = ? ORDER BY f.id LIMIT 1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, present)
        } row: { row in
            OwnPhoto(
                luid: luid, content: row.contentHash(0),
                kind: PhotoKind(rawValue: UInt8(truncatingIfNeeded: row.int64(1))) ?? .photo,
                size: row.optionalInt64(2).map {
                    PixelSize(width: Int($0), height: Int(row.int64(3)))
                },
                durationMilliseconds: row.optionalInt64(4).map { Int($0) },
                thumbHash: row.isNull(5) ? nil : ThumbHash(bytes: row.bytes(5)),
                isOnServer: row.int64(6) != 0,
                isDeleted: UserFlags(rawValue: row.int64(7)).contains(.deleted))
        }
    }
}

extension WriteTransaction {
    /// Records what the user did. A repeat under the same name does nothing.
    /// - Returns: whether it is new.
    public mutating func record(
        _ work: ConversationAct.Work, in conversation: ConversationID, as id: OperationID,
        madeMilliseconds: Int64
    ) throws(StoreError) -> Bool {
        let known = try reading.first("SELECT id FROM conversation_acts WHERE op_id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
        } row: {
            $0.int64(0)
        }
        guard known == nil else { return false }
        let columns = ActColumns(work)
        try run(
            """
            INSERT INTO conversation_acts (op_id, conversation, kind, message, place, flag,
                text, made_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
            try statement.bind(2, conversation.operation.bytes)
            try statement.bind(3, columns.kind)
            try statement.bind(4, columns.message?.operation.bytes)
            try statement.bind(5, columns.place)
            try statement.bind(6, columns.flag)
            try statement.bind(7, columns.text)
            try statement.bind(8, madeMilliseconds)
        }
        let act = lastInsertedID
        try add(columns.values.members, 0, to: act) { row, value throws(SQLiteError) in
            try row.bind(4, value)
        }
        try add(columns.values.guests, 1, to: act) { row, value throws(SQLiteError) in
            try row.bind(4, value)
        }
        try add(columns.values.luids, 2, to: act) { row, value throws(SQLiteError) in
            try row.bind(4, value)
        }
        try add(columns.values.places, 3, to: act) { row, value throws(SQLiteError) in
            try row.bind(4, Int64(value))
        }
        return true
    }

    private func add<Value>(
        _ values: [Value], _ kind: Int64, to act: Int64,
        _ bind: (borrowing Statement, Value) throws(SQLiteError) -> Void
    ) throws(StoreError) {
        for (position, value) in values.enumerated() {
            try run(
                """
                INSERT INTO conversation_act_values (act, kind, position, value)
                VALUES (?, ?, ?, ?)
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, act)
                try statement.bind(2, kind)
                try statement.bind(3, Int64(position))
                try bind(statement, value)
            }
        }
    }

    /// What became of an act at the server.
    public mutating func set(
        _ state: ConversationAct.State, of id: OperationID
    ) throws(StoreError) {
        try run(
            "UPDATE conversation_acts SET state = ?2, reason = ?3 WHERE op_id = ?1"
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
            try statement.bindNull(3)
            switch state {
            case .waiting: try statement.bind(2, 0)
            case .answered: try statement.bind(2, 1)
            case .failed(let reason):
                try statement.bind(2, 2)
                try statement.bind(3, reason)
            }
        }
    }

    /// Forgets an act that has failed, by the user's word.
    public mutating func discardConversationAct(_ id: OperationID) throws(StoreError) {
        try run("DELETE FROM conversation_acts WHERE op_id = ? AND state = 2") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
        }
    }

    /// Forgets acts that the server has, once all that it has to tell was read
    /// by questions begun after its answers.
    public mutating func endActs(_ ids: [OperationID]) throws(StoreError) {
        for id in ids {
            try run("DELETE FROM conversation_acts WHERE op_id = ? AND state = 1") {
                statement throws(SQLiteError) in
                try statement.bind(1, id.bytes)
            }
        }
    }
}

/// The lists of an act.
private struct ActValues {
    var members: [String] = []
    var guests: [String] = []
    var luids: [LUID] = []
    var places: [Int] = []

    /// From the columns `act`, `kind` and `value`.
    mutating func add(_ row: borrowing Statement) {
        switch row.int64(1) {
        case 0: members.append(row.text(2) ?? "")
        case 1: guests.append(row.text(2) ?? "")
        case 2: luids.append(LUID(row.int64(2)))
        default: places.append(Int(row.int64(2)))
        }
    }
}

/// An act as `conversation_acts` has it.
private struct ActColumns {
    var kind: Int64
    var message: MessageID?
    var place: Int64?
    var flag: Int64?
    var text: String?
    var values = ActValues()

    init(_ work: ConversationAct.Work) {
        switch work {
        case .create(let members, let guests, let title):
            kind = 0
            text = title
            values.members = members
            values.guests = guests
        case .post(let said, let photos):
            kind = 1
            text = said
            values.luids = photos
        case .like(let liked, let item, let isLiked):
            kind = 2
            message = liked
            place = item.map { Int64($0) }
            flag = isLiked ? 1 : 0
        case .save(let saved, let places):
            kind = 3
            message = saved
            values.places = places
        case .leave: kind = 4
        case .addMembers(let members, let guests):
            kind = 5
            values.members = members
            values.guests = guests
        case .removeMember(let account):
            kind = 6
            text = account
        case .removeGuest(let guest):
            kind = 7
            place = Int64(guest)
        }
    }
}

extension ConversationAct {
    fileprivate init(_ row: borrowing Statement, _ values: ActValues) {
        let message = MessageID(row.operationID(4))
        let work: Work =
            switch row.int64(3) {
            case 0:
                .create(members: values.members, guests: values.guests, title: row.text(7))
            case 1: .post(text: row.text(7), photos: values.luids)
            case 2:
                .like(
                    message, place: row.optionalInt64(5).map { Int($0) },
                    isLiked: row.int64(6) != 0)
            case 3: .save(message, places: values.places)
            case 5: .addMembers(values.members, guests: values.guests)
            case 6: .removeMember(account: row.text(7) ?? "")
            case 7: .removeGuest(Int(row.int64(5)))
            default: .leave
            }
        let state: State =
            switch row.int64(9) {
            case 0: .waiting
            case 1: .answered
            default: .failed(reason: row.text(10) ?? "")
            }
        self.init(
            number: row.int64(0), id: row.operationID(1), conversation: row.conversation(2),
            work: work, madeMilliseconds: row.int64(8), state: state)
    }
}
