public import Photos
internal import SQLite

extension ReadTransaction {
    public func serverRow(_ id: ServerPhotoID) throws(StoreError) -> ServerRow? {
        try serverRows("SELECT * FROM server_rows WHERE server_id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.rawValue)
        }.first
    }

    /// The server's photos of a photo, by id.
    public func serverRows(of luid: LUID) throws(StoreError) -> [ServerRow] {
        try serverRows("SELECT * FROM server_rows WHERE luid = ? ORDER BY server_id") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        }
    }

    /// Photos that have the content, or are to have it.
    public func serverRows(holding hash: ContentHash) throws(StoreError) -> [ServerRow] {
        try serverRows(
            """
            SELECT * FROM server_rows WHERE content_hash = ?1 OR next_hash = ?1
            ORDER BY server_id
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        }
    }

    /// Photos that wait at the size gate, with all or with their new content.
    public func unsettledServerRows() throws(StoreError) -> [ServerRow] {
        try serverRows("SELECT * FROM server_rows WHERE is_settled IS NULL ORDER BY server_id")
    }

    public func leavingServerRows() throws(StoreError) -> [ServerRow] {
        try serverRows("SELECT * FROM server_rows WHERE is_leaving = 1 ORDER BY server_id")
    }

    /// Photos that only the answer of an upload has told of.
    public func toldServerRows() throws(StoreError) -> [ServerRow] {
        try serverRows("SELECT * FROM server_rows WHERE told_by IS NOT NULL ORDER BY server_id")
    }

    /// Photos that no listing since this one has seen.
    /// - Complexity: O(photos of the server).
    public func serverRows(notSeenBy listing: Int64) throws(StoreError) -> [ServerRow] {
        try serverRows("SELECT * FROM server_rows WHERE listing < ? ORDER BY server_id") {
            statement throws(SQLiteError) in
            try statement.bind(1, listing)
        }
    }

    /// Where the server keeps a photo; nil for one it has not told the path
    /// of.
    public func serverPath(of id: ServerPhotoID) throws(StoreError) -> String? {
        let path = try first("SELECT path FROM server_photos WHERE server_id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.rawValue)
        } row: {
            $0.text(0)
        }
        return path ?? nil
    }

    func isOnServer(_ luid: LUID) throws(StoreError) -> Bool {
        try first("SELECT 1 FROM server_photo_luids WHERE luid = ? LIMIT 1") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: { _ in
            true
        } ?? false
    }

    private func serverRows(
        _ sql: StaticString, bind: (borrowing Statement) throws(SQLiteError) -> Void = { _ in }
    ) throws(StoreError) -> [ServerRow] {
        try all(sql, bind: bind) { ServerRow($0) }.compactMap { $0 }
    }
}

extension WriteTransaction {
    /// - Parameter path: where the server keeps it; nil to leave it.
    public mutating func save(_ row: ServerRow, path: String? = nil) throws(StoreError) {
        let old = try serverRow(row.photo.id)
        for luid in [old?.luid, row.luid] {
            guard let luid else { continue }
            touch(luid)
            photosToPair.insert(luid)
        }
        known.note(row, of: row.photo.id)
        if var same = old, path == nil {
            same.luid = row.luid
            if same == row { return try setPlace(of: row, insteadOf: old?.luid) }
        }
        try run(
            """
            INSERT INTO server_photos (server_id, content_hash, size, revision, flags,
                creation_order, next_hash, next_size, next_revision, next_flags, next_order,
                replaced_by, is_leaving, listing, told_by, is_settled, path, stem)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (server_id) DO UPDATE SET content_hash = excluded.content_hash,
                size = excluded.size, revision = excluded.revision, flags = excluded.flags,
                creation_order = excluded.creation_order, next_hash = excluded.next_hash,
                next_size = excluded.next_size, next_revision = excluded.next_revision,
                next_flags = excluded.next_flags, next_order = excluded.next_order,
                replaced_by = excluded.replaced_by, is_leaving = excluded.is_leaving,
                listing = excluded.listing, told_by = excluded.told_by,
                is_settled = excluded.is_settled, path = coalesce(excluded.path, path),
                stem = coalesce(excluded.stem, stem)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, row.photo.id.rawValue)
            try statement.bind(row.photo, from: 2)
            try statement.bind(row.next, from: 7)
            try statement.bind(12, row.replacedBy?.bytes)
            try statement.bind(13, row.leaving ? 1 : 0)
            try statement.bind(14, row.listing)
            try statement.bind(15, row.toldBy)
            try statement.bind(16, row.settledCode)
            try statement.bind(17, path)
            try statement.bind(18, path.map(FilePlace.serverStemNumber))
        }
        if old?.luid != row.luid { try setLUID(row.luid, ofServerPhoto: row.photo.id) }
    }

    /// Of a row that is otherwise as it was, most of all when it finds its
    /// photo: no index but one is written again.
    private func setPlace(of row: ServerRow, insteadOf old: LUID?) throws(StoreError) {
        guard old != row.luid else { return }
        try run("UPDATE server_photos SET is_settled = ?2 WHERE server_id = ?1") {
            statement throws(SQLiteError) in
            try statement.bind(1, row.photo.id.rawValue)
            try statement.bind(2, row.settledCode)
        }
        try setLUID(row.luid, ofServerPhoto: row.photo.id)
    }

    public mutating func removeServerRow(_ id: ServerPhotoID) throws(StoreError) {
        if let luid = try serverRow(id)?.luid { touch(luid) }
        known.note(nil, of: id)
        try run("DELETE FROM server_photos WHERE server_id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.rawValue)
        }
    }

    private func setLUID(
        _ luid: LUID?, ofServerPhoto id: ServerPhotoID
    ) throws(StoreError) {
        guard let luid else {
            try run(
                """
                DELETE FROM server_photo_luids
                WHERE photo = (SELECT id FROM server_photos WHERE server_id = ?)
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, id.rawValue)
            }
            return
        }
        try run(
            """
            INSERT INTO server_photo_luids (photo, luid)
            SELECT id, ?2 FROM server_photos WHERE server_id = ?1
            ON CONFLICT (photo) DO UPDATE SET luid = excluded.luid
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.rawValue)
            try statement.bind(2, luid)
        }
    }
}

