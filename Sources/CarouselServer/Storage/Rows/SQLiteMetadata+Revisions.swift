import DropboxAPI
import Photos
import SQLite

extension SQLiteMetadata {
    func revision(
        _ number: RevisionNumber, of account: AccountNumber
    ) throws(ServerError) -> StoredRevision? {
        try database.first(
            """
            SELECT number, hash, size, client_modified, server_modified, node, ceased
            FROM revisions WHERE account = ? AND number = ?
            """, [.integer(account.rawValue), .integer(number.rawValue)], Self.revision)
    }

    func revisions(
        of node: NodeNumber, before: RevisionNumber?, limit: Int, of account: AccountNumber
    ) throws(ServerError) -> [StoredRevision] {
        try database.all(
            """
            SELECT number, hash, size, client_modified, server_modified, node, ceased
            FROM revisions WHERE account = ? AND node = ? AND number < ?
            ORDER BY number DESC LIMIT ?
            """,
            [
                .integer(account.rawValue), .integer(node.rawValue),
                .integer(before?.rawValue ?? .max), .integer(Int64(limit)),
            ], Self.revision)
    }

    func placements(
        at key: String, before: RevisionNumber?, limit: Int, of account: AccountNumber
    ) throws(ServerError) -> [Placement] {
        try database.all(
            """
            SELECT key, display, sequence, revision FROM placements
            WHERE account = ? AND key = ? AND revision < ? ORDER BY sequence DESC LIMIT ?
            """,
            [
                .integer(account.rawValue), .text(key), .integer(before?.rawValue ?? .max),
                .integer(Int64(limit)),
            ], Self.placement)
    }

    func wasPlaced(
        _ revision: RevisionNumber, at key: String, of account: AccountNumber
    ) throws(ServerError) -> Bool {
        try database.first(
            "SELECT 1 FROM placements WHERE account = ? AND revision = ? AND key = ? LIMIT 1",
            [.integer(account.rawValue), .integer(revision.rawValue), .text(key)]
        ) { _ in true } ?? false
    }

    func lastPlacement(
        of revision: RevisionNumber, of account: AccountNumber
    ) throws(ServerError) -> Placement? {
        try database.first(
            """
            SELECT key, display, sequence, revision FROM placements
            WHERE account = ? AND revision = ? ORDER BY sequence DESC LIMIT 1
            """, [.integer(account.rawValue), .integer(revision.rawValue)], Self.placement)
    }

    func ceasedBytes(of account: AccountNumber) throws(ServerError) -> Int64 {
        try database.first(
            """
            SELECT total(size) FROM revisions WHERE account = ? AND ceased IS NOT NULL
            """, [.integer(account.rawValue)]
        ) { $0.int64(0) } ?? 0
    }

    func put(_ revision: StoredRevision, of account: AccountNumber) throws(ServerError) {
        let content = revision.content
        try database.run(
            """
            INSERT INTO revisions (account, number, node, hash, size, client_modified,
                server_modified, ceased)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .integer(content.revision.rawValue),
                .integer(revision.node.rawValue), .blob(content.hash.bytes),
                .integer(content.size), .integer(content.clientModified.seconds),
                .integer(content.serverModified.seconds), .optional(revision.ceased?.seconds),
            ])
    }

    func setCeased(
        _ time: Timestamp?, of revision: RevisionNumber, of account: AccountNumber
    ) throws(ServerError) {
        // Never before what the clock once showed: else a clock that went
        // back and came forward again would empty the trash at once.
        try database.run(
            """
            UPDATE revisions SET ceased = max(?, coalesce(
                (SELECT value FROM settings WHERE name = 'clock'), 0))
            WHERE account = ? AND number = ?
            """,
            [
                .optional(time?.seconds), .integer(account.rawValue),
                .integer(revision.rawValue),
            ])
    }

    func put(_ placement: Placement, of account: AccountNumber) throws(ServerError) {
        try database.run(
            """
            INSERT INTO placements (account, key, sequence, display, revision)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .text(placement.path.key),
                .integer(placement.sequence.rawValue), .text(placement.path.display),
                .integer(placement.revision.rawValue),
            ])
    }

    func purgeRevisions(
        ceasedBefore time: Timestamp, limit: Int, of account: AccountNumber
    ) throws(ServerError) -> Int {
        let numbers = try database.all(
            """
            SELECT number FROM revisions WHERE account = ? AND ceased < ?
            ORDER BY ceased, number LIMIT ?
            """,
            [.integer(account.rawValue), .integer(time.seconds), .integer(Int64(limit))]
        ) { $0.int64(0) }
        for number in numbers { try forget(number, of: account) }
        return numbers.count
    }

    func purgeOldestRevisions(
        freeing bytes: Int64, limit: Int, of account: AccountNumber
    ) throws(ServerError) -> Int {
        var freed: Int64 = 0
        var numbers: [Int64] = []
        try database.each(
            """
            SELECT number, size FROM revisions WHERE account = ? AND ceased IS NOT NULL
            ORDER BY ceased, number LIMIT ?
            """, [.integer(account.rawValue), .integer(Int64(limit))]
        ) { row in
            numbers.append(row.int64(0))
            freed += row.int64(1)
            return freed < bytes
        }
        for number in numbers { try forget(number, of: account) }
        return numbers.count
    }

    private func forget(_ number: Int64, of account: AccountNumber) throws(ServerError) {
        let row: [SQLValue] = [.integer(account.rawValue), .integer(number)]
        // Nobody else may have these bytes: the collector looks once this is
        // committed.
        try database.run(
            """
            INSERT OR IGNORE INTO garbage SELECT hash FROM revisions
            WHERE account = ? AND number = ?
            """, row)
        try database.run("DELETE FROM placements WHERE account = ? AND revision = ?", row)
        try database.run("DELETE FROM revisions WHERE account = ? AND number = ?", row)
    }

    private static func revision(_ row: borrowing Statement) -> StoredRevision {
        StoredRevision(
            content: Content(
                revision: RevisionNumber(row.int64(0)), hash: ContentHash(stored: row.bytes(1)),
                size: row.int64(2), clientModified: Timestamp(seconds: row.int64(3)),
                serverModified: Timestamp(seconds: row.int64(4))),
            node: NodeNumber(row.int64(5)),
            ceased: row.optionalInt64(6).map { Timestamp(seconds: $0) })
    }

    private static func placement(_ row: borrowing Statement) -> Placement {
        Placement(
            path: RemotePath(storedDisplay: row.text(1) ?? "", key: row.text(0) ?? ""),
            sequence: Sequence(row.int64(2)), revision: RevisionNumber(row.int64(3)))
    }
}
