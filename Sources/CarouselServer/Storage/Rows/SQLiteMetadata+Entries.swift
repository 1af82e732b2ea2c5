import DropboxAPI
import Photos
import SQLite

extension SQLiteMetadata {
    func entry(at key: String, of account: AccountNumber) throws(ServerError) -> Entry? {
        try database.first(
            """
            SELECT key, display, node, sequence, shared, revision, hash, size,
                client_modified, server_modified
            FROM entries WHERE account = ? AND key = ?
            """, [.integer(account.rawValue), .text(key)], Self.entry)
    }

    func entry(
        _ node: NodeNumber, of account: AccountNumber
    ) throws(ServerError) -> Entry? {
        try database.first(
            """
            SELECT key, display, node, sequence, shared, revision, hash, size,
                client_modified, server_modified
            FROM entries WHERE account = ? AND node = ?
            """, [.integer(account.rawValue), .integer(node.rawValue)], Self.entry)
    }

    func entries(
        below folder: String, recursively: Bool, after last: String?, limit: Int,
        of account: AccountNumber
    ) throws(ServerError) -> [Entry] {
        var entries: [Entry] = []
        var scan = FolderScan(folder: folder, recursively: recursively, after: last)
        while entries.count < limit, let (start, end) = scan.nextRange() {
            try database.each(
                """
                SELECT key, display, node, sequence, shared, revision, hash, size,
                    client_modified, server_modified
                FROM entries WHERE account = ? AND key >= ? AND key < ? ORDER BY key
                """, [.integer(account.rawValue), .text(start), .text(end)]
            ) { row in
                guard scan.takes(row.text(0) ?? "") else { return false }
                entries.append(Self.entry(row))
                return entries.count < limit
            }
        }
        return entries
    }

    func put(_ entry: Entry, of account: AccountNumber) throws(ServerError) {
        let content = entry.content
        try database.run(
            """
            INSERT INTO entries (account, key, display, node, sequence, shared, revision, hash,
                size, client_modified, server_modified)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account, key) DO UPDATE SET display = excluded.display,
                node = excluded.node, sequence = excluded.sequence, shared = excluded.shared,
                revision = excluded.revision, hash = excluded.hash, size = excluded.size,
                client_modified = excluded.client_modified,
                server_modified = excluded.server_modified
            """,
            [
                .integer(account.rawValue), .text(entry.path.key), .text(entry.path.display),
                .integer(entry.node.rawValue), .integer(entry.sequence.rawValue),
                .integer(entry.isShared ? 1 : 0), .optional(content?.revision.rawValue),
                content.map { .blob($0.hash.bytes) } ?? .null, .optional(content?.size),
                .optional(content?.clientModified.seconds),
                .optional(content?.serverModified.seconds),
            ])
    }

    func removeEntry(at key: String, of account: AccountNumber) throws(ServerError) {
        try database.run(
            "DELETE FROM entries WHERE account = ? AND key = ?",
            [.integer(account.rawValue), .text(key)])
    }

    /// A row of the ten columns that every query of entries selects.
    static func entry(_ row: borrowing Statement) -> Entry {
        var content: Content?
        if let revision = row.optionalInt64(5) {
            content = Content(
                revision: RevisionNumber(revision), hash: ContentHash(stored: row.bytes(6)),
                size: row.int64(7), clientModified: Timestamp(seconds: row.int64(8)),
                serverModified: Timestamp(seconds: row.int64(9)))
        }
        return Entry(
            path: RemotePath(storedDisplay: row.text(1) ?? "", key: row.text(0) ?? ""),
            node: NodeNumber(row.int64(2)), sequence: Sequence(row.int64(3)), content: content,
            isShared: row.int64(4) != 0)
    }
}
