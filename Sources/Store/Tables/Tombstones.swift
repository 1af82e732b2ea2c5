public import Photos
internal import SQLite

/// A file of a deleted photo that lies in its folder all the same.
public struct SurvivingFile: Hashable, Sendable {
    public var luid: LUID
    public var path: FilePath
    /// Whether it was found so late that somebody must have wished for it: by
    /// a walk after the first complete one that began after the deletion, or
    /// at any time after a deletion by when every file was known; and not with
    /// a root's first complete walk.
    public var isWish: Bool
    /// Where the photo's file of the same path is in the trash.
    public var trashPath: FilePath?
}

/// How far the library had looked into its roots when something was done.
public struct Walked: Hashable, Sendable {
    /// Roots that a walk was looking through: what it finds may have been
    /// there before.
    public var underWay: Set<RootID>
    /// Whether every file there was in them had been taken in: all changes
    /// are heard of, and none was being looked at.
    public var knewAll: Bool

    public init(underWay: Set<RootID> = [], knewAll: Bool = false) {
        self.underWay = underWay
        self.knewAll = knewAll
    }
}

extension ReadTransaction {
    /// Files of deleted photos that are in their folders and are not to
    /// leave.
    public func survivingFiles() throws(StoreError) -> [SurvivingFile] {
        try all(
            """
            SELECT p.luid, f.path, f.found_walk > r.settled_walk
                    AND (f.found_walk >= coalesce(m.walks, 0) + 2
                        OR coalesce(f.id > m.last_file, 0)),
                (SELECT t.trash_path FROM trashed_files t
                    WHERE t.luid = p.luid AND t.state = 1 AND t.path = f.path)
            FROM photos p JOIN local_photo_luids l ON l.luid = p.luid
            JOIN local_photos f ON f.id = l.file JOIN roots r ON r.id = f.root
            LEFT JOIN tombstone_marks m ON m.content_hash = p.content_hash AND m.root = f.root
            WHERE p.user_flags & 4 AND NOT f.is_missing AND f.edit IS NULL AND NOT EXISTS (
                SELECT 1 FROM trashed_files t WHERE t.file = f.id)
            ORDER BY p.luid, f.id
            """
        ) { row in
            SurvivingFile(
                luid: LUID(row.int64(0)), path: row.path(1), isWish: row.int64(2) != 0,
                trashPath: row.isNull(3) ? nil : row.path(3))
        }
    }
}

extension ReadTransaction {
    /// Whether the content is a photo's.
    fileprivate func isOwned(_ hash: ContentHash) throws(StoreError) -> Bool {
        try first("SELECT 1 FROM photos WHERE content_hash = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        } row: { _ in
            true
        } ?? false
    }
}

extension WriteTransaction {
    /// A deleted photo whose bytes somebody has put into a folder again is
    /// shown again. What is in the trash stays there.
    public mutating func revive(_ luid: LUID) throws(StoreError) {
        try setFlag(.deleted, false, of: luid)
        try unbury(luid)
    }

    /// The content of a deleted photo's file that was never hashed. Where it
    /// is another photo's nothing is learnt: that photo was not deleted.
    public mutating func learnDeletedContent(
        _ hash: ContentHash, of file: FileID, madeMilliseconds: Int64
    ) throws(StoreError) {
        guard let luid = try reading.luid(of: file), let photo = try reading.photo(luid),
            photo.contentHash == nil, try !reading.isOwned(hash)
        else { return }
        try setHash(.hashed(hash), of: file)
        try setContent(hash, of: luid)
        try bury(luid, madeMilliseconds: madeMilliseconds, walked: Walked())
    }

    /// The photo's content is remembered as deleted.
    mutating func bury(
        _ luid: LUID, madeMilliseconds: Int64, walked: Walked
    ) throws(StoreError) {
        known.hasTombstones = nil
        try run(
            """
            INSERT INTO tombstones (content_hash, made_ms)
            SELECT content_hash, ?2 FROM photos WHERE luid = ?1 AND content_hash IS NOT NULL
            ON CONFLICT DO NOTHING
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
            try statement.bind(2, madeMilliseconds)
        }
        for root in try reading.roots() {
            try run(
                """
                INSERT INTO tombstone_marks (content_hash, root, walks, last_file)
                SELECT content_hash, ?2, ?3,
                    iif(?4, (SELECT seq FROM sqlite_sequence WHERE name = 'local_photos'), NULL)
                FROM photos WHERE luid = ?1 AND content_hash IS NOT NULL
                ON CONFLICT DO UPDATE SET walks = excluded.walks
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, luid)
                try statement.bind(2, root.id.rawValue)
                try statement.bind(3, root.walk + (walked.underWay.contains(root.id) ? 1 : 0))
                try statement.bind(4, walked.knewAll ? 1 : 0)
            }
        }
    }

    /// A file of a deleted photo that lay in its folder all the same is not
    /// there any more: one that was found meanwhile may be it, moved, and is
    /// no sign of a wish. On a linked library that is the machine's to decide.
    func discountFilesFound(ofPhotoOf file: FileID) throws(StoreError) {
        try run(
            """
            INSERT INTO tombstone_marks (content_hash, root, walks)
            SELECT t.content_hash, r.id, r.walk
            FROM local_photo_luids m JOIN photos p ON p.luid = m.luid
            JOIN tombstones t ON t.content_hash = p.content_hash CROSS JOIN roots r
            WHERE m.file = ? AND p.user_flags & 4 AND NOT EXISTS (SELECT 1 FROM server_account)
            ON CONFLICT DO UPDATE SET walks = max(walks, excluded.walks),
                last_file = iif(last_file IS NULL, NULL,
                    (SELECT seq FROM sqlite_sequence WHERE name = 'local_photos'))
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, file)
        }
    }

    func unbury(_ luid: LUID) throws(StoreError) {
        try run(
            """
            DELETE FROM tombstones
            WHERE content_hash = (SELECT content_hash FROM photos WHERE luid = ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        }
    }

    /// What the user did to one LUID holds for the photo that it became. It
    /// is deleted only when both were: what somebody sees is not taken away.
    mutating func mergeUserState(of from: LUID, into luid: LUID) throws(StoreError) {
        for one in [from, luid] { known.forget(one) }
        try run(
            """
            UPDATE photos SET user_flags = (user_flags & 4 & f.flags)
                | ((user_flags | f.flags) & 3)
            FROM (SELECT user_flags AS flags FROM photos WHERE luid = ?1) f WHERE luid = ?2
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, from)
            try statement.bind(2, luid)
        }
        for sql in [
            "UPDATE photo_operation_parts SET luid = ?2 WHERE luid = ?1",
            "UPDATE trashed_files SET luid = ?2 WHERE luid = ?1",
        ] as [StaticString] {
            try run(sql) { statement throws(SQLiteError) in
                try statement.bind(1, from)
                try statement.bind(2, luid)
            }
        }
        touch(luid)
    }
}
