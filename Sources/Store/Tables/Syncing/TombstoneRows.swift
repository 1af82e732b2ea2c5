public import Photos
internal import SQLite

extension ReadTransaction {
    /// That a content was deleted, and when by the walks of each root.
    public func tombstone(of hash: ContentHash) throws(StoreError) -> Tombstone? {
        let isThere = try first("SELECT 1 FROM tombstones WHERE content_hash = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        } row: { _ in
            true
        }
        guard isThere != nil else { return nil }
        let marks = try all(
            "SELECT root, walks FROM tombstone_marks WHERE content_hash = ? ORDER BY root"
        ) { statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        } row: {
            Tombstone.Mark(root: RootID($0.int64(0)), walks: $0.int64(1))
        }
        return Tombstone(hash: hash, marks: marks)
    }

    public func isRefused(_ hash: ContentHash) throws(StoreError) -> Bool {
        try first("SELECT 1 FROM refused_contents WHERE content_hash = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        } row: { _ in
            true
        } ?? false
    }
}

extension WriteTransaction {
    public mutating func save(
        _ tombstone: Tombstone, madeMilliseconds: Int64
    ) throws(StoreError) {
        try removeTombstone(of: tombstone.hash)
        known.hasTombstones = true
        try run("INSERT INTO tombstones (content_hash, made_ms) VALUES (?, ?)") {
            statement throws(SQLiteError) in
            try statement.bind(1, tombstone.hash.bytes)
            try statement.bind(2, madeMilliseconds)
        }
        for mark in tombstone.marks {
            try run("INSERT INTO tombstone_marks (content_hash, root, walks) VALUES (?, ?, ?)") {
                statement throws(SQLiteError) in
                try statement.bind(1, tombstone.hash.bytes)
                try statement.bind(2, mark.root.rawValue)
                try statement.bind(3, mark.walks)
            }
        }
    }

    public mutating func removeTombstone(of hash: ContentHash) throws(StoreError) {
        guard try hasTombstones() else { return }
        try run("DELETE FROM tombstones WHERE content_hash = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        }
    }

    /// The upload of a content has finally failed: it is not tried again.
    public mutating func markRefused(_ hash: ContentHash) throws(StoreError) {
        try run("INSERT OR IGNORE INTO refused_contents (content_hash) VALUES (?)") {
            statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        }
    }

    /// Refused uploads are tried again, by the user's word. The photos are
    /// those to be told to the machine.
    public mutating func forgetRefusals() throws(StoreError) -> [LUID] {
        let luids = try reading.all(
            """
            SELECT p.luid FROM refused_contents r JOIN photos p USING (content_hash)
            ORDER BY p.luid
            """
        ) { LUID($0.int64(0)) }
        for sql in [
            "DELETE FROM refused_contents", "DELETE FROM photo_upload_operations WHERE state = 6",
        ] as [StaticString] {
            try run(sql) { _ throws(SQLiteError) in }
        }
        return luids
    }
}
