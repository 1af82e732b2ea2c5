import Photos
import SQLite

/// The thumbnails as they were kept before there were packs: rows of a
/// database.
struct OlderThumbnails {
    /// Contents moved in one transaction.
    private static let atOnce: Int64 = 200

    let path: String

    /// Moves all into packs and removes the file. Broken off it goes on with
    /// the next call. Rows that cannot be read are left out: their thumbnails
    /// are made again. So are large pictures, when somebody asks.
    /// - Returns: false where there is nothing, or nothing that can be read.
    func move(into packed: PackedThumbnails) throws(ServerError) -> Bool {
        guard FileSystem.exists(path) else { return false }
        var isRead = true
        do throws(ServerError) {
            try copy(into: packed)
        } catch .damaged {
            isRead = false
        }
        for ending in ["", "-wal", "-shm"] { try FileSystem.remove(path + ending) }
        return isRead
    }

    private func copy(into packed: PackedThumbnails) throws(ServerError) {
        let connection: Connection
        do throws(SQLiteError) {
            connection = try Connection(path: Array(path.utf8), access: .readWrite)
        } catch {
            throw ServerError(error)
        }
        let database = Database(connection: connection)
        var last = Int64.min
        while true {
            let rows = try database.all(
                """
                SELECT id, s75.hash, s75.jpeg, s256.jpeg FROM s75 JOIN s256 USING (id)
                WHERE id > ? AND s75.hash = s256.hash ORDER BY id LIMIT ?
                """, [.integer(last), .integer(Self.atOnce)]
            ) { row in
                (
                    id: row.int64(0), hash: ContentHash(stored: row.bytes(1)), s75: row.bytes(2),
                    s256: row.bytes(3)
                )
            }
            guard let end = rows.last?.id else { return }
            let moving = rows.filter { row in
                packed.table.withLock { $0.index[row.hash] == nil }
            }
            try packed.put(moving.map { ($0.hash, $0.s75, $0.s256) })
            last = end
        }
    }
}
