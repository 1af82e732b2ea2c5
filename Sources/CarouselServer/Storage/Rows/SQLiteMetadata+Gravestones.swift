import DropboxAPI
import SQLite

extension SQLiteMetadata {
    func gravestone(
        at key: String, of account: AccountNumber
    ) throws(ServerError) -> Gravestone? {
        try database.first(
            """
            SELECT key, display, sequence, deleted, revision, covered
            FROM gravestones WHERE account = ? AND key = ?
            """, [.integer(account.rawValue), .text(key)], Self.gravestone)
    }

    func gravestones(
        below folder: String, recursively: Bool, after last: String?, limit: Int,
        of account: AccountNumber
    ) throws(ServerError) -> [Gravestone] {
        var gravestones: [Gravestone] = []
        var scan = FolderScan(folder: folder, recursively: recursively, after: last)
        while gravestones.count < limit, let (start, end) = scan.nextRange() {
            try database.each(
                """
                SELECT key, display, sequence, deleted, revision, covered FROM gravestones
                WHERE account = ? AND key >= ? AND key < ? AND covered = 0 ORDER BY key
                """, [.integer(account.rawValue), .text(start), .text(end)]
            ) { row in
                guard scan.takes(row.text(0) ?? "") else { return false }
                gravestones.append(Self.gravestone(row))
                return gravestones.count < limit
            }
        }
        return gravestones
    }

    func changes(
        after sequence: Sequence, limit: Int, of account: AccountNumber
    ) throws(ServerError) -> [Change] {
        let bounds: [SQLValue] = [
            .integer(account.rawValue), .integer(sequence.rawValue), .integer(Int64(limit)),
        ]
        let present = try database.all(
            """
            SELECT key, display, node, sequence, shared, revision, hash, size,
                client_modified, server_modified
            FROM entries WHERE account = ? AND sequence > ? ORDER BY sequence LIMIT ?
            """, bounds
        ) { Change.present(Self.entry($0)) }
        let deleted = try database.all(
            """
            SELECT key, display, sequence, deleted, revision, covered FROM gravestones
            WHERE account = ? AND sequence > ? AND covered = 0 ORDER BY sequence LIMIT ?
            """, bounds
        ) { Change.deleted(Self.gravestone($0)) }
        guard !deleted.isEmpty else { return present }
        guard !present.isEmpty else { return deleted }
        return Array((present + deleted).sorted { $0.sequence < $1.sequence }.prefix(limit))
    }

    func put(_ gravestone: Gravestone, of account: AccountNumber) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO gravestones
                (account, key, display, sequence, deleted, revision, covered)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .text(gravestone.path.key),
                .text(gravestone.path.display), .integer(gravestone.sequence.rawValue),
                .integer(gravestone.deleted.seconds), .optional(gravestone.revision?.rawValue),
                .integer(gravestone.isCovered ? 1 : 0),
            ])
    }

    func removeGravestone(at key: String, of account: AccountNumber) throws(ServerError) {
        try database.run(
            "DELETE FROM gravestones WHERE account = ? AND key = ?",
            [.integer(account.rawValue), .text(key)])
    }

    func uncoverGravestones(
        below folder: String, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            """
            UPDATE gravestones SET covered = 0
            WHERE account = ? AND key >= ? AND key < ? AND covered = 1
            """,
            [
                .integer(account.rawValue), .text(folder + "/"),
                .text(PathKeys.end(ofFolder: folder)),
            ])
    }

    func purgeGravestones(
        deletedBefore time: Timestamp, of account: AccountNumber
    ) throws(ServerError) -> Sequence? {
        let bounds: [SQLValue] = [.integer(account.rawValue), .integer(time.seconds)]
        let highest = try database.first(
            "SELECT max(sequence) FROM gravestones WHERE account = ? AND deleted < ?", bounds
        ) { $0.optionalInt64(0) }
        guard let highest = highest ?? nil else { return nil }
        try database.run(
            "DELETE FROM gravestones WHERE account = ? AND deleted < ?", bounds)
        return Sequence(highest)
    }

    private static func gravestone(_ row: borrowing Statement) -> Gravestone {
        Gravestone(
            path: RemotePath(storedDisplay: row.text(1) ?? "", key: row.text(0) ?? ""),
            sequence: Sequence(row.int64(2)), deleted: Timestamp(seconds: row.int64(3)),
            revision: row.optionalInt64(4).map { RevisionNumber($0) },
            isCovered: row.int64(5) != 0)
    }
}
