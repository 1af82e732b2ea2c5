public import Photos
internal import SQLite

extension ReadTransaction {
    /// How far the server's changes have been read.
    public func feedPosition() throws(StoreError) -> FeedPosition {
        try first(
            """
            SELECT cursor, epoch, reached, applied, listing, listing_began, is_incomplete
            FROM feed_position
            """
        ) { row in
            var position = FeedPosition()
            position.cursor = row.text(0)
            position.epoch = UInt64(bitPattern: row.int64(1))
            position.reached = row.int64(2)
            position.applied = row.int64(3)
            position.listing = row.int64(4)
            position.listingBegan = row.optionalInt64(5)
            position.isIncomplete = row.int64(6) != 0
            return position
        } ?? .start
    }

    /// Entries of the feed that could not be understood, oldest first.
    public func quarantinedEntries() throws(StoreError) -> [String] {
        try all("SELECT entry FROM quarantined_entries ORDER BY id") { $0.text(0) ?? "" }
    }
}

extension WriteTransaction {
    public mutating func save(_ position: FeedPosition) throws(StoreError) {
        try run(
            """
            INSERT OR REPLACE INTO feed_position (id, cursor, epoch, reached, applied, listing,
                listing_began, is_incomplete)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, position.cursor)
            try statement.bind(2, Int64(bitPattern: position.epoch))
            try statement.bind(3, position.reached)
            try statement.bind(4, position.applied)
            try statement.bind(5, position.listing)
            try statement.bind(6, position.listingBegan)
            try statement.bind(7, position.isIncomplete ? 1 : 0)
        }
    }

    /// Remembers an entry that could not be understood: the last thousand
    /// different ones.
    public mutating func quarantine(_ entry: String) throws(StoreError) {
        try run("INSERT OR IGNORE INTO quarantined_entries (entry) VALUES (?)") {
            statement throws(SQLiteError) in
            try statement.bind(1, entry)
        }
        try run(
            """
            DELETE FROM quarantined_entries
            WHERE id <= (SELECT max(id) FROM quarantined_entries) - 1000
            """
        ) { _ throws(SQLiteError) in }
    }
}
