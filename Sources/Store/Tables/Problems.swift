import Photos
internal import SQLite

extension ReadTransaction {
    /// All problems in the order of their paths' bytes.
    public func problems() throws(StoreError) -> [ProblemRow] {
        try all(
            """
            SELECT path, root, reason, detail, size, mtime_ns, ctime_ns, inode, device
            FROM problems ORDER BY path
            """
        ) {
            ProblemRow($0)
        }
    }

    /// The problem of one path.
    public func problem(at path: FilePath) throws(StoreError) -> ProblemRow? {
        try first(
            """
            SELECT path, root, reason, detail, size, mtime_ns, ctime_ns, inode, device
            FROM problems WHERE path = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, path.bytes)
        } row: {
            ProblemRow($0)
        }
    }
}

extension WriteTransaction {
    /// Adds a problem, or replaces that of the same path.
    public mutating func putProblem(_ problem: ProblemRow) throws(StoreError) {
        try run(
            """
            INSERT INTO problems
                (path, root, reason, detail, size, mtime_ns, ctime_ns, inode, device)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (path) DO UPDATE SET root = excluded.root, reason = excluded.reason,
                detail = excluded.detail, size = excluded.size, mtime_ns = excluded.mtime_ns,
                ctime_ns = excluded.ctime_ns, inode = excluded.inode, device = excluded.device
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, problem.path.bytes)
            try statement.bind(2, problem.root.rawValue)
            try statement.bind(3, problem.reason.rawValue)
            try statement.bind(4, problem.detail)
            if let stamp = problem.stamp { try statement.bind(stamp: stamp, from: 5) }
        }
    }

    /// The path has no problem any more.
    public mutating func removeProblem(at path: FilePath) throws(StoreError) {
        try run("DELETE FROM problems WHERE path = ?") { statement throws(SQLiteError) in
            try statement.bind(1, path.bytes)
        }
    }

    public mutating func removeProblems(_ ids: [ProblemID]) throws(StoreError) {
        for id in ids {
            try run("DELETE FROM problems WHERE id = ?") { statement throws(SQLiteError) in
                try statement.bind(1, id.rawValue)
            }
        }
    }
}

extension ProblemRow {
    fileprivate init(_ row: borrowing Statement) {
        self.init(
            path: row.path(0), root: RootID(row.int64(1)),
            reason: ProblemReason(rawValue: row.text(2) ?? "") ?? .unreadable,
            detail: row.text(3) ?? "", stamp: row.isNull(4) ? nil : row.stamp(from: 4))
    }
}
