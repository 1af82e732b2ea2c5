import DropboxAPI
import Photos
import SQLite
import Synchronization

/// All thumbnails, by content, in `thumbnails.db`. All of it can be made anew:
/// what a crash takes is made again when somebody asks for it.
///
/// A row is found by the first eight bytes of its hash; the others are
/// compared. Two contents whose first bytes are equal would take turns, which
/// nobody can bring about for another's photo.
final class ThumbnailShelf: Sendable {
    /// Bytes of large pictures kept; the oldest go first.
    static let pictureCapacity: Int64 = 4 << 30
    /// Connections kept while nobody reads.
    private static let readers = 8

    private let directory: DataDirectory
    private let writer: Mutex<LentConnection>
    private let idle = Mutex<[LentConnection]>([])
    /// Bytes of all large pictures.
    private let pictureBytes: Mutex<Int64>
    /// Whether the file was made just now: nothing is in it.
    let isNew: Bool

    init(directory: DataDirectory) throws(ServerError) {
        self.directory = directory
        let path = directory.thumbnailsPath
        do throws(SQLiteError) {
            let connection = try Connection(
                path: Array(path.utf8), access: .create, busyMilliseconds: 10_000)
            try connection.execute("PRAGMA page_size = 8192")
            try connection.useWriteAheadLog()
            try connection.execute("PRAGMA synchronous = NORMAL")
            isNew = try connection.integer("PRAGMA user_version") == 0
            if isNew { try connection.execute(Self.definitions) }
            pictureBytes = Mutex(
                try connection.integer("SELECT coalesce(sum(size), 0) FROM s2048") ?? 0)
            writer = Mutex(LentConnection(connection))
        } catch {
            throw ServerError(error)
        }
    }

    private static let definitions = """
        BEGIN;
        CREATE TABLE s75 (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, jpeg BLOB NOT NULL) STRICT;
        CREATE TABLE s256 (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, jpeg BLOB NOT NULL) STRICT;
        CREATE TABLE s2048 (
            hash BLOB PRIMARY KEY, number INTEGER NOT NULL UNIQUE, size INTEGER NOT NULL,
            jpeg BLOB NOT NULL) STRICT;
        PRAGMA user_version = 1;
        COMMIT;
        """

    /// Puts both thumbnails of some contents, in one transaction.
    func put(
        _ thumbnails: [(hash: ContentHash, s75: [UInt8], s256: [UInt8])]
    ) throws(ServerError) {
        guard !thumbnails.isEmpty else { return }
        try write { database throws(ServerError) in
            for thumbnail in thumbnails {
                let key: [SQLValue] = [.integer(thumbnail.hash.id), .blob(thumbnail.hash.bytes)]
                try database.run(
                    "INSERT OR REPLACE INTO s75 VALUES (?, ?, ?)", key + [.blob(thumbnail.s75)])
                try database.run(
                    "INSERT OR REPLACE INTO s256 VALUES (?, ?, ?)", key + [.blob(thumbnail.s256)])
            }
        }
    }

    /// Puts a large picture, and takes the oldest away where there are too
    /// many.
    func put(picture: [UInt8], of hash: ContentHash) throws(ServerError) {
        try write { database throws(ServerError) in
            try database.run(
                """
                INSERT OR REPLACE INTO s2048
                VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM s2048), ?, ?)
                """, [.blob(hash.bytes), .integer(Int64(picture.count)), .blob(picture)])
            var bytes = pictureBytes.withLock { bytes in
                bytes += Int64(picture.count)
                return bytes
            }
            while bytes > Self.pictureCapacity {
                let oldest = try database.first(
                    "SELECT hash, size FROM s2048 ORDER BY number LIMIT 1"
                ) { ($0.bytes(0), $0.int64(1)) }
                guard let (hash, size) = oldest else { break }
                try database.run("DELETE FROM s2048 WHERE hash = ?", [.blob(hash)])
                bytes -= size
            }
            pictureBytes.withLock { $0 = bytes }
        }
    }

