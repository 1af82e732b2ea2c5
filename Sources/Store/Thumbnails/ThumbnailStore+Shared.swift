public import Photos
internal import SQLite

/// Thumbnails of what others have shared, by content.
extension ThumbnailStore {
    /// Stores both thumbnails of contents. Bytes that are no JPEG of the right
    /// dimensions are left out.
    public func putShared(
        _ thumbnails: [(content: ContentHash, s75: [UInt8], s256: [UInt8])]
    ) throws(StoreError) {
        let sound = thumbnails.filter { Self.isSound($0.s75, .s75) && Self.isSound($0.s256, .s256) }
        guard !sound.isEmpty else { return }
        _ = try use { database throws(StoreError) in
            try database.writeRows { connection throws(SQLiteError) in
                for (content, s75, s256) in sound {
                    for (sql, jpeg) in [
                        ("INSERT OR REPLACE INTO shared_75 VALUES (?, ?)", s75),
                        ("INSERT OR REPLACE INTO shared_256 VALUES (?, ?)", s256),
                    ] as [(StaticString, [UInt8])] {
                        let row = try connection.statement(sql)
                        try row.bind(1, content.bytes)
                        try row.bind(2, jpeg)
                        try row.run()
                    }
                }
            }
        }
    }

    /// The thumbnails of contents, in their order.
    public func sharedBytes(
        of contents: [ContentHash], _ size: ThumbnailSize
    ) throws(StoreError) -> [[UInt8]?] {
        let all = try use { database throws(StoreError) in
            try database.query { connection throws(SQLiteError) in
                var all: [[UInt8]?] = []
                for content in contents {
                    let row = try connection.statement(
                        size == .s75
                            ? "SELECT jpeg FROM shared_75 WHERE content_hash = ?"
                            : "SELECT jpeg FROM shared_256 WHERE content_hash = ?")
                    try row.bind(1, content.bytes)
                    let bytes = try row.step() ? row.bytes(0) : nil
                    all.append(bytes.flatMap { ThumbnailJPEG.isWhole($0) ? $0 : nil })
                }
                return all
            }
        }
        return all ?? Array(repeating: nil, count: contents.count)
    }

    /// Those of some contents of which there are no thumbnails.
    public func sharedMissing(
        among contents: [ContentHash]
    ) throws(StoreError) -> [ContentHash] {
        try use { database throws(StoreError) in
            try database.query { connection throws(SQLiteError) in
                var missing: [ContentHash] = []
                for content in contents {
                    let row = try connection.statement(
                        "SELECT 1 FROM shared_256 WHERE content_hash = ?")
                    try row.bind(1, content.bytes)
                    if try !row.step() { missing.append(content) }
                }
                return missing
            }
        } ?? contents
    }
}
