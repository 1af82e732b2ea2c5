import DropboxAPI
import Photos
import SQLite

extension SQLiteMetadata {
    func photoLink(_ id: String) throws(ServerError) -> (AccountNumber, StoredPhotoLink)? {
        try database.first(
            """
            SELECT account, id, title, password, expires, allows_download, created, photos
            FROM photo_links WHERE id = ?
            """, [.text(id)], Self.photoLink)
    }

    func photoLinks(
        of account: AccountNumber, after id: String?, limit: Int
    ) throws(ServerError) -> [StoredPhotoLink] {
        try database.all(
            """
            SELECT account, id, title, password, expires, allows_download, created, photos
            FROM photo_links WHERE account = ?1 AND number <
                coalesce((SELECT number FROM photo_links WHERE id = ?2), 9223372036854775807)
            ORDER BY number DESC LIMIT ?3
            """,
            [.integer(account.rawValue), .optional(id), .integer(Int64(limit))]
        ) { Self.photoLink($0).1 }
    }

    func put(_ link: StoredPhotoLink, of account: AccountNumber) throws(ServerError) {
        try database.run(
            """
            INSERT INTO photo_links
                (account, id, title, password, expires, allows_download, created, photos)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .text(link.id), .optional(link.title),
                .optional(link.passwordHash), .optional(link.expires?.seconds),
                .integer(link.allowsDownload ? 1 : 0), .integer(link.created.seconds),
                .blob(link.photos.flatMap(\.bytes)),
            ])
    }

    func removePhotoLink(_ id: String, of account: AccountNumber) throws(ServerError) {
        try database.run(
            "DELETE FROM photo_links WHERE account = ? AND id = ?",
            [.integer(account.rawValue), .text(id)])
    }

    private static func photoLink(
        _ row: borrowing Statement
    ) -> (AccountNumber, StoredPhotoLink) {
        let hashes = row.bytes(7)
        let size = ContentHash.byteCount
        return (
            AccountNumber(row.int64(0)),
            StoredPhotoLink(
                id: row.text(1) ?? "", title: row.text(2), passwordHash: row.text(3),
                expires: row.optionalInt64(4).map { Timestamp(seconds: $0) },
                allowsDownload: row.int64(5) != 0, created: Timestamp(seconds: row.int64(6)),
                photos: stride(from: 0, to: hashes.count - size + 1, by: size).map {
                    ContentHash(stored: Array(hashes[$0..<$0 + size]))
                })
        )
    }
}
