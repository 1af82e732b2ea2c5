import DropboxAPI
import SQLite

extension SQLiteMetadata {
    func job(
        _ id: AsyncJobID, of account: AccountNumber
    ) throws(ServerError) -> StoredJob? {
        try database.first(
            "SELECT route, result, finished FROM jobs WHERE account = ? AND id = ?",
            [.integer(account.rawValue), .text(id.text)]
        ) { row in
            StoredJob(
                id: id, route: row.text(0) ?? "", result: row.bytes(1),
                finished: Timestamp(seconds: row.int64(2)))
        }
    }

    func put(_ job: StoredJob, of account: AccountNumber) throws(ServerError) {
        try database.run(
            "INSERT INTO jobs (account, id, route, result, finished) VALUES (?, ?, ?, ?, ?)",
            [
                .integer(account.rawValue), .text(job.id.text), .text(job.route),
                .blob(job.result), .integer(job.finished.seconds),
            ])
    }

    func purgeJobs(
        finishedBefore time: Timestamp, of account: AccountNumber
    ) throws(ServerError) {
        try database.run(
            "DELETE FROM jobs WHERE account = ? AND finished < ?",
            [.integer(account.rawValue), .integer(time.seconds)])
    }

    func links(of account: AccountNumber) throws(ServerError) -> [StoredLink] {
        try database.all(
            """
            SELECT account, id, node, password, expires, allows_download, created FROM links
            WHERE account = ? ORDER BY created, id
            """, [.integer(account.rawValue)]
        ) { Self.link($0).1 }
    }

    func link(_ id: String) throws(ServerError) -> (AccountNumber, StoredLink)? {
        try database.first(
            """
            SELECT account, id, node, password, expires, allows_download, created FROM links
            WHERE id = ?
            """, [.text(id)], Self.link)
    }

    func put(_ link: StoredLink, of account: AccountNumber) throws(ServerError) {
        try database.run(
            """
            INSERT INTO links
                (account, id, node, password, expires, allows_download, created)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(account.rawValue), .text(link.id), .integer(link.node.rawValue),
                .optional(link.passwordHash), .optional(link.expires?.seconds),
                .integer(link.allowsDownload ? 1 : 0), .integer(link.created.seconds),
            ])
    }

    func removeLink(_ id: String, of account: AccountNumber) throws(ServerError) {
        try database.run(
            "DELETE FROM links WHERE account = ? AND id = ?",
            [.integer(account.rawValue), .text(id)])
    }

    private static func link(_ row: borrowing Statement) -> (AccountNumber, StoredLink) {
        (
            AccountNumber(row.int64(0)),
            StoredLink(
                id: row.text(1) ?? "", node: NodeNumber(row.int64(2)), passwordHash: row.text(3),
                expires: row.optionalInt64(4).map { Timestamp(seconds: $0) },
                allowsDownload: row.int64(5) != 0, created: Timestamp(seconds: row.int64(6)))
        )
    }
}
