public import Photos
internal import SQLite

/// How much of a linked library the server does not have or know yet.
public struct SyncCounts: Hashable, Sendable {
    public var toUpload = 0
    /// Acts on photos that are not confirmed.
    public var toSend = 0
    /// Photos that the server has.
    public var onServer = 0
    /// Uploads and acts that ended with something to tell.
    public var failed = 0

    public init() {}
}

extension ReadTransaction {
    /// - Complexity: O(unfinished + photos of the server), by indices.
    public func syncCounts() throws(StoreError) -> SyncCounts {
        try first(
            """
            SELECT (SELECT count(*) FROM photo_upload_operations WHERE state < 3),
                (SELECT count(*) FROM photo_operation_parts WHERE state < 3),
                (SELECT count(*) FROM server_photo_luids),
                (SELECT count(*) FROM photo_upload_operations WHERE state >= 3)
                    + (SELECT count(*) FROM photo_operation_parts
                        WHERE state = 6 AND outcome IS NOT NULL)
            """
        ) { row in
            var counts = SyncCounts()
            counts.toUpload = Int(row.int64(0))
            counts.toSend = Int(row.int64(1))
            counts.onServer = Int(row.int64(2))
            counts.failed = Int(row.int64(3))
            return counts
        } ?? SyncCounts()
    }

    /// Where the bytes of a photo are, and how far the server knows of it.
    public func whereabouts(of luid: LUID) throws(StoreError) -> PhotoWhereabouts {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM files_in_folders WHERE luid = ?1 AND is_superseded = 0),
                (SELECT count(*) FROM server_photo_luids WHERE luid = ?1),
                EXISTS (SELECT 1 FROM photo_upload_operations WHERE luid = ?1 AND state < 3)
                OR EXISTS (SELECT 1 FROM photo_operation_parts WHERE luid = ?1 AND state < 3)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: { row in
            PhotoWhereabouts(
                isLocal: row.int64(0) != 0, copies: Int(row.int64(1)),
                isPending: row.int64(2) != 0)
        } ?? PhotoWhereabouts(isLocal: true, copies: 0, isPending: false)
    }

    /// The photo that the server has first of those of this photo; nil when it
    /// has none.
    public func primaryServerPhoto(of luid: LUID) throws(StoreError) -> ServerPhoto? {
        try serverRows(of: luid).map(\.photo).min { ($0.order, $0.id) < ($1.order, $1.id) }
    }
}

/// Where the bytes of a photo are.
public struct PhotoWhereabouts: Hashable, Sendable {
    public var isLocal: Bool
    /// The server's photos of it.
    public var copies: Int
    /// Whether an upload or an act of it is not confirmed.
    public var isPending: Bool
}
