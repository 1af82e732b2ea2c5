import Photos
internal import SQLite

extension ReadTransaction {
    public func file(_ id: FileID) throws(StoreError) -> FileRow? {
        try first("SELECT * FROM files WHERE id = ?") { statement throws(SQLiteError) in
            try statement.bind(1, id)
        } row: {
            FileRow($0)
        }
    }

    public func file(at path: FilePath) throws(StoreError) -> FileRow? {
        try first("SELECT * FROM files WHERE path = ?") { statement throws(SQLiteError) in
            try statement.bind(1, path.bytes)
        } row: {
            FileRow($0)
        }
    }

    /// Files not hashed yet that can be reached, first seen first, those after
    /// `after`.
    public func filesWantingHash(
        after: FileID? = nil, limit: Int
    ) throws(StoreError) -> [FileToRead] {
        try all(
            """
            SELECT f.id, f.path, f.size, f.mtime_ns, f.ctime_ns, f.inode, f.device
            FROM local_photos f JOIN roots r ON r.id = f.root
            WHERE f.hash_state = 0 AND f.id > ? AND NOT f.is_missing AND r.is_available
            ORDER BY f.id LIMIT ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, after?.rawValue ?? 0)
            try statement.bind(2, Int64(limit))
        } row: {
            FileToRead($0)
        }
    }

    /// Where to read these files now, in the order asked for; unknown and
    /// unreachable ones are left out.
    public func filesToRead(_ ids: [FileID]) throws(StoreError) -> [FileToRead] {
        var files: [FileToRead] = []
        for id in ids {
            let file = try first(
                """
                SELECT id, path, size, mtime_ns, ctime_ns, inode, device
                FROM files WHERE id = ? AND is_reachable
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, id)
            } row: {
                FileToRead($0)
            }
            if let file { files.append(file) }
        }
        return files
    }

    /// What is known of a root's files, to walk it with. Reads each row once.
    public func knownFiles(of root: RootID) throws(StoreError) -> KnownFiles {
        var known = KnownFiles()
        try forEachPath(
            """
            SELECT id, path, size, mtime_ns, ctime_ns, inode, is_missing
            FROM local_photos WHERE root = ?
            """, of: root
        ) { row, hash in
            known.addFile(KnownPaths.Entry(row, hash))
        }
        try forEachPath(
            """
            SELECT id, path, size, mtime_ns, ctime_ns, inode, 0
            FROM problems WHERE root = ?
            """, of: root
        ) { row, hash in
            known.addProblem(KnownPaths.Entry(row, hash))
        }
        return known
    }

    func forEachPath(
        _ sql: StaticString, of root: RootID, _ body: (borrowing Statement, UInt64) -> Void
    ) throws(StoreError) {
        try run(sql) { statement throws(SQLiteError) in
            try statement.bind(1, root.rawValue)
            // One buffer for all paths: an array for each would be the main
            // cost of a walk.
            var buffer: [UInt8] = Array(repeating: 0, count: 4096)
            while try statement.step() {
                let count = buffer.withUnsafeMutableBytes { statement.copyBytes(1, into: $0) }
                if count > buffer.count {
                    buffer = Array(repeating: 0, count: count * 2)
                    _ = buffer.withUnsafeMutableBytes { statement.copyBytes(1, into: $0) }
                }
                let hash = buffer.withUnsafeBytes {
                    KnownPaths.hash(UnsafeRawBufferPointer(rebasing: $0[..<count]))
                }
                body(statement, hash)
            }
        }
    }
}

extension KnownPaths.Entry {
    /// From the columns `id`, `path`, four of the stamp, `is_missing`.
    init(_ row: borrowing Statement, _ hash: UInt64) {
        self.hash = hash
        id = row.int64(0)
        size = row.int64(2)
        modifiedNanoseconds = row.int64(3)
        statusChangedNanoseconds = row.int64(4)
        inode = UInt64(bitPattern: row.int64(5))
        isFile = !row.isNull(2)
        isMissing = row.int64(6) != 0
    }
}
