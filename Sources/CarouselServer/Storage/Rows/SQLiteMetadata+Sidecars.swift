import Photos
import SQLite

extension SQLiteMetadata {
    func sidecars(
        in folder: String, of account: AccountNumber, limit: Int
    ) throws(ServerError) -> [StoredSidecar] {
        try database.all(
            """
            SELECT hash, kind, name FROM sidecars WHERE account = ? AND folder = ?
            ORDER BY name LIMIT ?
            """, [.integer(account.rawValue), .text(folder), .integer(Int64(limit))]
        ) { StoredSidecar(name: $0.text(2) ?? "", content: Self.sidecar($0)) }
    }

    func hasSidecars(
        in folder: String, of account: AccountNumber
    ) throws(ServerError) -> Bool {
        try database.first(
            "SELECT 1 FROM sidecars WHERE account = ? AND folder = ? LIMIT 1",
            [.integer(account.rawValue), .text(folder)]
        ) { _ in true } ?? false
    }

    func sidecars(
        of node: NodeNumber, of account: AccountNumber
    ) throws(ServerError) -> [SidecarContent] {
        try database.all(
            """
            SELECT hash, kind FROM photo_sidecars WHERE account = ? AND node = ?
            ORDER BY position
            """, [.integer(account.rawValue), .integer(node.rawValue)], Self.sidecar)
    }

    func sidecarFacts(
        of node: NodeNumber, of account: AccountNumber
    ) throws(ServerError) -> [StoredSidecarFacts] {
        try database.all(
            """
            SELECT f.message, f.kind, f.taken, f.latitude, f.longitude
            FROM photo_sidecars p JOIN sidecar_facts f ON f.hash = p.hash AND f.kind = p.kind
            WHERE p.account = ? AND p.node = ? ORDER BY p.position
            """, [.integer(account.rawValue), .integer(node.rawValue)], Self.facts)
    }

    func isRead(_ sidecar: SidecarContent) throws(ServerError) -> Bool {
        try database.first(
            "SELECT 1 FROM sidecar_facts WHERE hash = ? AND kind = ?",
            [.blob(sidecar.hash.bytes), .integer(Int64(sidecar.kind.rawValue))]
        ) { _ in true } ?? false
    }

    func unmatchedFolder(after number: Int64) throws(ServerError) -> UnmatchedFolder? {
        try database.first(
            """
            SELECT number, account, folder FROM unmatched WHERE number > ?
            ORDER BY number LIMIT 1
            """, [.integer(number)]
        ) { row in
            UnmatchedFolder(
                number: row.int64(0), account: AccountNumber(row.int64(1)),
                key: row.text(2) ?? "")
        }
    }

    private static func sidecar(_ row: borrowing Statement) -> SidecarContent {
        SidecarContent(
            hash: ContentHash(stored: row.bytes(0)),
            kind: SidecarKind(rawValue: UInt8(truncatingIfNeeded: row.int64(1))) ?? .xmp)
    }

    private static func facts(_ row: borrowing Statement) -> StoredSidecarFacts {
        if !row.isNull(0) { return .xmp(row.bytes(0)) }
        let taken = row.optionalInt64(2).map { CaptureTime(milliseconds: $0) }
        var location: Coordinate?
        if let latitude = row.optionalDouble(3), let longitude = row.optionalDouble(4) {
            location = Coordinate(latitude: latitude, longitude: longitude)
        }
        return taken == nil && location == nil
            ? .nothing : .takeout(taken: taken, location: location)
    }
}

extension SQLiteMetadata {
    func put(
        _ sidecar: StoredSidecar, in folder: String, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO sidecars (account, folder, name, hash, kind)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .text(folder), .text(sidecar.name),
                .blob(sidecar.content.hash.bytes),
                .integer(Int64(sidecar.content.kind.rawValue)),
            ])
    }

    func removeSidecar(
        named name: String, in folder: String, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            "DELETE FROM sidecars WHERE account = ? AND folder = ? AND name = ?",
            [.integer(account.rawValue), .text(folder), .text(name)])
    }

    func setSidecars(
        _ sidecars: [SidecarContent], of node: NodeNumber, of account: AccountNumber
    ) throws(ServerError) {
        let file: [SQLValue] = [.integer(account.rawValue), .integer(node.rawValue)]
        try database.run("DELETE FROM photo_sidecars WHERE account = ? AND node = ?", file)
        for (position, sidecar) in sidecars.enumerated() {
            try database.run(
                """
                INSERT INTO photo_sidecars (account, node, position, hash, kind)
                VALUES (?, ?, ?, ?, ?)
                """,
                file + [
                    .integer(Int64(position)), .blob(sidecar.hash.bytes),
                    .integer(Int64(sidecar.kind.rawValue)),
                ])
        }
    }

    func purgeSidecars(of account: AccountNumber) throws(ServerError) {
        try database.run(
            """
            DELETE FROM photo_sidecars WHERE account = ?1 AND NOT EXISTS
                (SELECT 1 FROM entries e
                WHERE e.account = ?1 AND e.node = photo_sidecars.node)
            """, [.integer(account.rawValue)])
    }

    func put(
        _ facts: StoredSidecarFacts, of sidecar: SidecarContent
    ) throws(ServerError) {
        var values: [SQLValue] = [.null, .null, .null, .null]
        switch facts {
        case .xmp(let message): values[0] = .blob(message)
        case .takeout(let taken, let location):
            values[1] = .optional(taken?.milliseconds)
            values[2] = location.map { .real($0.latitude) } ?? .null
            values[3] = location.map { .real($0.longitude) } ?? .null
        case .nothing: break
        }
        try database.run(
            """
            INSERT OR REPLACE INTO sidecar_facts
                (hash, kind, message, taken, latitude, longitude)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [.blob(sidecar.hash.bytes), .integer(Int64(sidecar.kind.rawValue))] + values)
    }

    func addUnmatched(
        _ folder: String, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            "INSERT OR REPLACE INTO unmatched (account, folder) VALUES (?, ?)",
            [.integer(account.rawValue), .text(folder)])
    }

    func removeUnmatched(_ folder: UnmatchedFolder) throws(ServerError) {
        try database.run(
            "DELETE FROM unmatched WHERE account = ? AND number = ?",
            [.integer(folder.account.rawValue), .integer(folder.number)])
    }
}
