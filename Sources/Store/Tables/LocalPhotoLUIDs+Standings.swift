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
    ///
    /// Files that are shown unhashed stay out where somebody has looked and no
    /// unsettled one begins as they do: of a thousand files of one size, few
    /// are ever asked for.
    public func standings(ofSizes sizes: [Int64]) throws(StoreError) -> StandingRows {
        var files: [FileID: FileStanding] = [:]
        var standings: [SizeStanding] = []
        for size in sizes {
            let unsettled = try unsettledFiles(ofSize: size)
            let shown = try shownUnhashedFiles(ofSize: size, mayEqual: unsettled)
            for file in unsettled + shown { files[file.id] = file }
            let hasOthers = try hasOthers(ofSize: size, notSeen: unsettled)
            standings.append(SizeStanding(size: size, hasOthers: hasOthers))
        }
        for luid in Set(files.values.filter { $0.edit != nil }.compactMap(\.luid)) {
            for id in try self.files(of: luid) where files[id] == nil {
                files[id] = try standing(of: id)
            }
        }
        return StandingRows(
            sizes: standings, files: files.values.sorted { $0.id < $1.id },
            owners: try owners(for: files.values))
    }

    private func unsettledFiles(ofSize size: Int64) throws(StoreError) -> [FileStanding] {
        try standings("SELECT * FROM file_standings WHERE size = ?1 AND is_settled = 0", size)
    }

    /// Of the files shown unhashed, those that nobody has looked at and those
    /// that begin like one of the unsettled ones; all, where one of these has
    /// a hash and nobody knows how it begins.
    private func shownUnhashedFiles(
        ofSize size: Int64, mayEqual unsettled: [FileStanding]
    ) throws(StoreError) -> [FileStanding] {
        if unsettled.contains(where: { $0.beginning == nil && $0.hash.hash != nil }) {
            return try standings(
                """
                SELECT * FROM file_standings
                WHERE size = ?1 AND is_settled = 1 AND hash_state = 0
                """, size)
        }
        return try standings(
            """
            SELECT * FROM file_standings
            WHERE size = ?1 AND is_settled = 1 AND hash_state = 0 AND beginning IS NULL
            UNION ALL
            SELECT * FROM file_standings
            WHERE size = ?1 AND is_settled = 1 AND hash_state = 0 AND beginning IN (
                SELECT beginning FROM local_photos WHERE size = ?1 AND is_settled = 0)
            """, size)
    }

    private func standing(of id: FileID) throws(StoreError) -> FileStanding? {
        try standings("SELECT * FROM file_standings WHERE id = ?1", id.rawValue).first
    }

    private func standings(
        _ sql: StaticString, _ parameter: Int64
    ) throws(StoreError) -> [FileStanding] {
        try all(sql) { statement throws(SQLiteError) in
            try statement.bind(1, parameter)
        } row: {
            FileStanding($0)
        }
    }

    /// Whether there is a content of this size, or a file, not asked for, that
    /// may have the bytes of an unsettled one.
    private func hasOthers(
        ofSize size: Int64, notSeen unsettled: [FileStanding]
    ) throws(StoreError) -> Bool {
        let isAnyUnseen = unsettled.contains { $0.beginning == nil }
        return try first(
            """
            SELECT EXISTS (SELECT 1 FROM photos WHERE byte_size = ?1)
                OR EXISTS (SELECT 1 FROM local_photos
                    WHERE size = ?1 AND is_settled = 1 AND hash_state IN (1, 2))
                OR ?2 AND EXISTS (SELECT 1 FROM local_photos
                    WHERE size = ?1 AND is_settled = 1 AND hash_state = 0)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, size)
            try statement.bind(2, isAnyUnseen ? 1 : 0)
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
            luid: row.optionalInt64(4).map(LUID.init), edit: row.edit(5),
            beginning: row.optionalInt64(7).map {
                FileBeginning(digest: UInt64(bitPattern: $0))
            })
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
