import DropboxAPI
import Photos
import SQLite

extension SQLiteMetadata {
    func eachPhoto(
        after sequence: Sequence, upTo last: Sequence, of account: AccountNumber,
        _ body: (PhotoFeedRow) -> Bool
    ) throws(ServerError) {
        try database.each(
            """
            SELECT sequence, node, shown FROM photos
            WHERE account = ? AND sequence > ? AND sequence <= ? ORDER BY sequence
            """,
            [
                .integer(account.rawValue), .integer(sequence.rawValue), .integer(last.rawValue),
            ]
        ) { row in
            let (sequence, node) = (Sequence(row.int64(0)), NodeNumber(row.int64(1)))
            return row.withBytes(2) { shown in
                body(PhotoFeedRow(sequence: sequence, node: node, shown: shown))
            }
        }
    }

    func photo(
        _ node: NodeNumber, of account: AccountNumber
    ) throws(ServerError) -> ContentHash? {
        try database.first(
            "SELECT hash FROM photos WHERE account = ? AND node = ? AND hash IS NOT NULL",
            [.integer(account.rawValue), .integer(node.rawValue)]
        ) { ContentHash(stored: $0.bytes(0)) }
    }

    func photos(
        with hash: ContentHash, of account: AccountNumber
    ) throws(ServerError) -> [NodeNumber] {
        try database.all(
            "SELECT node FROM photos WHERE hash = ? AND account = ? ORDER BY sequence",
            [.blob(hash.bytes), .integer(account.rawValue)]
        ) { NodeNumber($0.int64(0)) }
    }

    func hasPhoto(
        with hash: ContentHash, of account: AccountNumber
    ) throws(ServerError) -> Bool {
        try database.first(
            "SELECT 1 FROM photos WHERE hash = ? AND account = ? LIMIT 1",
            [.blob(hash.bytes), .integer(account.rawValue)]
        ) { _ in true } ?? false
    }

    func accounts(withPhotosOf hash: ContentHash) throws(ServerError) -> [AccountNumber] {
        try database.all(
            "SELECT DISTINCT account FROM photos WHERE hash = ? ORDER BY account",
            [.blob(hash.bytes)]
        ) { AccountNumber($0.int64(0)) }
    }

    func putPhoto(
        _ node: NodeNumber, with hash: ContentHash, at sequence: Sequence, shown: [UInt8],
        of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO photos (account, sequence, node, hash, shown)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .integer(sequence.rawValue),
                .integer(node.rawValue), .blob(hash.bytes), .blob(shown),
            ])
    }

    func buryPhoto(
        _ node: NodeNumber, at sequence: Sequence, now: Timestamp, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            "INSERT OR REPLACE INTO photos (account, sequence, node, buried) VALUES (?, ?, ?, ?)",
            [
                .integer(account.rawValue), .integer(sequence.rawValue),
                .integer(node.rawValue), .integer(now.seconds),
            ])
    }

    func purgePhotos(
        buriedBefore time: Timestamp, of account: AccountNumber
    ) throws(ServerError) -> Sequence? {
        let values: [SQLValue] = [.integer(account.rawValue), .integer(time.seconds)]
        let last = try database.first(
            "SELECT max(sequence) FROM photos WHERE account = ? AND buried < ?", values
        ) { $0.optionalInt64(0) }
        guard let last = last ?? nil else { return nil }
        try database.run("DELETE FROM photos WHERE account = ? AND buried < ?", values)
        return Sequence(last)
    }

    func flags(
        of hash: ContentHash, of account: AccountNumber
    ) throws(ServerError) -> PhotoFlags? {
        try database.first(
            "SELECT hidden, favourite FROM photo_flags WHERE account = ? AND hash = ?",
            [.integer(account.rawValue), .blob(hash.bytes)]
        ) { PhotoFlags(hidden: $0.int64(0) != 0, favourite: $0.int64(1) != 0) }
    }

    func put(
        _ flags: PhotoFlags, of hash: ContentHash, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO photo_flags (account, hash, hidden, favourite)
            VALUES (?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .blob(hash.bytes), .integer(flags.hidden ? 1 : 0),
                .integer(flags.favourite ? 1 : 0),
            ])
    }

    func end(of hash: ContentHash, of account: AccountNumber) throws(ServerError) -> ContentEnd? {
        try database.first(
            "SELECT kind FROM content_ends WHERE account = ? AND hash = ?",
            [.integer(account.rawValue), .blob(hash.bytes)]
        ) { ContentEnd(rawValue: $0.int64(0)) } ?? nil
    }

    func setEnd(
        _ end: ContentEnd?, of hash: ContentHash, of account: AccountNumber
    ) throws(ServerError) {
        let key: [SQLValue] = [.integer(account.rawValue), .blob(hash.bytes)]
        guard let end else {
            try database.run("DELETE FROM content_ends WHERE account = ? AND hash = ?", key)
            return
        }
        try database.run(
            "INSERT OR REPLACE INTO content_ends (account, hash, kind) VALUES (?, ?, ?)",
            key + [.integer(end.rawValue)])
    }
}
