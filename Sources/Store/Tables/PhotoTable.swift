import Photos
internal import SQLite

extension ReadTransaction {
    /// A photo with all its files; a merged LUID gives the photo it became.
    public func photo(_ luid: LUID) throws(StoreError) -> PhotoRow? {
        let luid = try resolve(luid)
        let photo = try first(
            "SELECT content_hash, thumbnails, user_flags FROM photos WHERE luid = ?"
        ) {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: { row in
            PhotoRow(
                luid: luid, contentHash: row.contentHash(0),
                thumbnails: ThumbnailState(rawValue: UInt8(truncatingIfNeeded: row.int64(1)))
                    ?? .wanted,
                userFlags: UserFlags(rawValue: row.int64(2)), files: [])
        }
        guard var photo else { return nil }
        photo.files = try all(
            """
            SELECT * FROM files WHERE luid = ?
            ORDER BY edit IS NOT NULL, is_reachable DESC, id
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            FileRow($0)
        }
        return photo
    }

    /// Photos whose thumbnails are wanted and of which a file can be reached,
    /// newest first, those behind `after`.
    public func photosWantingThumbnails(
        after: PhotoToDraw? = nil, limit: Int
    ) throws(StoreError) -> [PhotoToDraw] {
        let key = after?.key ?? .beforeFirst
        return try all(
            """
            SELECT p.taken, p.name, p.luid,
                f.id, f.path, f.size, f.mtime_ns, f.ctime_ns, f.inode, f.device
            FROM photos p JOIN local_photos f ON f.id = (
                SELECT min(id) FROM files
                WHERE luid = p.luid AND is_reachable AND edit IS NULL)
            WHERE p.thumbnails = 0 AND p.taken IS NOT NULL
                AND (p.taken, p.name, p.luid) < (?, ?, ?)
            ORDER BY p.taken DESC, p.name DESC, p.luid DESC LIMIT ?
            """
        ) { statement throws(SQLiteError) in
            try key.bind(statement, from: 1)
            try statement.bind(4, Int64(limit))
        } row: {
            PhotoToDraw($0)
        }
    }

    /// Those of some photos whose thumbnails are wanted and can be made, in
    /// the order asked for.
    public func photosWantingThumbnails(
        among luids: [LUID]
    ) throws(StoreError) -> [PhotoToDraw] {
        var photos: [PhotoToDraw] = []
        for luid in luids {
            let photo = try first(
                """
                SELECT p.taken, p.name, p.luid,
                    f.id, f.path, f.size, f.mtime_ns, f.ctime_ns, f.inode, f.device
                FROM photos p JOIN local_photos f ON f.id = (
                    SELECT min(id) FROM files
                    WHERE luid = p.luid AND is_reachable AND edit IS NULL)
                WHERE p.luid = ? AND p.thumbnails = 0 AND p.taken IS NOT NULL
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, luid)
            } row: {
                PhotoToDraw($0)
            }
            if let photo { photos.append(photo) }
        }
        return photos
    }

    /// - Complexity: O(files), by the smallest index of each table.
    public func counts() throws(StoreError) -> LibraryCounts {
        try first(
            """
            SELECT (SELECT count(*) FROM timeline), (SELECT count(*) FROM local_photos),
                (SELECT count(*) FROM local_photos WHERE hash_state = 0),
                (SELECT count(*) FROM photos WHERE thumbnails = 0 AND taken IS NOT NULL),
                (SELECT count(*) FROM problems)
            """
        ) { row in
            LibraryCounts(
                shown: Int(row.int64(0)), files: Int(row.int64(1)),
                hashesWanted: Int(row.int64(2)), thumbnailsWanted: Int(row.int64(3)),
                problems: Int(row.int64(4)))
        } ?? LibraryCounts()
    }
}

extension WriteTransaction {
    /// The photo's thumbnails were made and stored.
    public mutating func setThumbnailsMade(
        of luid: LUID, _ thumbHash: ThumbHash
    ) throws(StoreError) {
        try setThumbnails(of: luid, .made)
        try run("UPDATE photos SET thumb_hash = ? WHERE luid = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, thumbHash.bytes)
            try statement.bind(2, luid)
        }
    }

    /// Gives the photo of a file the ThumbHash of its camera's thumbnail, if
    /// it has none at all; its own thumbnails are still wanted.
    /// - Returns: the photo, when it has taken it.
    public mutating func setEarlyThumbHash(
        _ thumbHash: ThumbHash, of file: FileID
    ) throws(StoreError) -> LUID? {
        guard let luid = try reading.luid(of: file) else { return nil }
        try run(
            """
            UPDATE photos SET thumb_hash = ?
            WHERE luid = ? AND thumb_hash IS NULL AND thumbnails = 0
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, thumbHash.bytes)
            try statement.bind(2, luid)
        }
        guard reading.connection.changedRows > 0 else { return nil }
        touch(luid)
        return luid
    }

    /// Photos without a file forget their thumbnails.
    /// - Returns: these photos, whose thumbnails are to be removed.
    public mutating func dropThumbnailsOfGonePhotos() throws(StoreError) -> [LUID] {
        try reading.all(
            """
            UPDATE photos SET thumb_hash = NULL, thumbnails = 0
            WHERE taken IS NULL AND thumb_hash IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM local_photo_luids m WHERE m.luid = photos.luid)
            RETURNING luid
            """
        ) {
            LUID($0.int64(0))
        }
    }

    /// The photo's picture cannot be decoded; its metadata can be read.
    public mutating func setThumbnailsImpossible(of luid: LUID) throws(StoreError) {
        try setThumbnails(of: luid, .impossible)
    }

    /// The thumbnails are to be made again (lost, evicted, damaged). Its
    /// ThumbHash stays.
    public mutating func setThumbnailsWanted(of luid: LUID) throws(StoreError) {
        try setThumbnails(of: luid, .wanted)
    }

    /// All thumbnails that were made are lost and are to be made again.
    public mutating func setAllThumbnailsWanted() throws(StoreError) {
        try run("UPDATE photos SET thumbnails = 0 WHERE thumbnails = 1") {
            _ throws(SQLiteError) in
        }
    }

    private mutating func setThumbnails(
        of luid: LUID, _ state: ThumbnailState
    ) throws(StoreError) {
        touch(luid)
        try run("UPDATE photos SET thumbnails = ? WHERE luid = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, Int64(state.rawValue))
            try statement.bind(2, luid)
        }
    }
}

extension PhotoToDraw {
    /// From the three columns of the key and those of the file.
    fileprivate init(_ row: borrowing Statement) {
        key = TimelineKey(taken: row.int64(0), name: row.int64(1), luid: LUID(row.int64(2)))
        file = FileToRead(row, from: 3)
    }
}
