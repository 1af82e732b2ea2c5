import Photos
internal import SQLite

/// The server that a library is linked with.
public struct ServerAccountRow: Hashable, Sendable {
    public var url: String
    /// The account's id on the server, by which it is known again.
    public var account: String
    /// The name that this device goes by there.
    public var device: String
    /// Milliseconds since 1970-01-01 UTC.
    public var linkedMilliseconds: Int64

    public init(url: String, account: String, device: String, linkedMilliseconds: Int64) {
        self.url = url
        self.account = account
        self.device = device
        self.linkedMilliseconds = linkedMilliseconds
    }
}

extension ReadTransaction {
    /// Nil when the library is not linked.
    public func serverAccount() throws(StoreError) -> ServerAccountRow? {
        try first("SELECT url, account, device, linked_ms FROM server_account") { row in
            ServerAccountRow(
                url: row.text(0) ?? "", account: row.text(1) ?? "", device: row.text(2) ?? "",
                linkedMilliseconds: row.int64(3))
        }
    }

    /// Whether the user has paused the syncing.
    public func isSyncPaused() throws(StoreError) -> Bool {
        try first("SELECT 1 FROM meta WHERE key = 'sync_paused'") { _ in true } ?? false
    }
}

extension WriteTransaction {
    /// Keeps that the user has paused the syncing, or goes on with it.
    public mutating func setSyncPaused(_ isPaused: Bool) throws(StoreError) {
        try run(
            isPaused
                ? "INSERT OR IGNORE INTO meta VALUES ('sync_paused', x'01')"
                : "DELETE FROM meta WHERE key = 'sync_paused'"
        ) { _ throws(SQLiteError) in }
    }

    public mutating func link(_ account: ServerAccountRow) throws(StoreError) {
        try run(
            """
            INSERT OR REPLACE INTO server_account (id, url, account, device, linked_ms)
            VALUES (1, ?, ?, ?, ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, account.url)
            try statement.bind(2, account.account)
            try statement.bind(3, account.device)
            try statement.bind(4, account.linkedMilliseconds)
        }
    }

    /// Forgets all that is the account's: its photos, its changes as far as
    /// they were read, uploads, and tombstones. LUIDs, files, flags and the
    /// user's unsent acts stay; photos that were on the server alone leave the
    /// timeline. What the acts were sent with is of no use elsewhere.
    public mutating func unlink() throws(StoreError) {
        known.forgetAll()
        try forgetConversations()
        for luid in try reading.all(
            "SELECT DISTINCT luid FROM server_photo_luids",
            row: {
                LUID($0.int64(0))
            })
        {
            touch(luid)
        }
        for sql in [
            "DELETE FROM server_photos", "DELETE FROM server_contents",
            "DELETE FROM meta WHERE key = 'sync_paused'",
            "DELETE FROM feed_position", "DELETE FROM photo_upload_operations",
            "DELETE FROM refused_contents", "DELETE FROM quarantined_entries",
            """
            DELETE FROM photo_operation_targets WHERE kind = 0 AND part IN (
                SELECT id FROM photo_operation_parts WHERE state < 3 AND action < 5)
            """,
            """
            UPDATE photo_operation_parts SET state = 0, epoch = NULL, sequence = NULL
            WHERE state IN (1, 2)
            """,
            """
            DELETE FROM tombstones WHERE content_hash NOT IN (
                SELECT content_hash FROM photos
                WHERE user_flags & 4 AND content_hash IS NOT NULL)
            """,
            "DELETE FROM server_account",
        ] as [StaticString] {
            try run(sql) { _ throws(SQLiteError) in }
        }
    }
}
