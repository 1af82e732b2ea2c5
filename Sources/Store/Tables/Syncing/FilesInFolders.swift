public import Photos
internal import SQLite

extension ReadTransaction {
    /// A file in one of the folders, as sync keeps it; nil for one that is on
    /// its way through the trash.
    public func localFile(_ id: FileID) throws(StoreError) -> LocalFile? {
        try first("SELECT * FROM files_in_folders WHERE id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id)
        } row: {
            LocalFile($0)
        }
    }

    public func localFiles(of luid: LUID) throws(StoreError) -> [LocalFile] {
        try localFiles("SELECT * FROM files_in_folders WHERE luid = ? ORDER BY id", luid.rawValue)
    }

    public func localFiles(in root: RootID) throws(StoreError) -> [LocalFile] {
        try localFiles("SELECT * FROM files_in_folders WHERE root = ? ORDER BY id", root.rawValue)
    }

    public func localFileCount(ofSize size: Int64) throws(StoreError) -> Int {
        try first("SELECT count(*) FROM files_in_folders WHERE size = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, size)
        } row: {
            Int($0.int64(0))
        } ?? 0
    }

    /// Files of a size without a hash, at most so many, in order of their ids
    /// where these are all.
    public func unhashedFiles(
        ofSize size: Int64, limit: Int
    ) throws(StoreError) -> [LocalFile] {
        try all(
            """
            SELECT * FROM files_in_folders
            WHERE size = ?1 AND hash_state = 0 AND is_settled IN (0, 1) LIMIT ?2
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, size)
            try statement.bind(2, Int64(limit))
        } row: {
            LocalFile($0)
        }.sorted { $0.id < $1.id }
    }

    /// Whether a file of a size has its photo, no hash, and can be read.
    public func isPlacedUnhashed(ofSize size: Int64) throws(StoreError) -> Bool {
        try first(
            """
            SELECT 1 FROM files_in_folders f JOIN roots r ON r.id = f.root
            WHERE f.size = ?1 AND f.is_settled = 1 AND f.hash_state = 0 AND r.is_available
            LIMIT 1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, size)
        } row: { _ in
            true
        } ?? false
    }

    /// Files of a size that are not settled or have no hash.
    public func openFiles(ofSize size: Int64) throws(StoreError) -> [LocalFile] {
        try localFiles(
            """
            SELECT * FROM files_in_folders
            WHERE size = ?1 AND (is_settled = 0 OR is_settled = 1 AND hash_state = 0)
            ORDER BY id
            """, size)
    }

    /// Superseded files with these bytes.
    public func supersededFiles(holding hash: ContentHash) throws(StoreError) -> [LocalFile] {
        try all(
            """
            SELECT * FROM files_in_folders WHERE content_hash = ? AND is_superseded = 1
            ORDER BY id
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        } row: {
            LocalFile($0)
        }
    }

    /// Files without a photo, held with one, with an undecided edit, or with
    /// a hash that their photo does not know.
    public func unsettledFiles() throws(StoreError) -> [LocalFile] {
        try all("SELECT * FROM files_in_folders WHERE is_settled = 0 ORDER BY id") {
            LocalFile($0)
        }
    }

    public func unhashedFiles() throws(StoreError) -> [LocalFile] {
        try all("SELECT * FROM files_in_folders WHERE hash_state = 0 ORDER BY id") {
            LocalFile($0)
        }
    }

    /// Whether a file whose root is there waits to be hashed.
    public func isHashing() throws(StoreError) -> Bool {
        try first(
            """
            SELECT 1 FROM files_in_folders f JOIN roots r ON r.id = f.root
            WHERE f.hash_state = 0 AND r.is_available LIMIT 1
            """
        ) { _ in true } ?? false
    }

    /// Files of a root that could not be hashed.
    public func failedFiles(in root: RootID) throws(StoreError) -> [LocalFile] {
        try localFiles(
            "SELECT * FROM files_in_folders WHERE root = ? AND hash_state = 2 ORDER BY id",
            root.rawValue)
    }

    /// Files whose photo's content, which is theirs, was deleted.
    /// - Complexity: O(tombstones · log photos).
    public func filesOfDeletedContents() throws(StoreError) -> [LocalFile] {
        try all(
            """
            SELECT f.* FROM tombstones t JOIN photos p ON p.content_hash = t.content_hash
            JOIN local_photo_luids m ON m.luid = p.luid JOIN files_in_folders f ON f.id = m.file
            WHERE f.content_hash = t.content_hash AND f.is_superseded = 0 ORDER BY f.id
            """
        ) { LocalFile($0) }
    }

    private func localFiles(
        _ sql: StaticString, _ key: Int64
    ) throws(StoreError) -> [LocalFile] {
        try all(sql) { statement throws(SQLiteError) in
            try statement.bind(1, key)
        } row: {
            LocalFile($0)
        }
    }
}

extension WriteTransaction {
    /// Takes what sync has decided of a file that the library knows. One that
    /// was on its way through the trash is back in its folder.
    public mutating func save(_ file: LocalFile) throws(StoreError) {
        try touchPhoto(of: file.id)
        touch(file.id)
        filesToPair.insert(file.id)
        try run("DELETE FROM trashed_files WHERE file = ?") { statement throws(SQLiteError) in
            try statement.bind(1, file.id)
        }
        try run(
            """
            UPDATE local_photos SET root = ?2, size = ?3, hash_state = ?4, content_hash = ?5,
                changed_from = ?6,
                edit = CASE WHEN ?6 IS NOT NULL THEN coalesce(?7, edit, 1) END,
                found_walk = ?8, is_superseded = ?9, is_held = ?10
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, file.id)
            try statement.bind(2, file.root.rawValue)
            try statement.bind(3, file.size)
            try statement.bind(4, file.hash.code)
            try statement.bind(5, file.hash.hash?.bytes)
            try statement.bind(6, file.changedFrom?.bytes)
            try statement.bind(7, file.edit.map { Int64($0.rawValue) })
            try statement.bind(8, file.walk)
            try statement.bind(9, file.superseded ? 1 : 0)
            try statement.bind(10, file.held ? 1 : 0)
        }
        try setLUID(file.luid, of: file.id)
        try settle(file.id)
    }

    func setLUID(_ luid: LUID?, of file: FileID) throws(StoreError) {
        guard let luid else {
            try run("DELETE FROM local_photo_luids WHERE file = ?") {
                statement throws(SQLiteError) in
                try statement.bind(1, file)
            }
            return
        }
        known.forget(luid)
        try run(
            """
            INSERT INTO local_photo_luids (file, luid) VALUES (?, ?)
            ON CONFLICT (file) DO UPDATE SET luid = excluded.luid
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, file)
            try statement.bind(2, luid)
        }
    }
}

extension LocalFile {
    /// From the columns of the view `files_in_folders`.
    fileprivate init(_ row: borrowing Statement) {
        self.init(
            id: FileID(row.int64(0)), root: RootID(row.int64(1)), size: row.int64(2),
            walk: row.int64(8))
        hash = row.hashState(from: 3)
        luid = row.optionalInt64(5).map(LUID.init)
        changedFrom = row.contentHash(6)
        edit = changedFrom != nil && hash.hash != nil ? row.edit(7) : nil
        superseded = row.int64(9) != 0
        held = row.int64(10) != 0
    }
}
