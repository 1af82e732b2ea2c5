import Photos
internal import SQLite

extension ReadTransaction {
    /// All roots, first added first.
    public func roots() throws(StoreError) -> [RootRow] {
        try all(
            """
            SELECT id, path, added_ms, walk, is_available, includes_hidden, excludes, uploads
            FROM roots WHERE NOT is_removed ORDER BY id
            """
        ) {
            RootRow($0)
        }
    }

    fileprivate func root(at path: FilePath) throws(StoreError) -> RootRow? {
        try first(
            """
            SELECT id, path, added_ms, walk, is_available, includes_hidden, excludes, uploads
            FROM roots WHERE path = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, path.bytes)
        } row: {
            RootRow($0)
        }
    }

    /// Whether the file's folder is not in the library any more.
    func isOfRemovedRoot(_ file: FileID) throws(StoreError) -> Bool {
        try first("SELECT is_removed FROM files WHERE id = ?") { statement throws(SQLiteError) in
            try statement.bind(1, file)
        } row: {
            $0.int64(0) != 0
        } ?? false
    }

    /// The photos of which a file lies in the root.
    func photos(in root: RootID) throws(StoreError) -> [LUID] {
        try all(
            """
            SELECT m.luid FROM local_photos f JOIN local_photo_luids m ON m.file = f.id
            WHERE f.root = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, root.rawValue)
        } row: {
            LUID($0.int64(0))
        }
    }
}

extension WriteTransaction {
    /// Adds a folder, or gives the root that it is already.
    public mutating func addRoot(
        _ path: FilePath, addedMilliseconds: Int64
    ) throws(StoreError) -> RootRow {
        // One that comes back begins anew: what lies there now was not put
        // there in the library's time.
        try run(
            """
            INSERT INTO roots (path, added_ms) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET added_ms = excluded.added_ms, is_removed = 0,
                is_available = 1, settled_walk = walk + 1, includes_hidden = 0, excludes = x'',
                uploads = 1
            WHERE is_removed
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, path.bytes)
            try statement.bind(2, addedMilliseconds)
        }
        guard let root = try reading.root(at: path) else {
            throw .failed(file: reading.file, cause: "a folder just added is not there")
        }
        return root
    }

    /// Un-indexes a folder: its files and problems leave the library and
    /// photos without another file leave the timeline; their LUIDs and contents
    /// are kept and found again when the folder returns. What is in the trash
    /// can still be brought back, into its folder; what was to go there and
    /// has not been moved stays where it is.
    public mutating func removeRoot(_ id: RootID) throws(StoreError) {
        let photos = try reading.photos(in: id)
        for sql in [
            """
            DELETE FROM local_photos WHERE root = ? AND id NOT IN (
                SELECT file FROM trashed_files WHERE trash_path IS NOT NULL)
            """,
            "DELETE FROM problems WHERE root = ?", "DELETE FROM sidecars WHERE root = ?",
            "UPDATE roots SET is_removed = 1 WHERE id = ?",
        ] as [StaticString] {
            try run(sql) { statement throws(SQLiteError) in
                try statement.bind(1, id.rawValue)
            }
        }
        // These were done with by their files; touched as well.
        for luid in photos { try finishParts(of: luid) }
        try dropEmptyRemovedRoots()
    }

    /// Forgets folders that are not in the library and of which nothing is in
    /// the trash any more.
    func dropEmptyRemovedRoots() throws(StoreError) {
        try run(
            """
            DELETE FROM roots WHERE is_removed AND NOT EXISTS (
                SELECT 1 FROM local_photos f WHERE f.root = roots.id)
            """
        ) { _ throws(SQLiteError) in }
    }

    /// Marks whether the root can be reached; its photos change with it.
    public mutating func setAvailable(
        _ isAvailable: Bool, _ id: RootID
    ) throws(StoreError) {
        try run("UPDATE roots SET is_available = ? WHERE id = ? AND is_available <> ?1") {
            statement throws(SQLiteError) in
            try statement.bind(1, isAvailable ? 1 : 0)
            try statement.bind(2, id.rawValue)
        }
        guard reading.connection.changedRows > 0 else { return }
        if isAvailable {
            // What could not be read then may be read now.
            try wantFailedHashes(of: id)
            try run("UPDATE roots SET settled_walk = walk + 1 WHERE id = ?") {
                statement throws(SQLiteError) in
                try statement.bind(1, id.rawValue)
            }
        }
        for luid in try reading.photos(in: id) { touch(luid) }
    }

    /// Hashes of the root's files that could not be had are wanted anew: a
    /// file that nobody may read, or that is being written, may be read later.
    public mutating func wantFailedHashes(of id: RootID) throws(StoreError) {
        try run("UPDATE local_photos SET hash_state = 0 WHERE root = ? AND hash_state = 2") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.rawValue)
        }
    }

    /// What of the root is to be in the library, from the next walk on, and
    /// whether it is uploaded, for which all its photos are looked at again.
    public mutating func setSettings(
        _ settings: RootSettings, of id: RootID
    ) throws(StoreError) {
        let old = try reading.syncRoot(id)
        try run(
            """
            UPDATE roots SET includes_hidden = ?2, excludes = ?3, uploads = ?4 WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.rawValue)
            try statement.bind(2, settings.includesHidden ? 1 : 0)
            try statement.bind(
                3, Array(settings.excludes.joined(separator: [UInt8(ascii: "\n")])))
            try statement.bind(4, settings.uploads ? 1 : 0)
        }
        guard let old, old.uploads != settings.uploads else { return }
        for luid in try reading.photos(in: id) { touch(luid) }
    }

    /// Counts a complete walk of the root.
    public mutating func finishWalk(of id: RootID) throws(StoreError) {
        try run("UPDATE roots SET walk = walk + 1 WHERE id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.rawValue)
        }
    }
}

extension RootRow {
    fileprivate init(_ row: borrowing Statement) {
        id = RootID(row.int64(0))
        path = row.path(1)
        addedMilliseconds = row.int64(2)
        walk = row.int64(3)
        isAvailable = row.int64(4) != 0
        settings = RootSettings(
            includesHidden: row.int64(5) != 0,
            excludes: row.bytes(6).split(separator: UInt8(ascii: "\n")).map { Array($0) },
            uploads: row.int64(7) != 0)
    }
}
