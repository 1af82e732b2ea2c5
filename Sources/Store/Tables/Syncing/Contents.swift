public import Photos
internal import SQLite

extension ReadTransaction {
    /// The content of a photo; nil while it is not known.
    public func content(of luid: LUID) throws(StoreError) -> ContentHash? {
        let found = try first("SELECT content_hash FROM photos WHERE luid = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            $0.contentHash(0)
        }
        return found ?? nil
    }

    /// The photo to which a content belongs, with or without a file left.
    public func owner(of hash: ContentHash) throws(StoreError) -> LUID? {
        try first("SELECT luid FROM photos WHERE content_hash = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        } row: {
            LUID($0.int64(0))
        }
    }

    /// Whether a content of this many bytes is known, of a photo or of the
    /// server's.
    public func contentHasSize(_ size: Int64) throws(StoreError) -> Bool {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM photos WHERE byte_size = ?1)
                OR EXISTS (SELECT 1 FROM server_photos WHERE size = ?1)
                OR EXISTS (SELECT 1 FROM server_photos WHERE next_size = ?1)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, size)
        } row: {
            $0.int64(0) != 0
        } ?? false
    }
}

extension WriteTransaction {
    /// A photo without anything, of a LUID that was never used.
    public mutating func makeLUID() throws(StoreError) -> LUID {
        try run("INSERT INTO photos DEFAULT VALUES") { _ throws(SQLiteError) in }
        let luid = LUID(lastInsertedID)
        noteAdded(luid)
        known.noteMade(luid)
        return luid
    }

    /// Makes it the content of the photo, whoever had it before. The photo's
    /// thumbnails are made anew when it had another content.
    public mutating func give(
        _ hash: ContentHash, ofSize size: Int64, to luid: LUID
    ) throws(StoreError) {
        let (old, owner) = (try content(of: luid), try owner(of: hash))
        for former in [owner, luid].compactMap({ $0 }) {
            touch(former)
            guard known.bare(former) == nil else { continue }
            for file in try reading.files(of: former) { touch(file) }
        }
        if let owner, owner != luid {
            try run("UPDATE photos SET content_hash = NULL, byte_size = NULL WHERE luid = ?") {
                statement throws(SQLiteError) in
                try statement.bind(1, owner)
            }
        }
        try run("UPDATE photos SET content_hash = ?2, byte_size = ?3 WHERE luid = ?1") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
            try statement.bind(2, hash.bytes)
            try statement.bind(3, size)
        }
        known.noteGiven(hash, to: luid, before: old, from: owner)
        if let old, old != hash { try setThumbnailsWanted(of: luid) }
        guard known.bare(luid) == nil else { return }
        for file in try reading.files(of: luid) { try settle(file) }
    }

    /// From now on `old` is another name of `luid`.
    public mutating func addAlias(_ old: LUID, of luid: LUID) throws(StoreError) {
        for one in [old, luid] { known.forget(one) }
        for sql in [
            "UPDATE luid_aliases SET luid = ?2 WHERE luid = ?1",
            """
            INSERT INTO luid_aliases (old, luid) VALUES (?1, ?2)
            ON CONFLICT (old) DO UPDATE SET luid = excluded.luid
            """,
        ] as [StaticString] {
            try run(sql) { statement throws(SQLiteError) in
                try statement.bind(1, old)
                try statement.bind(2, luid)
            }
        }
        // Its row in the timeline goes with it, when the transaction ends.
        touch(old)
    }
}
