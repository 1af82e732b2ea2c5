import DropboxAPI
import Photos
import SQLite

extension SQLiteMetadata {
    func facts(of hash: ContentHash) throws(ServerError) -> StoredFacts? {
        try database.first(
            "SELECT message, thumbhash, problem, problem_text FROM photo_facts WHERE hash = ?",
            [.blob(hash.bytes)]
        ) { row in
            StoredFacts(
                message: row.bytes(0), thumbHash: ThumbHash(bytes: row.bytes(1)) ?? .empty,
                problem: row.text(2).map { PhotoProblem(tag: $0, text: row.text(3) ?? "") })
        }
    }

    func standings(
        of hashes: [ContentHash], _ account: AccountNumber
    ) throws(ServerError) -> [PhotoStanding] {
        var standings: [PhotoStanding] = []
        standings.reserveCapacity(hashes.count)
        do throws(SQLiteError) {
            // One for all: five hundred are asked for at once.
            let statement = try database.connection.statement(
                """
                SELECT (SELECT problem IS NULL FROM photo_facts WHERE hash = ?1)
                FROM photos WHERE hash = ?1 AND account = ?2 LIMIT 1
                """)
            try statement.bind(2, account.rawValue)
            for hash in hashes {
                try statement.bind(1, hash.bytes)
                if try !statement.step() {
                    standings.append(.notFound)
                } else if let isRead = statement.optionalInt64(0) {
                    standings.append(isRead != 0 ? .ready : .failed)
                } else {
                    standings.append(.pending)
                }
                statement.reset()
            }
        } catch {
            throw ServerError(error)
        }
        return standings
    }

    func put(_ facts: StoredFacts, of hash: ContentHash) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO photo_facts (hash, message, thumbhash, problem, problem_text)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                .blob(hash.bytes), .blob(facts.message), .blob(facts.thumbHash.bytes),
                .optional(facts.problem?.tag), .optional(facts.problem?.text),
            ])
        try database.run("DELETE FROM unread WHERE hash = ?", [.blob(hash.bytes)])
    }

    func addUnread(_ hash: ContentHash) throws(ServerError) {
        try database.run("INSERT OR IGNORE INTO unread (hash) VALUES (?)", [.blob(hash.bytes)])
    }

    /// Contents that are to be read, the oldest first.
    /// - Parameter number: only those noted behind it.
    func unread(
        after number: Int64, limit: Int
    ) throws(ServerError) -> [(number: Int64, hash: ContentHash)] {
        try database.all(
            "SELECT number, hash FROM unread WHERE number > ? ORDER BY number LIMIT ?",
            [.integer(number), .integer(Int64(limit))]
        ) { ($0.int64(0), ContentHash(stored: $0.bytes(1))) }
    }

    func trashedRevision(
        with hash: ContentHash, of account: AccountNumber
    ) throws(ServerError) -> StoredRevision? {
        let number = try database.first(
            """
            SELECT max(number) FROM revisions WHERE hash = ? AND account = ?
                AND ceased IS NOT NULL
            """, [.blob(hash.bytes), .integer(account.rawValue)]
        ) { $0.optionalInt64(0) }
        guard let number = number ?? nil else { return nil }
        return try revision(RevisionNumber(number), of: account)
    }

    func operation(
        _ id: OperationID, of account: AccountNumber
    ) throws(ServerError) -> StoredOperation? {
        try database.first(
            """
            SELECT fingerprint, answer, sequence, done FROM operations
            WHERE account = ? AND id = ?
            """, [.integer(account.rawValue), .blob(id.bytes)]
        ) { row in
            StoredOperation(
                fingerprint: ContentHash(stored: row.bytes(0)),
                answer: row.isNull(1) ? nil : row.bytes(1), sequence: Sequence(row.int64(2)),
                done: Timestamp(seconds: row.int64(3)))
        }
    }

    func put(
        _ operation: StoredOperation, _ id: OperationID, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO operations (account, id, fingerprint, answer, sequence, done)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .blob(id.bytes), .blob(operation.fingerprint.bytes),
                operation.answer.map { .blob($0) } ?? .null,
                .integer(operation.sequence.rawValue), .integer(operation.done.seconds),
            ])
    }

    func purgeOperations(
        doneBefore time: Timestamp, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            "DELETE FROM operations WHERE account = ? AND done < ?",
            [.integer(account.rawValue), .integer(time.seconds)])
    }
}

extension SQLiteMetadata {
    /// Forgets that a content was to be read: it is not there any more.
    func forgetUnread(_ hash: ContentHash) throws(ServerError) {
        try database.run("DELETE FROM unread WHERE hash = ?", [.blob(hash.bytes)])
    }
}
