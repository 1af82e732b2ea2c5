import Photos
internal import SQLite

extension ThumbnailStore {
    /// Stores thumbnails in one transaction, in place of those there were.
    /// Bytes that are no JPEG of the right dimensions are refused, and with
    /// them the whole batch.
    public func put(_ thumbnails: [StoredThumbnails]) throws(StoreError) {
        for thumbnail in thumbnails {
            for (bytes, size) in [(thumbnail.s75, ThumbnailSize.s75), (thumbnail.s256, .s256)] {
                guard
                    ThumbnailJPEG.dimensions(of: bytes).map({ $0 == (size.pixels, size.pixels) })
                        == true
                else { throw .notAThumbnail(thumbnail.luid, size) }
            }
        }
        // A second time when the file was damaged and is new.
        for _ in 0..<2 {
            let isDone: Void? = try use { database throws(StoreError) in
                try database.writeRows { connection throws(SQLiteError) in
                    for thumbnail in thumbnails {
                        try connection.put(
                            "INSERT OR REPLACE INTO thumbnails_75 VALUES (?, ?)",
                            thumbnail.luid, thumbnail.s75)
                        try connection.put(
                            "INSERT OR REPLACE INTO thumbnails_256 VALUES (?, ?)",
                            thumbnail.luid, thumbnail.s256)
                    }
                }
            }
            if isDone != nil { return }
        }
    }

    /// Stores small thumbnails made of cameras' own, for photos that have none;
    /// `put` replaces them. Bytes that are no such JPEG are left out: they come
    /// from files, and something better is under way.
    public func putEarly(_ thumbnails: [(LUID, [UInt8])]) throws(StoreError) {
        let side = ThumbnailSize.s75.pixels
        let sound = thumbnails.filter {
            ThumbnailJPEG.dimensions(of: $0.1).map { $0 == (side, side) } == true
        }
        guard !sound.isEmpty else { return }
        _ = try use { database throws(StoreError) in
            try database.writeRows { connection throws(SQLiteError) in
                for (luid, bytes) in sound {
                    try connection.put(
                        "INSERT OR IGNORE INTO thumbnails_75 VALUES (?, ?)", luid, bytes)
                }
            }
        }
    }

    /// A thumbnail's JPEG bytes; nil when there is none or what is there is
    /// damaged. From any thread; takes a few microseconds.
    public func bytes(
        of luid: LUID, _ size: ThumbnailSize
    ) throws(StoreError) -> [UInt8]? {
        let bytes = try use { database throws(StoreError) in
            try database.query { connection throws(SQLiteError) in
                try connection.bytes(of: luid, size)
            }
        }
        return (bytes ?? nil).flatMap { ThumbnailJPEG.isWhole($0) ? $0 : nil }
    }

    /// The thumbnails of several photos, such as all cells of a frame; as
    /// above, and at half the cost of asking for each.
    public func bytes(
        of luids: [LUID], _ size: ThumbnailSize
    ) throws(StoreError) -> [[UInt8]?] {
        let all = try use { database throws(StoreError) in
            let file = database.file
            return try database.read { connection throws(StoreError) in
                try StoreError.mapping(file) { () throws(SQLiteError) in
                    var all: [[UInt8]?] = []
                    all.reserveCapacity(luids.count)
                    for luid in luids {
                        let bytes = try connection.bytes(of: luid, size)
                        all.append(bytes.flatMap { ThumbnailJPEG.isWhole($0) ? $0 : nil })
                    }
                    return all
                }
            }
        }
        return all ?? Array(repeating: nil, count: luids.count)
    }

    /// Whether a thumbnail is there, without reading it.
    public func contains(_ luid: LUID, _ size: ThumbnailSize) throws(StoreError) -> Bool {
        try use { database throws(StoreError) in
            try database.query { connection throws(SQLiteError) in
                let row = try connection.statement(
                    size == .s75
                        ? "SELECT 1 FROM thumbnails_75 WHERE luid = ?"
                        : "SELECT 1 FROM thumbnails_256 WHERE luid = ?")
                try row.bind(1, luid)
                return try row.step()
            }
        } ?? false
    }

