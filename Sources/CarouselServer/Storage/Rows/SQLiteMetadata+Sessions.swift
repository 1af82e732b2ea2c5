import DropboxAPI
import Photos
import SQLite

extension SQLiteMetadata {
    func session(
        _ id: SessionID, of account: AccountNumber
    ) throws(ServerError) -> UploadSession? {
        try database.first(
            """
            SELECT kind, state, hash, length, last_activity, id FROM sessions
            WHERE account = ? AND id = ?
            """, [.integer(account.rawValue), .text(id.text)], Self.session) ?? nil
    }

    func blocks(
        of session: SessionID, in indices: Range<Int64>, of account: AccountNumber
    ) throws(ServerError) -> [SessionBlock] {
        try database.all(
            """
            SELECT position, digest, length FROM session_blocks
            WHERE account = ? AND session = ? AND position >= ? AND position < ?
            ORDER BY position
            """,
            [
                .integer(account.rawValue), .text(session.text), .integer(indices.lowerBound),
                .integer(indices.upperBound),
            ]
        ) { row in
            SessionBlock(
                index: row.int64(0), digest: ContentHash(stored: row.bytes(1)),
                length: row.int64(2))
        }
    }

    func sessionBytes(of account: AccountNumber) throws(ServerError) -> Int64 {
        try database.first(
            "SELECT total(length) FROM sessions WHERE account = ? AND state != 3",
            [.integer(account.rawValue)]
        ) { $0.int64(0) } ?? 0
    }

    func sessions(
        idleSince time: Timestamp, of account: AccountNumber
    ) throws(ServerError) -> [UploadSession] {
        try database.all(
            """
            SELECT kind, state, hash, length, last_activity, id FROM sessions
            WHERE account = ? AND last_activity <= ?
            """, [.integer(account.rawValue), .integer(time.seconds)], Self.session
        ).compactMap { $0 }
    }

    func put(_ session: UploadSession, of account: AccountNumber) throws(ServerError) {
        let state: Int64 =
            switch session.state {
            case .open: 0
            case .closed: 1
            case .sealed: 2
            case .committed: 3
            }
        try database.run(
            """
            INSERT OR REPLACE INTO sessions
                (account, id, kind, state, hash, length, last_activity)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .text(session.id.text),
                .text(session.kind.rawValue), .integer(state),
                session.hash.map { .blob($0.bytes) } ?? .null, .integer(session.length),
                .integer(session.lastActivity.seconds),
            ])
    }

    func put(
        _ block: SessionBlock, of session: SessionID, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO session_blocks (account, session, position, digest, length)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .text(session.text), .integer(block.index),
                .blob(block.digest.bytes), .integer(block.length),
            ])
    }

    func removeSession(_ id: SessionID, of account: AccountNumber) throws(ServerError) {
        let row: [SQLValue] = [.integer(account.rawValue), .text(id.text)]
        try database.run(
            """
            INSERT OR IGNORE INTO garbage SELECT hash FROM sessions
            WHERE account = ? AND id = ? AND hash IS NOT NULL
            """, row)
        try database.run("DELETE FROM sessions WHERE account = ? AND id = ?", row)
    }

    func removeBlocks(
        of session: SessionID, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            "DELETE FROM session_blocks WHERE account = ? AND session = ?",
            [.integer(account.rawValue), .text(session.text)])
    }

    /// Nil for a row that no version of ours wrote.
    private static func session(_ row: borrowing Statement) -> UploadSession? {
        guard let kind = SessionKind(rawValue: row.text(0) ?? ""),
            let id = SessionID(row.text(5) ?? "")
        else { return nil }
        let state: UploadSession.State? =
            switch row.int64(1) {
            case 0: .open
            case 1: .closed
            case 2: .sealed(ContentHash(stored: row.bytes(2)))
            case 3: .committed(ContentHash(stored: row.bytes(2)))
            default: nil
            }
        return state.map {
            UploadSession(
                id: id, kind: kind, state: $0, length: row.int64(3),
                lastActivity: Timestamp(seconds: row.int64(4)))
        }
    }
}
