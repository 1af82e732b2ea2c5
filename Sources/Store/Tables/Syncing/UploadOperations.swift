public import Photos
internal import SQLite

/// An upload of which bytes have gone: where to go on after a restart.
public struct UploadSession: Hashable, Sendable {
    public var id: String
    /// Bytes that the server has acknowledged.
    public var bytes: Int64

    public init(id: String, bytes: Int64) {
        self.id = id
        self.bytes = bytes
    }
}

extension ReadTransaction {
    func unfinishedUploads() throws(StoreError) -> [Part] {
        try all(
            """
            SELECT id, op_id, luid, content_hash, size, replaces_id, replaces_revision, is_wish,
                is_found, is_urgent, state, epoch, sequence
            FROM photo_upload_operations WHERE state < 3 ORDER BY id
            """
        ) { Part(upload: $0) }.compactMap { $0 }
    }

    /// The session of an upload; nil when none was begun.
    public func uploadSession(of id: OperationID) throws(StoreError) -> UploadSession? {
        let found = try first(
            "SELECT session, session_bytes FROM photo_upload_operations WHERE op_id = ?"
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
        } row: { row in
            row.text(0).map { UploadSession(id: $0, bytes: row.int64(1)) }
        }
        return found ?? nil
    }
}

extension WriteTransaction {
    public mutating func setUploadSession(
        _ session: UploadSession?, of id: OperationID
    ) throws(StoreError) {
        try run(
            """
            UPDATE photo_upload_operations SET session = ?2, session_bytes = ?3 WHERE op_id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
            try statement.bind(2, session?.id)
            try statement.bind(3, session?.bytes)
        }
    }

    mutating func saveUpload(_ part: Part) throws(StoreError) {
        guard case .upload(let upload) = part.work else { return }
        try run(
            """
            INSERT INTO photo_upload_operations (id, op_id, luid, content_hash, size, replaces_id,
                replaces_revision, is_wish, is_found, is_urgent, state, epoch, sequence)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET luid = excluded.luid,
                replaces_id = excluded.replaces_id,
                replaces_revision = excluded.replaces_revision, is_wish = excluded.is_wish,
                is_found = excluded.is_found, is_urgent = excluded.is_urgent,
                state = excluded.state, epoch = excluded.epoch, sequence = excluded.sequence
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, part.number)
            try statement.bind(2, part.id.bytes)
            try statement.bind(3, part.luids[0])
            try statement.bind(4, upload.hash.bytes)
            try statement.bind(5, upload.size)
            try statement.bind(6, upload.replaces?.id.rawValue)
            try statement.bind(7, upload.replaces?.revision)
            try statement.bind(8, upload.wish ? 1 : 0)
            try statement.bind(9, upload.found ? 1 : 0)
            try statement.bind(10, upload.urgent ? 1 : 0)
            try statement.bind(11, part.state.code)
            try statement.bind(12, part.state.epoch)
            try statement.bind(13, part.state.sequence)
        }
    }

    mutating func finishUpload(_ part: Part, _ outcome: Outcome) throws(StoreError) {
        guard outcome.isVisible else {
            try run("DELETE FROM photo_upload_operations WHERE id = ?") {
                statement throws(SQLiteError) in
                try statement.bind(1, part.number)
            }
            return
        }
        try run(
            """
            UPDATE photo_upload_operations SET state = ?2, outcome = ?3, reason = ?4,
                session = NULL, session_bytes = NULL
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, part.number)
            try statement.bind(2, outcome.stateCode)
            try statement.bind(3, outcome.code)
            try statement.bind(4, outcome.reason)
        }
    }
}

extension Part {
    /// Nil only in a damaged file.
    fileprivate init?(upload row: borrowing Statement) {
        guard let id = OperationID(bytes: row.bytes(1)), let hash = row.contentHash(3) else {
            return nil
        }
        let replaces = row.text(5).map {
            Upload.Replaced(id: ServerPhotoID($0), revision: row.text(6) ?? "")
        }
        var upload = Upload(
            hash: hash, size: row.int64(4), replaces: replaces, wish: row.int64(7) != 0,
            urgent: row.int64(9) != 0)
        upload.found = row.int64(8) != 0
        let number = row.int64(0)
        self.init(
            number: number, operation: OperationNumber(number), id: id,
            luids: [LUID(row.int64(2))], work: .upload(upload))
        state = State(code: row.int64(10), epoch: row.int64(11), sequence: row.int64(12))
    }
}
