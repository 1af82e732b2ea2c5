import HTTPServer
import Photos
import SQLite

extension PackedThumbnails {
    /// What is found in a folder.
    struct Opened {
        var writer: Writer
        var table: PackTable
        var isNew: Bool
        var lost: [ContentHash]
    }

    private static let definitions = """
        BEGIN;
        CREATE TABLE places (
            hash BLOB PRIMARY KEY,
            s75 INTEGER NOT NULL, s75_sum INTEGER NOT NULL,
            s256 INTEGER NOT NULL, s256_sum INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        PRAGMA user_version = 1;
        COMMIT;
        """

    static func connect(
        _ files: PackFolder, _ access: Connection.Access
    ) throws(ServerError) -> Connection {
        do throws(SQLiteError) {
            let connection = try Connection(
                path: Array("\(files.path)/places.db".utf8), access: access,
                busyMilliseconds: 10_000)
            if access == .create {
                try connection.useWriteAheadLog()
                // A row may never name a pack that was removed before it.
                try connection.execute("PRAGMA synchronous = FULL")
            }
            return connection
        } catch {
            throw ServerError(error)
        }
    }

    /// - Throws: `damaged` for rows that cannot be read.
    static func open(_ files: PackFolder, capacity: Int) throws(ServerError) -> Opened {
        let connection = try connect(files, .create)
        let isNew: Bool
        do throws(SQLiteError) {
            isNew = try connection.integer("PRAGMA user_version") == 0
            if isNew { try connection.execute(definitions) }
        } catch {
            throw ServerError(error)
        }
        var table = try packs(in: files)
        let database = Database(connection: connection)
        let lost = try load(database, &table)
        let appenders = EachSize(
            s75: try appender(files, .s75, &table, capacity: capacity),
            s256: try appender(files, .s256, &table, capacity: capacity))
        return Opened(
            writer: Writer(lent: LentConnection(connection), appenders: appenders), table: table,
            isNew: isNew, lost: lost)
    }

    private static func packs(in files: PackFolder) throws(ServerError) -> PackTable {
        var table = PackTable()
        for size in PackedSize.allCases {
            for number in try files.packs(size) {
                table.packs[size][number] = PackTable.Pack(file: try files.open(size, number))
            }
        }
        return table
    }

    /// Reads all rows, in the order of the packs: neighbours in the feed become
    /// neighbours in the index. - Returns: the contents of those that name what is not
    /// there; they are dropped.
    private static func load(
        _ database: Database, _ table: inout PackTable
    ) throws(ServerError) -> [ContentHash] {
        var lost: [ContentHash] = []
        try database.each("SELECT hash, s75, s256 FROM places ORDER BY s75") { row in
            let hash = row.withBytes(0) { ContentHash(bytes: $0) }
            guard let hash else { return true }
            if let s75 = PackPlace(rawValue: row.int64(1)),
                let s256 = PackPlace(rawValue: row.int64(2)), table.holds(s75, .s75),
                table.holds(s256, .s256)
            {
                table.set(.init(s75: s75, s256: s256), of: hash)
            } else {
                lost.append(hash)
            }
            return true
        }
        guard !lost.isEmpty else { return [] }
        try database.transaction { database throws(ServerError) in
            for hash in lost {
                try database.run("DELETE FROM places WHERE hash = ?", [.blob(hash.bytes)])
            }
        }
        return lost
    }

    /// Removes packs that no row names, and goes on with the last one.
    private static func appender(
        _ files: PackFolder, _ size: PackedSize, _ table: inout PackTable, capacity: Int
    ) throws(ServerError) -> PackAppender {
        for (number, pack) in table.packs[size] where pack.live == 0 {
            table.packs[size][number] = nil
            try files.remove(size, number)
        }
        var appender = PackAppender(files, size, capacity: capacity)
        for (number, pack) in table.packs[size] where number != table.packs[size].keys.max() {
            // With what a crash left behind its last row.
            table.packs[size][number]?.size = max(pack.size, Int(pack.file.size))
        }
        if let last = table.packs[size].keys.max(), let pack = table.packs[size][last] {
            try appender.resume(last, at: pack.size)
        }
        return appender
    }
}

extension PackTable {
    /// Whether a place lies within its pack.
    fileprivate func holds(_ place: PackPlace, _ size: PackedSize) -> Bool {
        guard let pack = packs[size][place.pack] else { return false }
        return place.range.upperBound <= pack.file.size
    }
}
