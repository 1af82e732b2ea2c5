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

    /// Makes the log's file as long as so many pages of the log, with zeros
    /// behind what it has. From then on a commit writes over what is there: a
    /// file that grows has its new length written to the file system's journal
    /// at each sync, which takes two to four times as long.
    ///
    /// Zeros are no frame of a log, so nobody reads or recovers anything
    /// beyond what was there. The log keeps its length when it is begun anew,
    /// and loses it by `checkpoint(.truncate)` or with its last connection.
    public func reserveLog(pages: Int) throws(SQLiteError) {
        guard let pageSize = try integer("PRAGMA page_size") else { return }
        let (header, frameHeader) = (32, 24)
        let length = Int64(header + pages * (frameHeader + Int(pageSize)))
        // Within a transaction nobody else writes to the log.
        let grown = try transaction(.writing) { () throws(SQLiteError) in
            try withLogFile { file, methods in
                var place: Int64 = 0
                var code = methods.xFileSize(file, &place)
                guard code == SQLITE_OK, place < length else { return (code, false) }
                let zeros = [UInt8](repeating: 0, count: 1 << 16)
                while code == SQLITE_OK, place < length {
                    let count = min(Int64(zeros.count), length - place)
                    code = methods.xWrite(file, zeros, Int32(count), place)
                    place += count
                }
                return (code, true)
            }
        }
        guard grown else { return }
        // Now, and not in the next commit, which somebody waits for.
        _ = try withLogFile { file, methods in (methods.xSync(file, SQLITE_SYNC_NORMAL), true) }
    }

    private func withLogFile(
        _ body: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> (Int32, Bool)
    ) throws(SQLiteError) -> Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let found = sqlite3_file_control(
            handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
        guard found == SQLITE_OK else { throw error(found, sql: nil) }
        guard let file, let methods = file.pointee.pMethods else { return false }
        let (code, result) = body(file, methods.pointee)
        guard code == SQLITE_OK else {
            throw SQLiteError(extendedCode: code, message: "the log could not be made longer")
        }
        return result
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