    /// Removes both thumbnails of these photos.
    public func remove(_ luids: [LUID]) throws(StoreError) {
        _ = try use { database throws(StoreError) in
            try database.writeRows { connection throws(SQLiteError) in
                for luid in luids {
                    try connection.remove("DELETE FROM thumbnails_75 WHERE luid = ?", luid)
                    try connection.remove("DELETE FROM thumbnails_256 WHERE luid = ?", luid)
                }
            }
        }
    }

    /// Bytes of the file that are in use.
    public func byteCount() throws(StoreError) -> Int {
        try use { database throws(StoreError) in
            try database.query { connection throws(SQLiteError) in try connection.bytesInUse() }
        } ?? 0
    }

    /// Removes 256 px thumbnails until at most `bytes` are in use, those of
    /// the lowest LUIDs first. 75 px ones stay. The file does not shrink; its
    /// room is used again.
    /// - Returns: the photos that lost one.
    @discardableResult
    public func trim(toBytes bytes: Int) throws(StoreError) -> [LUID] {
        try use { database throws(StoreError) in
            try database.writeRows { connection throws(SQLiteError) in
                var removed: [LUID] = []
                while try connection.bytesInUse() > bytes {
                    let rows = try connection.statement(
                        """
                        DELETE FROM thumbnails_256 WHERE luid IN (
                            SELECT luid FROM thumbnails_256 ORDER BY luid LIMIT 64)
                        RETURNING luid
                        """)
                    let before = removed.count
                    while try rows.step() { removed.append(LUID(rows.int64(0))) }
                    if removed.count == before { break }
                }
                return removed.sorted()
            }
        } ?? []
    }
}

extension Database {
    func writeRows<Result: Sendable>(
        _ body: @Sendable (Connection) throws(SQLiteError) -> Result
    ) throws(StoreError) -> Result {
        let file = file
        return try write { connection throws(StoreError) in
            try StoreError.mapping(file) { () throws(SQLiteError) in try body(connection) }
        }
    }
}

extension Connection {
    fileprivate func bytes(of luid: LUID, _ size: ThumbnailSize) throws(SQLiteError) -> [UInt8]? {
        let row = try statement(
            size == .s75
                ? "SELECT jpeg FROM thumbnails_75 WHERE luid = ?"
                : "SELECT jpeg FROM thumbnails_256 WHERE luid = ?")
        try row.bind(1, luid)
        return try row.step() ? row.bytes(0) : nil
    }

    fileprivate func put(
        _ sql: StaticString, _ luid: LUID, _ bytes: [UInt8]
    ) throws(SQLiteError) {
        let row = try statement(sql)
        try row.bind(1, luid)
        try row.bind(2, bytes)
        try row.run()
    }

    fileprivate func remove(_ sql: StaticString, _ luid: LUID) throws(SQLiteError) {
        let row = try statement(sql)
        try row.bind(1, luid)
        try row.run()
    }

    fileprivate func bytesInUse() throws(SQLiteError) -> Int {
        let pages = try integer("PRAGMA page_count") ?? 0
        let free = try integer("PRAGMA freelist_count") ?? 0
        return Int((pages - free) * (try integer("PRAGMA page_size") ?? 0))
    }
}

extension ThumbnailStore {
    /// Whether bytes that another made are a JPEG that is fit to be stored:
    /// of the right dimensions and not larger than such a picture can be.
    public static func isSound(_ bytes: [UInt8], _ size: ThumbnailSize) -> Bool {
        bytes.count <= size.pixels * size.pixels * 4
            && ThumbnailJPEG.dimensions(of: bytes).map { $0 == (size.pixels, size.pixels) }
                == true
    }
}
