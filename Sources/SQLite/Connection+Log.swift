internal import CSQLite

extension Connection {
    /// How far a checkpoint goes.
    public enum Checkpoint: Hashable, Sendable {
        /// As far as possible without waiting for anybody.
        case passive
        /// All of it, waiting for readers and writers, and empties the log.
        case truncate
    }

    /// Copies the write-ahead log into the database file.
    /// - Returns: pages in the log, and how many of them are copied.
    @discardableResult
    public func checkpoint(
        _ kind: Checkpoint
    ) throws(SQLiteError) -> (log: Int, copied: Int) {
        // Until its first read a connection does not know that there is a log,
        // and would do nothing without an error.
        _ = try integer("PRAGMA schema_version")
        var log: Int32 = 0
        var copied: Int32 = 0
        let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
        let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &log, &copied)
        guard code == SQLITE_OK else { throw error(code, sql: nil) }
        return (Int(log), Int(copied))
    }

    /// Turns write-ahead logging on; throws where the file system cannot.
    public func useWriteAheadLog() throws(SQLiteError) {
        let mode = try text("PRAGMA journal_mode=WAL")
        guard mode == "wal" else {
            throw SQLiteError(
                extendedCode: SQLITE_CANTOPEN,
                message: "no write-ahead log here, the journal stays \(mode ?? "unknown")")
        }
    }
}
