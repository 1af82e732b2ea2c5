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
        try add(
            to: &known,
            files: """
                SELECT id, path, size, mtime_ns, ctime_ns, inode, is_missing, device
                FROM local_photos WHERE root = ?1
                """,
            problems: """
                SELECT id, path, size, mtime_ns, ctime_ns, inode, 0, device
                FROM problems WHERE root = ?1
                """, root)
        return known
    }

    /// How many files a root has, without those in the trash.
    public func fileCount(in root: RootID) throws(StoreError) -> Int {
        try first(
            """
            SELECT count(*) FROM local_photos f WHERE root = ? AND NOT EXISTS (
                SELECT 1 FROM trashed_files t WHERE t.file = f.id AND t.state = 1)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, root.rawValue)
        } row: {
            Int($0.int64(0))
        } ?? 0
    }

    /// Whether a file or a content has this many bytes.
    public func isKnown(size: Int64) throws(StoreError) -> Bool {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM local_photos WHERE size = ?1)
                OR EXISTS (SELECT 1 FROM photos WHERE byte_size = ?1)
                OR EXISTS (SELECT 1 FROM server_photos WHERE size = ?1)
                OR EXISTS (SELECT 1 FROM server_photos WHERE next_size = ?1)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, size)
        } row: {
            $0.int64(0) != 0
        } ?? false
    }

    /// Whether a file of this size is known.
    public func hasFile(ofSize size: Int64) throws(StoreError) -> Bool {
        try first("SELECT EXISTS (SELECT 1 FROM local_photos WHERE size = ?)") {
            statement throws(SQLiteError) in
            try statement.bind(1, size)
        } row: {
            $0.int64(0) != 0
        } ?? false
    }

    /// The files of a size that are neither hashed nor looked at, and can be
    /// read.
    public func unseenFiles(ofSize size: Int64) throws(StoreError) -> [FileToRead] {
        try all(
            """
            SELECT id, path, size, mtime_ns, ctime_ns, inode, device FROM files
            WHERE is_reachable AND id IN (SELECT id FROM local_photos
                WHERE size = ? AND is_settled IN (0, 1) AND hash_state = 0
                    AND beginning IS NULL)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, size)
        } row: {
            FileToRead($0)
        }
    }

    /// Files without a hash that are this very file by what the disk says of
    /// it, and are not on their way to the trash: it may have been renamed.
    public func unhashedFiles(like stamp: FileStamp) throws(StoreError) -> [FileRow] {
        try all(
            """
            SELECT * FROM files
            WHERE inode = ?3 AND +size = ?1 AND mtime_ns = ?2 AND device = ?4
                AND content_hash IS NULL AND luid IS NOT NULL
                AND id NOT IN (SELECT file FROM trashed_files)
            ORDER BY id
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, stamp.size)
            try statement.bind(2, stamp.modifiedNanoseconds)
            try statement.bind(3, Int64(bitPattern: stamp.identity.inode))
            try statement.bind(4, Int64(bitPattern: stamp.identity.device))
        } row: {
            FileRow($0)
        }
    }

    /// Whether a file of the library is at one of these paths or below.
    public func hasFiles(within paths: [FilePath]) throws(StoreError) -> Bool {
        for path in paths {
            let below = PathRange(below: path, isTree: true)
            let isFound = try first(
                """
                SELECT EXISTS (SELECT 1 FROM local_photos WHERE path = ?1)
                    OR EXISTS (SELECT 1 FROM local_photos WHERE path > ?2 AND path < ?3)
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, path.bytes)
                try statement.bind(2, below.start)
                try statement.bind(3, below.end)
            } row: {
                $0.int64(0) != 0
            }
            if isFound == true { return true }
        }
        return false
    }

    /// Whether one of these files has the size and time of a file of the root
    /// that was added after `last`: then it was moved.
    public func isAnyMoved(
        _ ids: [FileID], to root: RootID, after last: FileID
    ) throws(StoreError) -> Bool {
        for id in ids {
            let isMoved = try first(
                """
                SELECT EXISTS (SELECT 1 FROM local_photos o JOIN local_photos n
                    ON n.size = o.size AND n.mtime_ns = o.mtime_ns
                    WHERE o.id = ? AND n.root = ? AND n.id > ?)
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, id)
                try statement.bind(2, root.rawValue)
                try statement.bind(3, last)
            } row: {
                $0.int64(0) != 0
            }
            if isMoved == true { return true }
        }
        return false
    }

    /// What is known of the files in some folders of a root.
    ///
    /// - Parameters:
    ///   - folders: of these what lies in them directly.
    ///   - trees: of these what lies anywhere below them, apart from the
    ///     former.
    public func knownFiles(
        of root: RootID, in folders: Set<FilePath>, below trees: Set<FilePath>
    ) throws(StoreError) -> KnownFiles {
        var known = KnownFiles()
        for range in PathRange.ranges(in: folders, below: trees) {
            // The plus keeps SQLite from reading the whole root by its index.
            try add(
                to: &known,
                files: """
                    SELECT id, path, size, mtime_ns, ctime_ns, inode, is_missing, device
                    FROM local_photos WHERE +root = ?1 AND path > ?2 AND path < ?3
                    """,
                problems: """
                    SELECT id, path, size, mtime_ns, ctime_ns, inode, 0, device
                    FROM problems WHERE +root = ?1 AND path > ?2 AND path < ?3
                    """, root, range)
        }
        return known
    }

    private func add(
        to known: inout KnownFiles, files: StaticString, problems: StaticString, _ root: RootID,
        _ range: PathRange? = nil
    ) throws(StoreError) {
        try forEachPath(files, of: root, range) { row, hash in
            known.addFile(
                KnownPaths.Entry(row, hash), device: UInt64(bitPattern: row.int64(7)))
        }
        try forEachPath(problems, of: root, range) { row, hash in
            known.addProblem(KnownPaths.Entry(row, hash))
        }
    }

    func forEachPath(
        _ sql: StaticString, of root: RootID, _ range: PathRange?,
        _ body: (borrowing Statement, UInt64) -> Void
    ) throws(StoreError) {
        try run(sql) { statement throws(SQLiteError) in
            try statement.bind(1, root.rawValue)
            if let range {
                try statement.bind(2, range.start)
                try statement.bind(3, range.end)
            }
            // One buffer for all paths: an array for each would be the main
            // cost of a walk.
            var buffer: [UInt8] = Array(repeating: 0, count: 4096)
            while try statement.step() {
                let count = buffer.withUnsafeMutableBytes { statement.copyBytes(1, into: $0) }
                if count > buffer.count {
                    buffer = Array(repeating: 0, count: count * 2)
                    _ = buffer.withUnsafeMutableBytes { statement.copyBytes(1, into: $0) }
                }
                let hash = buffer.withUnsafeBytes { buffer -> UInt64? in
                    let path = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    guard range?.includes(path) ?? true else { return nil }
                    return KnownPaths.hash(path)
                }
                if let hash { body(statement, hash) }
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
