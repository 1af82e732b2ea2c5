import Photos
import SQLite
import Synchronization

/// Large pictures that were made for somebody, in `s2048.db`: the newest are
/// kept.
final class LargePictures: Sendable {
    /// Bytes of pictures kept; the oldest go first.
    static let capacity: Int64 = 4 << 30

    private struct Kept {
        let lent: LentConnection
        /// Bytes of all.
        var bytes: Int64
    }

    private let kept: Mutex<Kept>
    private let reader: Mutex<LentConnection>

    /// Opens those in a folder, and makes the file where it is missing. One
    /// that is damaged is made anew.
    init(in folder: String) throws(ServerError) {
        let path = "\(folder)/s2048.db"
        var opened: Kept
        do throws(ServerError) {
            opened = try Self.open(path)
        } catch .damaged {
            for ending in ["", "-wal", "-shm"] { try FileSystem.remove(path + ending) }
            opened = try Self.open(path)
        }
        kept = Mutex(opened)
        do throws(SQLiteError) {
            reader = Mutex(
                LentConnection(
                    try Connection(
                        path: Array(path.utf8), access: .readOnly, busyMilliseconds: 10_000)))
        } catch {
            throw ServerError(error)
        }
    }

    private static func open(_ path: String) throws(ServerError) -> Kept {
        do throws(SQLiteError) {
            let connection = try Connection(
                path: Array(path.utf8), access: .create, busyMilliseconds: 10_000)
            try connection.execute("PRAGMA page_size = 8192")
            try connection.useWriteAheadLog()
            // What a crash takes is made again.
            try connection.execute("PRAGMA synchronous = NORMAL")
            try connection.execute(
                """
                CREATE TABLE IF NOT EXISTS pictures (
                    hash BLOB PRIMARY KEY, number INTEGER NOT NULL UNIQUE,
                    size INTEGER NOT NULL, jpeg BLOB NOT NULL) STRICT
                """)
            let bytes = try connection.integer("SELECT coalesce(sum(size), 0) FROM pictures")
            return Kept(lent: LentConnection(connection), bytes: bytes ?? 0)
        } catch {
            throw ServerError(error)
        }
    }

    /// A content's picture; nil when there is none.
    func jpeg(of hash: ContentHash) throws(ServerError) -> [UInt8]? {
        try reader.withLock { lent throws(ServerError) in
            try Database(connection: lent.connection).first(
                "SELECT jpeg FROM pictures WHERE hash = ?", [.blob(hash.bytes)]
            ) { $0.bytes(0) }
        }
    }

    /// Puts a picture, and takes the oldest away where there are too many.
    func put(_ picture: [UInt8], of hash: ContentHash) throws(ServerError) {
        try change { database, bytes throws(ServerError) in
            try Self.remove(hash, database, &bytes)
            try database.run(
                """
                INSERT INTO pictures
                VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM pictures), ?, ?)
                """, [.blob(hash.bytes), .integer(Int64(picture.count)), .blob(picture)])
            bytes += Int64(picture.count)
            while bytes > Self.capacity {
                let oldest = try database.first(
                    "SELECT hash FROM pictures ORDER BY number LIMIT 1"
                ) { ContentHash(stored: $0.bytes(0)) }
                guard let oldest else { break }
                try Self.remove(oldest, database, &bytes)
            }
        }
    }

    /// Takes away the pictures of some contents.
    func remove(_ hashes: [ContentHash]) throws(ServerError) {
        guard !hashes.isEmpty else { return }
        try change { database, bytes throws(ServerError) in
            for hash in hashes { try Self.remove(hash, database, &bytes) }
        }
    }

    private static func remove(
        _ hash: ContentHash, _ database: Database, _ bytes: inout Int64
    ) throws(ServerError) {
        let size = try database.first(
            "SELECT size FROM pictures WHERE hash = ?", [.blob(hash.bytes)]
        ) { $0.int64(0) }
        guard let size else { return }
        try database.run("DELETE FROM pictures WHERE hash = ?", [.blob(hash.bytes)])
        bytes -= size
    }

    private func change(
        _ body: (Database, inout Int64) throws(ServerError) -> Void
    ) throws(ServerError) {
        try kept.withLock { kept throws(ServerError) in
            var bytes = kept.bytes
            try Database(connection: kept.lent.connection).transaction {
                database throws(ServerError) in
                try body(database, &bytes)
            }
            kept.bytes = bytes
        }
    }
}