    /// Takes away all that is kept of some contents.
    func remove(_ hashes: [ContentHash]) throws(ServerError) {
        guard !hashes.isEmpty else { return }
        try write { database throws(ServerError) in
            for hash in hashes {
                let key: [SQLValue] = [.integer(hash.id), .blob(hash.bytes)]
                try database.run("DELETE FROM s75 WHERE id = ? AND hash = ?", key)
                try database.run("DELETE FROM s256 WHERE id = ? AND hash = ?", key)
                let size = try database.first(
                    "SELECT size FROM s2048 WHERE hash = ?", [.blob(hash.bytes)]
                ) { $0.int64(0) }
                guard let size else { continue }
                try database.run("DELETE FROM s2048 WHERE hash = ?", [.blob(hash.bytes)])
                pictureBytes.withLock { $0 -= size }
            }
        }
    }

    /// One thumbnail; nil when there is none.
    func jpeg(
        of hash: ContentHash, _ size: WireThumbnailSize
    ) throws(ServerError) -> [UInt8]? {
        var found: [UInt8]?
        try read([hash], size) { _, jpeg in found = jpeg.map { Array($0) } }
        return found
    }

    /// Gives the thumbnails of some contents, in their order, each where it
    /// is; nil for those that are not there.
    func read(
        _ hashes: [ContentHash], _ size: WireThumbnailSize,
        _ body: (Int, UnsafeRawBufferPointer?) -> Void
    ) throws(ServerError) {
        let lent = try takeReader()
        defer { idle.withLock { if $0.count < Self.readers { $0.append(lent) } } }
        let connection = lent.connection
        do throws(SQLiteError) {
            try connection.begin(.reading)
            defer { connection.rollback() }
            let statement = try connection.statement(Self.query(size))
            for (index, hash) in hashes.enumerated() {
                if size == .s2048 {
                    try statement.bind(1, hash.bytes)
                } else {
                    try statement.bind(1, hash.id)
                }
                let isFound = try statement.step()
                let isIt = isFound && statement.withBytes(0) { hash.equals($0) }
                if isIt {
                    statement.withBytes(1) { body(index, $0) }
                } else {
                    body(index, nil)
                }
                statement.reset()
            }
        } catch {
            throw ServerError(error)
        }
    }

    private static func query(_ size: WireThumbnailSize) -> StaticString {
        switch size {
        case .s75: "SELECT hash, jpeg FROM s75 WHERE id = ?"
        case .s256: "SELECT hash, jpeg FROM s256 WHERE id = ?"
        case .s2048: "SELECT hash, jpeg FROM s2048 WHERE hash = ?"
        }
    }

    private func takeReader() throws(ServerError) -> LentConnection {
        if let ready = idle.withLock({ $0.popLast() }) { return ready }
        do throws(SQLiteError) {
            let connection = try Connection(
                path: Array(directory.thumbnailsPath.utf8), access: .readOnly,
                busyMilliseconds: 10_000)
            // A copy less for each thumbnail.
            try connection.execute("PRAGMA mmap_size = 68719476736")
            return LentConnection(connection)
        } catch {
            throw ServerError(error)
        }
    }

    private func write(
        _ body: (Database) throws(ServerError) -> Void
    ) throws(ServerError) {
        try writer.withLock { lent throws(ServerError) in
            let connection = lent.connection
            do throws(SQLiteError) { try connection.begin(.writing) } catch {
                throw ServerError(error)
            }
            do throws(ServerError) {
                try body(Database(connection: connection))
                do throws(SQLiteError) { try connection.commit() } catch {
                    throw ServerError(error)
                }
            } catch {
                connection.rollback()
                throw error
            }
        }
    }
}

extension DataDirectory {
    var thumbnailsPath: String { "\(path)/thumbnails.db" }
}

extension ContentHash {
    /// The first eight bytes.
    fileprivate var id: Int64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    fileprivate func equals(_ other: UnsafeRawBufferPointer) -> Bool {
        ContentHash(bytes: other) == self
    }
}
