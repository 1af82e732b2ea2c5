internal import Glibc
import DropboxAPI
import Photos
import SQLite

/// Looks for rows without their bytes, bytes that are not what their name
/// says, and rows that contradict each other. Safe while a server runs.
public struct IntegrityCheck {
    /// One thing that is wrong, in words.
    public struct Finding: Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// What was looked at.
    public struct Report: Hashable, Sendable {
        public var files: Int64 = 0
        public var revisions: Int64 = 0
        public var blobs: Int64 = 0
        public var blobBytes: Int64 = 0
        /// Blobs that no row names: harmless, and removed by the server.
        public var orphans: Int64 = 0
        public var findings: [Finding] = []
    }

    private let directory: DataDirectory
    private let folder: BlobFolder

    public init(directory path: String) throws(ServerError) {
        directory = try DataDirectory.open(at: path)
        folder = BlobFolder(path: path, space: .unlimited)
    }

    /// - Parameters:
    ///   - hashing: whether every byte is read and hashed; else only sizes are
    ///     compared.
    ///   - progress: told of every blob looked at.
    public func run(
        hashing: Bool, progress: (Report) -> Void = { _ in }
    ) throws(ServerError) -> Report {
        let lock = try directory.lockAgainstCollection()
        defer { withExtendedLifetime(lock) {} }
        let connection = try directory.openFiles(forWriting: false)
        do throws(SQLiteError) { try connection.begin(.reading) } catch {
            throw ServerError(error)
        }
        defer { connection.rollback() }
        let database = Database(connection: connection)
        var report = Report()
        try checkFile(connection, &report)
        try checkRows(database, &report)
        let named = try blobsNamed(database)
        // Hashing takes hours: the log must not grow meanwhile. What was named
        // is kept by the lock.
        connection.rollback()
        try checkBlobs(named, hashing: hashing, &report, progress)
        return report
    }

    private func checkFile(
        _ connection: Connection, _ report: inout Report
    ) throws(ServerError) {
        let result: String?
        do throws(SQLiteError) { result = try connection.text("PRAGMA integrity_check(1)") } catch {
            throw ServerError(error)
        }
        if result != "ok" { report.add("files.db: \(result ?? "no answer")") }
    }

    private func checkRows(_ database: Database, _ report: inout Report) throws(ServerError) {
        report.files =
            try database.first("SELECT count(*) FROM entries WHERE hash IS NOT NULL") {
                $0.int64(0)
            } ?? 0
        report.revisions =
            try database.first("SELECT count(*) FROM revisions") { $0.int64(0) } ?? 0
        let queries: [(StaticString, String)] = [
            (
                """
                SELECT e.account, e.display FROM entries e LEFT JOIN revisions r
                    ON r.account = e.account AND r.number = e.revision
                WHERE e.revision IS NOT NULL AND (r.number IS NULL OR r.ceased IS NOT NULL
                    OR r.hash != e.hash OR r.size != e.size OR r.node != e.node)
                """, "a file whose revision is missing or another"
            ),
            (
                """
                SELECT r.account, 'revision ' || r.number FROM revisions r LEFT JOIN entries e
                    ON e.account = r.account AND e.node = r.node AND e.revision = r.number
                WHERE r.ceased IS NULL AND e.key IS NULL
                """, "a present revision that no path has"
            ),
            (
                """
                SELECT a.account, a.used FROM accounts a WHERE a.used !=
                    (SELECT coalesce(sum(size), 0) FROM entries e WHERE e.account = a.account)
                """, "a sum of bytes that is wrong"
            ),
            (
                """
                SELECT e.account, e.display FROM entries e JOIN accounts a
                    ON a.account = e.account WHERE e.sequence > a.sequence
                """, "a change from the future"
            ),
        ]
        for (sql, words) in queries {
            let rows = try database.all(sql) { "account \($0.int64(0)): \($0.text(1) ?? "")" }
            for row in rows { report.add("\(row): \(words)") }
        }
        try checkConversations(database, &report)
        try checkFolders(database, &report)
    }

    /// Every entry stands in a folder that stands too.
    private func checkFolders(_ database: Database, _ report: inout Report) throws(ServerError) {
        var account: Int64 = 0
        var folders: Set<String> = [""]
        var findings: [String] = []
        try database.each(
            "SELECT account, key, hash IS NULL FROM entries ORDER BY account, key"
        ) { row in
            if row.int64(0) != account {
                account = row.int64(0)
                folders = [""]
            }
            let key = row.text(1) ?? ""
            if !folders.contains(String(PathKeys.folder(of: key))) {
                findings.append("account \(account): \(key): stands in no folder")
            }
            if row.int64(2) != 0 { folders.insert(key) }
            return true
        }
        for finding in findings { report.add(finding) }
    }

    /// Every blob that a row needs, with its size.
    private func blobsNamed(_ database: Database) throws(ServerError) -> [ContentHash: Int64] {
        var named: [ContentHash: Int64] = [:]
        try database.each("SELECT DISTINCT hash, size FROM revisions") { row in
            named[ContentHash(stored: row.bytes(0))] = row.int64(1)
            return true
        }
        try database.each(
            "SELECT DISTINCT hash, length FROM sessions WHERE hash IS NOT NULL AND state != 3"
        ) { row in
            named[ContentHash(stored: row.bytes(0))] = row.int64(1)
            return true
        }
        return named
    }

    private func checkBlobs(
        _ named: [ContentHash: Int64], hashing: Bool, _ report: inout Report,
        _ progress: (Report) -> Void
    ) throws(ServerError) {
        var named = named
        var recent: Set<ContentHash> = []
        for shelf in BlobFolder.shelves {
            for name in try FileSystem.names(in: folder.folder(shelf)).sorted() {
                guard let hash = ContentHash(hexadecimal: name) else {
                    report.add("blobs/\(shelf)/\(name): is no blob")
                    continue
                }
                // A crash while it was settled leaves it in both places.
                guard shelf == BlobFolder.recent || !recent.contains(hash) else { continue }
                if shelf == BlobFolder.recent { recent.insert(hash) }
                let expected = named.removeValue(forKey: hash)
                if expected == nil { report.orphans += 1 }
                try check(hash, expected: expected, hashing: hashing, &report)
                progress(report)
            }
        }
        // What is left was named and not found. Sorted, so that two runs agree.
        for hash in named.keys.map(\.hexadecimal).sorted() {
            report.add("blob \(hash): is missing")
        }
    }

    private func check(
        _ hash: ContentHash, expected: Int64?, hashing: Bool, _ report: inout Report
    ) throws(ServerError) {
        guard let path = folder.path(of: hash), let size = try FileSystem.size(of: path)
        else { return }
        report.blobs += 1
        report.blobBytes += size
        if let expected, expected != size {
            report.add("blob \(hash): has \(size) bytes instead of \(expected)")
        } else if hashing, try FileHash.hash(of: path) != hash {
            report.add("blob \(hash): its bytes are others")
        }
    }
}

extension IntegrityCheck.Report {
    /// Findings kept: a damaged disk has more than anybody reads.
    private static let limit = 10_000

    /// Adds a finding, within the limit.
    mutating func add(_ words: String) {
        guard findings.count < Self.limit else { return }
        findings.append(IntegrityCheck.Finding(description: words))
    }
}

extension DiskSpace {
    /// For readers, who fill no disk.
    static var unlimited: DiskSpace {
        DiskSpace(reserve: 0) { () throws(ServerError) in .max }
    }
}