extension Statement {
    /// Content, size, revision, flags and order; null all for none.
    fileprivate func bind(_ photo: ServerPhoto?, from parameter: Int32) throws(SQLiteError) {
        try bind(parameter, photo?.hash.bytes)
        try bind(parameter + 1, photo?.size)
        try bind(parameter + 2, photo?.revision)
        let flags: Int64? = photo.map { ($0.hidden ? 1 : 0) | ($0.favourite ? 2 : 0) }
        try bind(parameter + 3, flags)
        try bind(parameter + 4, photo?.order)
    }

    fileprivate func serverPhoto(from column: Int32, id: ServerPhotoID) -> ServerPhoto? {
        contentHash(column).map { hash in
            let flags = UserFlags(rawValue: int64(column + 3))
            return ServerPhoto(
                id: id, hash: hash, size: int64(column + 1), revision: text(column + 2) ?? "",
                hidden: flags.contains(.hidden), favourite: flags.contains(.favourite),
                order: int64(column + 4))
        }
    }
}

extension ServerRow {
    /// Null while it waits for a place, or for one of its next content.
    fileprivate var settledCode: Int64? { luid != nil && next == nil ? 1 : nil }

    /// From the columns of the view `server_rows`. Nil only in a damaged file.
    fileprivate init?(_ row: borrowing Statement) {
        let id = ServerPhotoID(row.text(0) ?? "")
        guard let photo = row.serverPhoto(from: 1, id: id) else { return nil }
        self.init(photo: photo, listing: row.int64(14))
        luid = row.optionalInt64(6).map(LUID.init)
        next = row.serverPhoto(from: 7, id: id)
        replacedBy = OperationID(bytes: row.bytes(12))
        leaving = row.int64(13) != 0
        toldBy = row.optionalInt64(15)
    }
}
