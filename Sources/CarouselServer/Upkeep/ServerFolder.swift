import SQLite

/// What the program does with a server's folder beside serving it.
public enum ServerFolder {
    /// Makes a new folder.
    public static func create(at path: String) throws(ServerError) {
        _ = try DataDirectory.create(at: path)
    }

    /// What one account holds.
    public struct Usage: Hashable, Sendable {
        public var account: Int64
        public var files: Int64
        public var folders: Int64
        public var bytes: Int64
        public var quota: Int64
        /// Contents that were replaced or deleted and are kept for a while.
        public var trashedContents: Int64
        public var trashedBytes: Int64
        public var openSessions: Int64
        public var sequence: Int64
    }

    /// What every account holds. Safe while a server runs.
    public static func usage(of path: String) throws(ServerError) -> [Usage] {
        let directory = try DataDirectory.open(at: path)
        let database = Database(connection: try directory.openFiles(forWriting: false))
        return try database.all(
            """
            SELECT account,
                (SELECT count(*) FROM entries e WHERE e.account = a.account AND hash IS NOT NULL),
                (SELECT count(*) FROM entries e WHERE e.account = a.account AND hash IS NULL),
                used, quota,
                (SELECT count(*) FROM revisions r
                    WHERE r.account = a.account AND ceased IS NOT NULL),
                (SELECT coalesce(sum(size), 0) FROM revisions r
                    WHERE r.account = a.account AND ceased IS NOT NULL),
                (SELECT count(*) FROM sessions s WHERE s.account = a.account AND state < 2),
                sequence
            FROM accounts a ORDER BY account
            """
        ) { row in
            Usage(
                account: row.int64(0), files: row.int64(1), folders: row.int64(2),
                bytes: row.int64(3), quota: row.int64(4), trashedContents: row.int64(5),
                trashedBytes: row.int64(6), openSessions: row.int64(7), sequence: row.int64(8))
        }
    }
}
