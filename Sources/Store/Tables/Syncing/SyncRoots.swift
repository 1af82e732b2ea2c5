public import Photos
internal import SQLite

extension ReadTransaction {
    public func syncRoot(_ id: RootID) throws(StoreError) -> SyncRoot? {
        try first("SELECT id, uploads, is_available, walk, settled_walk FROM roots WHERE id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.rawValue)
        } row: {
            SyncRoot($0)
        }
    }

    public func syncRoots() throws(StoreError) -> [SyncRoot] {
        try all(
            """
            SELECT id, uploads, is_available, walk, settled_walk FROM roots
            WHERE NOT is_removed ORDER BY id
            """
        ) {
            SyncRoot($0)
        }
    }
}

extension WriteTransaction {
    /// Takes what sync keeps of a root. When its disk comes or goes, its
    /// photos look different.
    public mutating func save(_ root: SyncRoot) throws(StoreError) {
        let old = try reading.syncRoot(root.id)
        try run(
            """
            UPDATE roots SET uploads = ?2, is_available = ?3, walk = ?4, settled_walk = ?5
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, root.id.rawValue)
            try statement.bind(2, root.uploads ? 1 : 0)
            try statement.bind(3, root.available ? 1 : 0)
            try statement.bind(4, root.walks)
            try statement.bind(5, root.settledAtWalk)
        }
        guard old?.available != root.available else { return }
        for luid in try reading.photos(in: root.id) { touch(luid) }
    }
}

extension SyncRoot {
    fileprivate init(_ row: borrowing Statement) {
        self.init(
            id: RootID(row.int64(0)), uploads: row.int64(1) != 0, available: row.int64(2) != 0,
            walks: row.int64(3), settledAtWalk: row.int64(4))
    }
}
