public import Photos
internal import SQLite

extension ReadTransaction {
    /// All files on their way through the trash, as sync keeps them.
    public func filesInTrash() throws(StoreError) -> [TrashedFile] {
        try filesInTrash("SELECT * FROM files_in_trash ORDER BY id") { _ throws(SQLiteError) in }
    }

    /// Those that were the photo's when they were deleted.
    public func filesInTrash(of luid: LUID) throws(StoreError) -> [TrashedFile] {
        try filesInTrash("SELECT * FROM files_in_trash WHERE luid = ? ORDER BY id") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        }
    }

    public func fileInTrash(_ id: FileID) throws(StoreError) -> TrashedFile? {
        try filesInTrash("SELECT * FROM files_in_trash WHERE id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id)
        }.first
    }

    private func filesInTrash(
        _ sql: StaticString, bind: (borrowing Statement) throws(SQLiteError) -> Void
    ) throws(StoreError) -> [TrashedFile] {
        try all(sql, bind: bind) { TrashedFile($0) }
    }
}

extension WriteTransaction {
    /// The file is on its way through the trash from now on. It keeps its row
    /// in the library, and the photo that it comes back to.
    public mutating func save(_ file: TrashedFile) throws(StoreError) {
        let id = file.file.id
        try touchPhoto(of: id)
        touch(file.luid)
        touch(id)
        try run(
            """
            INSERT INTO trashed_files (file, part, luid, state, path)
            SELECT f.id, coalesce(p.id, 0), ?2, ?3, f.path FROM local_photos f
            LEFT JOIN photo_operation_parts p ON p.op_id = ?4 WHERE f.id = ?1
            ON CONFLICT (file) DO UPDATE SET part = excluded.part, luid = excluded.luid,
                state = excluded.state
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(2, file.luid)
            try statement.bind(3, Int64(file.state.rawValue))
            try statement.bind(4, file.deletedBy.bytes)
        }
        try run(
            """
            UPDATE local_photos SET edit = NULL, changed_from = NULL, is_superseded = 0,
                is_held = 0
            WHERE id = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
        }
        try setLUID(file.luid, of: id)
        try settle(id)
    }
}

extension TrashedFile {
    /// From the columns of the view `files_in_trash`.
    fileprivate init(_ row: borrowing Statement) {
        var file = LocalFile(
            id: FileID(row.int64(0)), root: RootID(row.int64(1)), size: row.int64(2),
            walk: row.int64(5))
        file.hash = row.hashState(from: 3)
        self.init(
            deletedBy: OperationID(bytes: row.bytes(8)) ?? OperationID(high: 0, low: 0),
            file: file, luid: LUID(row.int64(6)),
            state: State(rawValue: UInt8(truncatingIfNeeded: row.int64(7))) ?? .inTrash)
    }
}
