import Photos
internal import SQLite

extension ReadTransaction {
    /// The byte sizes of all files that are not settled: without a photo, with
    /// an edit to judge, or with a hash that their photo does not know. What
    /// is to be settled after a start or a complete walk.
    public func unsettledSizes() throws(StoreError) -> [Int64] {
        try all(
            "SELECT DISTINCT size FROM local_photos WHERE is_settled = 0 ORDER BY size"
        ) { $0.int64(0) }
    }

    /// What `Sync`'s settlement asks for. A file that is not hashed and cannot
    /// be reached counts as failed: nobody can wait for it.
    public func standings(ofSizes sizes: [Int64]) throws(StoreError) -> StandingRows {
        var files: [FileID: FileStanding] = [:]
        var stamps: [FileID: FileStamp] = [:]
        var standings: [SizeStanding] = []
        for size in sizes {
            for (file, stamp) in try openFiles(ofSize: size) {
                files[file.id] = file
                stamps[file.id] = stamp
            }
            standings.append(SizeStanding(size: size, hasOthers: try hasOthers(ofSize: size)))
        }
        for luid in Set(files.values.filter { $0.edit != nil }.compactMap(\.luid)) {
            for id in try self.files(of: luid) where files[id] == nil {
                files[id] = try standing(of: id)
            }
        }
        return StandingRows(
            sizes: standings, files: files.values.sorted { $0.id < $1.id },
            owners: try owners(for: files.values), stamps: stamps)
    }

    private func openFiles(
        ofSize size: Int64
    ) throws(StoreError) -> [(FileStanding, FileStamp)] {
        try all(
            """
            SELECT id, size, hash_state, content_hash, luid, edit, is_reachable,
                size, mtime_ns, ctime_ns, inode, device
            FROM files WHERE size = ?1 AND is_settled = 0
            UNION ALL
            SELECT id, size, hash_state, content_hash, luid, edit, is_reachable,
                size, mtime_ns, ctime_ns, inode, device
            FROM files WHERE size = ?1 AND is_settled = 1 AND hash_state = 0
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, size)
        } row: {
            (FileStanding($0), $0.stamp(from: 7))
        }
    }

    private func standing(of id: FileID) throws(StoreError) -> FileStanding? {
        try first(
            """
            SELECT id, size, hash_state, content_hash, luid, edit, is_reachable
            FROM files WHERE id = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
        } row: {
            FileStanding($0)
        }
    }

    /// Whether there is a content of this size, or a file that is not among the
    /// open ones.
    private func hasOthers(ofSize size: Int64) throws(StoreError) -> Bool {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM photos WHERE byte_size = ?1)
                OR EXISTS (SELECT 1 FROM local_photos
                    WHERE size = ?1 AND is_settled = 1 AND hash_state IN (1, 2))
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, size)
        } row: {
            $0.int64(0) != 0
        } ?? false
    }

    private func owners(
        for files: some Sequence<FileStanding>
    ) throws(StoreError) -> [ContentOwner] {
        var owners: Set<ContentOwner> = []
        for file in files {
            if let hash = file.hash.hash {
                let owner = try first(
                    """
                    SELECT content_hash, byte_size, luid, EXISTS (
                        SELECT 1 FROM local_photo_luids m WHERE m.luid = photos.luid)
                    FROM photos WHERE content_hash = ?
                    """
                ) { statement throws(SQLiteError) in
                    try statement.bind(1, hash.bytes)
                } row: {
                    ContentOwner($0)
                }
                if let owner = owner ?? nil { owners.insert(owner) }
            }
            if let luid = file.luid {
                let owner = try first(
                    """
                    SELECT content_hash, byte_size, luid, EXISTS (
                        SELECT 1 FROM local_photo_luids m WHERE m.luid = photos.luid)
                    FROM photos WHERE luid = ?
                    """
                ) { statement throws(SQLiteError) in
                    try statement.bind(1, luid)
                } row: {
                    ContentOwner($0)
                }
                if let owner = owner ?? nil { owners.insert(owner) }
            }
        }
        return owners.sorted { $0.luid < $1.luid }
    }
}

extension WriteTransaction {
    /// What `Sync`'s settlement asks for, without a look at the tables for
    /// files that were added just now and have a size of their own.
    public func standings(ofSizes sizes: [Int64]) throws(StoreError) -> StandingRows {
        var others: [Int64] = []
        var standings: [SizeStanding] = []
        var files: [FileStanding] = []
        for size in sizes {
            guard let file = loneFile(ofSize: size) else {
                others.append(size)
                continue
            }
            standings.append(SizeStanding(size: size, hasOthers: false))
            files.append(
                FileStanding(id: file, size: size, hash: .wanted, luid: nil, edit: nil))
        }
        var rows = try reading.standings(ofSizes: others)
        rows.sizes += standings
        rows.files = (rows.files + files).sorted { $0.id < $1.id }
        return rows
    }
}

extension FileStanding {
    fileprivate init(_ row: borrowing Statement) {
        let hash = row.hashState(from: 2)
        self.init(
            id: FileID(row.int64(0)), size: row.int64(1),
            hash: hash == .wanted && row.int64(6) == 0 ? .failed : hash,
            luid: row.optionalInt64(4).map(LUID.init), edit: row.edit(5))
    }
}

extension ContentOwner {
    /// Nil for a photo whose content is not known.
    fileprivate init?(_ row: borrowing Statement) {
        guard let hash = row.contentHash(0) else { return nil }
        self.init(
            hash: hash, size: row.int64(1), luid: LUID(row.int64(2)), isShown: row.int64(3) != 0)
    }
}
