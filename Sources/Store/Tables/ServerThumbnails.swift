public import Photos
internal import SQLite

/// A photo whose thumbnails its server has and this device has not.
public struct ServerThumbnailToGet: Hashable, Sendable {
    let key: TimelineKey
    public var luid: LUID { key.luid }
    public var content: ContentHash
    public var thumbHash: ThumbHash
}

extension ReadTransaction {
    /// Photos that are not on this disk and whose thumbnails are to be had
    /// from the server, newest first. None while the server is being listed:
    /// its photos come first.
    /// - Parameter last: after which in this order.
    public func serverThumbnailsWanted(
        after last: ServerThumbnailToGet? = nil, limit: Int
    ) throws(StoreError) -> [ServerThumbnailToGet] {
        guard try !feedPosition().isListing else { return [] }
        return try all(
            """
            SELECT p.taken, p.name, p.luid, p.content_hash, c.thumb_hash
            FROM photos p JOIN server_contents c ON c.content_hash = p.content_hash
            WHERE p.thumbnails = 0 AND p.taken IS NOT NULL AND length(c.thumb_hash) > 0
                AND (p.taken, p.name, p.luid) < (?2, ?3, ?4)
                AND EXISTS (SELECT 1 FROM server_photo_luids s WHERE s.luid = p.luid)
                AND NOT EXISTS (SELECT 1 FROM files f WHERE f.luid = p.luid AND f.is_reachable)
            ORDER BY p.taken DESC, p.name DESC, p.luid DESC LIMIT ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, Int64(limit))
            try (last?.key ?? .beforeFirst).bind(statement, from: 2)
        } row: {
            ServerThumbnailToGet($0)
        }.compactMap { $0 }
    }

    /// Those among some photos, in the order asked for.
    public func serverThumbnailsWanted(
        among luids: [LUID]
    ) throws(StoreError) -> [ServerThumbnailToGet] {
        var wanted: [ServerThumbnailToGet] = []
        for luid in luids {
            let photo = try first(
                """
                SELECT p.taken, p.name, p.luid, p.content_hash, c.thumb_hash
                FROM photos p JOIN server_contents c ON c.content_hash = p.content_hash
                WHERE p.luid = ? AND p.taken IS NOT NULL AND p.thumbnails = 0 AND length(c.thumb_hash) > 0
                    AND EXISTS (SELECT 1 FROM server_photo_luids s WHERE s.luid = p.luid)
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, luid)
            } row: {
                ServerThumbnailToGet($0)
            }
            if let photo = photo ?? nil { wanted.append(photo) }
        }
        return wanted
    }
}

extension ServerThumbnailToGet {
    fileprivate init?(_ row: borrowing Statement) {
        guard let content = row.contentHash(3), let thumbHash = ThumbHash(bytes: row.bytes(4))
        else { return nil }
        self.init(
            key: TimelineKey(taken: row.int64(0), name: row.int64(1), luid: LUID(row.int64(2))),
            content: content, thumbHash: thumbHash)
    }
}
