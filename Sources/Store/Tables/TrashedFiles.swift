public import Photos
internal import SQLite

extension ReadTransaction {
    /// Files that are to be moved to the trash or back, whose root can be
    /// reached; those after `after`, by id.
    public func filesToMove(after: FileID? = nil, limit: Int) throws(StoreError) -> [TrashedFileRow]
    {
        try all(
            """
            SELECT * FROM trash_moves WHERE state <> 1 AND file > ? AND is_available
            ORDER BY file LIMIT ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, after?.rawValue ?? 0)
            try statement.bind(2, Int64(limit))
        } row: {
            TrashedFileRow($0)
        }
    }

    /// The way of one file to the trash or back; nil for all others.
    public func trashedFile(_ id: FileID) throws(StoreError) -> TrashedFileRow? {
        try first("SELECT * FROM trash_moves WHERE file = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id)
        } row: {
            TrashedFileRow($0)
        }
    }

    /// Whether any file is in the trash or on its way.
    public func hasTrashedFiles() throws(StoreError) -> Bool {
        try first("SELECT 1 FROM trashed_files LIMIT 1") { _ in true } ?? false
    }

    /// Whether the file is in the trash, or may be.
    public func isInTrash(_ id: FileID) throws(StoreError) -> Bool {
        try trashedFile(id)?.trashPath != nil
    }

    func trashedFiles(of luid: LUID) throws(StoreError) -> [TrashedFileRow] {
        try all("SELECT * FROM trash_moves WHERE luid = ? ORDER BY file") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            TrashedFileRow($0)
        }
    }

    /// The photos that the user has deleted, last deleted first.
    public func deletedPhotos() throws(StoreError) -> [DeletedPhotoRow] {
        let luids = try all(
            """
            SELECT luid, (SELECT max(o.made_ms) FROM photo_operation_parts p
                JOIN photo_operations o ON o.id = p.operation
                WHERE p.luid = photos.luid AND p.action = 5) AS made
            FROM photos WHERE user_flags & 4 ORDER BY made DESC, luid DESC
            """
        ) { row in
            (LUID(row.int64(0)), row.optionalInt64(1))
        }
        var rows: [DeletedPhotoRow] = []
        for (luid, made) in luids {
            guard var photo = try photo(luid), !photo.files.isEmpty else { continue }
            let trashed = try trashedFiles(of: luid)
            for file in trashed {
                guard let index = photo.files.firstIndex(where: { $0.id == file.file }) else {
                    continue
                }
                photo.files[index].path = file.path
            }
            rows.append(
                DeletedPhotoRow(
                    photo: photo, deletedMilliseconds: made, trashed: Set(trashed.map(\.file))))
        }
        return rows
    }
}

extension WriteTransaction {
    /// The name that is taken in the trash for a file; nil gives it up.
    /// - Returns: false when the file is not to leave any more.
    public func setTrashPath(
        _ path: FilePath?, of file: FileID
    ) throws(StoreError) -> Bool {
        try run("UPDATE trashed_files SET trash_path = ? WHERE file = ? AND state = 0") {
            statement throws(SQLiteError) in
            try statement.bind(1, path?.bytes)
            try statement.bind(2, file)
        }
        return reading.connection.changedRows > 0
    }

    /// The file is in the trash. It may be wanted back by now.
    public mutating func finishTrashing(_ file: FileID) throws(StoreError) {
        guard let row = try reading.trashedFile(file), let place = row.trashPath else { return }
        try removeFile(at: place, besides: file)
        try setPath(place, isMissing: row.state != .returning, of: file)
        if row.state == .leaving { try setState(.inTrash, of: file) }
        try finishParts(of: row.luid)
    }

    /// The file is where it was. It may be to leave again by now. In a folder
    /// that is not the library's any more it is none of the library's.
    ///
    /// - Parameter stamp: its new one; nil when other bytes came back or it
    ///   cannot be told, so that the next walk looks.
    public mutating func finishReturning(
        _ file: FileID, stamp: FileStamp?
    ) throws(StoreError) {
        guard let row = try reading.trashedFile(file) else { return }
        try noteThatCaughtCameBack(file, to: row.path)
        if try reading.isOfRemovedRoot(file) {
            try removeFiles([file])
            return try dropEmptyRemovedRoots()
        }
        try removeFile(at: row.path, besides: file)
        try setPath(row.path, isMissing: false, of: file)
        if let stamp { try setStamp(stamp, of: file) }
        if row.state == .leaving {
            _ = try setTrashPath(nil, of: file)
        } else {
            try forget(file)
        }
        try finishParts(of: row.luid)
    }

    /// Bytes that took the file's place in the moment of its move are in the
    /// trash and could not be put back: the delete is taken back, and the
    /// place stays in the row until they could.
    public mutating func noteCaught(_ file: FileID) throws(StoreError) {
        guard let row = try reading.trashedFile(file), let place = row.trashPath else { return }
        let part = try part(of: file)
        if row.state == .leaving {
            try note(.caught, at: place, .failed, ofPart: part)
            try reinstate(voidedBy: part)
            try setFlag(.deleted, false, of: row.luid)
            try unbury(row.luid)
        }
        try bringBack(filesOf: row.luid, by: part)
    }

    private func noteThatCaughtCameBack(
        _ file: FileID, to path: FilePath
    ) throws(StoreError) {
        try run(
            """
            UPDATE photo_operation_parts SET failure = 'changed', failed_path = ?2
            WHERE failure = 'caught' AND failed_path =
                (SELECT trash_path FROM trashed_files WHERE file = ?1)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, file)
            try statement.bind(2, path.bytes)
        }
    }

    /// The file could not be moved to the trash: the delete is taken back for
    /// the whole photo, and its other files return.
    public mutating func failTrashing(
        _ file: FileID, _ problem: TrashProblem
    ) throws(StoreError) {
        guard let row = try reading.trashedFile(file) else { return }
        let part = try part(of: file)
        try forget(file)
        guard row.state == .leaving else { return }
        try note(problem, at: row.path, .failed, ofPart: part)
        try reinstate(voidedBy: part)
        try setFlag(.deleted, false, of: row.luid)
        try unbury(row.luid)
        try bringBack(filesOf: row.luid, by: part)
    }

    /// The file could not be brought back. When no other file of the photo is
    /// there, the photo is deleted as before.
    public mutating func failReturning(
        _ file: FileID, _ problem: TrashProblem, madeMilliseconds: Int64
    ) throws(StoreError) {
        guard let row = try reading.trashedFile(file) else { return }
        let part = try part(of: file)
        if let there = try reading.file(file), there.path == row.path {
            // It never left, or bytes that were caught are in the trash: what
            // lies in its place now is for the next walk to judge.
            if problem == .occupied || problem == .emptied {
                try forget(file)
                try finishParts(of: row.luid)
            }
            return
        }
        try setState(.inTrash, of: file)
        if let path = row.trashPath { try setPath(path, isMissing: true, of: file) }
        let isLeft = try reading.hasFileInItsFolder(row.luid)
        if try reading.stateOfPart(part) == .waiting {
            try note(problem, at: row.path, isLeft ? .done : .failed, ofPart: part)
        }
        guard !isLeft else { return }
        try setFlag(.deleted, true, of: row.luid)
        try bury(row.luid, madeMilliseconds: madeMilliseconds, walked: Walked())
    }

    /// The file is at its place in its folder again; what that means for its
    /// photo, and its row among the trashed, is left to the sync machine. In a
    /// folder that is not the library's any more nothing is placed.
    ///
    /// - Parameter stamp: as for `finishReturning`.
    public mutating func placeReturned(
        _ file: FileID, stamp: FileStamp?
    ) throws(StoreError) {
        guard let row = try reading.trashedFile(file),
            try !reading.isOfRemovedRoot(file)
        else { return }
        try removeFile(at: row.path, besides: file)
        try setPath(row.path, isMissing: false, of: file)
        if let stamp { try setStamp(stamp, of: file) }
    }

    /// Notes why a file could not be moved, for who asks what became of the
    /// act; the act itself goes on.
    public func noteFailure(
        _ problem: TrashProblem, of file: FileID
    ) throws(StoreError) {
        guard let row = try reading.trashedFile(file) else { return }
        try run(
            """
            UPDATE photo_operation_parts SET failure = ?2, failed_path = ?3 WHERE id = ?1
            """
        ) { [part = try part(of: file)] statement throws(SQLiteError) in
            try statement.bind(1, part)
            try statement.bind(2, problem.rawValue)
            try statement.bind(3, row.path.bytes)
        }
    }

    // MARK: - Files of a photo

    /// The files of a deleted photo are to leave. Bytes that have changed are
    /// not those that the user saw: they stay.
    mutating func sendToTrash(filesOf luid: LUID, by part: Int64) throws(StoreError) {
        try run(
            """
            INSERT INTO trashed_files (file, part, luid, path)
            SELECT id, ?2, ?1, path FROM files WHERE luid = ?1 AND edit IS NULL
            ON CONFLICT (file) DO UPDATE SET part = excluded.part,
                state = iif(state = 2, 0, state)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
            try statement.bind(2, part)
        }
    }

    /// Other bytes lie at the path than those that were deleted: what is
    /// there stays.
    mutating func keepInFolder(_ file: FileID) throws(StoreError) {
        guard let row = try reading.trashedFile(file), row.trashPath == nil else { return }
        try forget(file)
        try finishParts(of: row.luid)
    }

    /// The files of a photo that is not deleted any more are to return.
    mutating func bringBack(filesOf luid: LUID, by part: Int64) throws(StoreError) {
        for file in try reading.trashedFiles(of: luid) {
            touch(file.luid)
            guard let place = file.trashPath else {
                try forget(file.file)
                continue
            }
            if file.state == .inTrash { try setPath(place, isMissing: false, of: file.file) }
            try run("UPDATE trashed_files SET state = 2, part = ?2 WHERE file = ?1") {
                statement throws(SQLiteError) in
                try statement.bind(1, file.file)
                try statement.bind(2, part)
            }
        }
    }

    /// Deletes and restores of which no file is to be moved any more are
    /// done, where no server is to hear of them.
    mutating func finishParts(of luid: LUID) throws(StoreError) {
        touch(luid)
        try run(
            """
            UPDATE photo_operation_parts SET state = 3
            WHERE luid = ? AND state = 0 AND action IN (5, 6)
                AND NOT EXISTS (SELECT 1 FROM server_account) AND NOT EXISTS (
                SELECT 1 FROM trashed_files t
                WHERE t.part = photo_operation_parts.id AND t.state <> 1)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        }
    }

    private func part(of file: FileID) throws(StoreError) -> Int64 {
        try reading.first("SELECT part FROM trashed_files WHERE file = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, file)
        } row: {
            $0.int64(0)
        } ?? 0
    }

    private func note(
        _ problem: TrashProblem, at path: FilePath, _ state: OperationPartRow.State,
        ofPart part: Int64
    ) throws(StoreError) {
        try run(
            """
            UPDATE photo_operation_parts SET state = ?2, failure = ?3, failed_path = ?4
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, part)
            try statement.bind(2, state.rawValue)
            try statement.bind(3, problem.rawValue)
            try statement.bind(4, path.bytes)
        }
    }

    private func setState(
        _ state: TrashedFileRow.State, of file: FileID
    ) throws(StoreError) {
        try run("UPDATE trashed_files SET state = ? WHERE file = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, state.rawValue)
            try statement.bind(2, file)
        }
    }

    private func forget(_ file: FileID) throws(StoreError) {
        try run("DELETE FROM trashed_files WHERE file = ?") { statement throws(SQLiteError) in
            try statement.bind(1, file)
        }
    }

    /// What else was known of a path is forgotten: the file is there now.
    private mutating func removeFile(
        at path: FilePath, besides file: FileID
    ) throws(StoreError) {
        if let there = try reading.file(at: path), there.id != file {
            try removeFiles([there.id])
        }
    }

    private mutating func setPath(
        _ path: FilePath, isMissing: Bool, of file: FileID
    ) throws(StoreError) {
        try touchPhoto(of: file)
        try run("UPDATE local_photos SET path = ?2, is_missing = ?3 WHERE id = ?1") {
            statement throws(SQLiteError) in
            try statement.bind(1, file)
            try statement.bind(2, path.bytes)
            try statement.bind(3, isMissing ? 1 : 0)
        }
    }
}

extension ReadTransaction {
    fileprivate func hasFileInItsFolder(_ luid: LUID) throws(StoreError) -> Bool {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM local_photo_luids m WHERE m.luid = ? AND NOT EXISTS (
                SELECT 1 FROM trashed_files t WHERE t.file = m.file AND t.state = 1))
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            $0.int64(0) != 0
        } ?? false
    }

    fileprivate func stateOfPart(
        _ part: Int64
    ) throws(StoreError) -> OperationPartRow.State? {
        let state = try first("SELECT state FROM photo_operation_parts WHERE id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, part)
        } row: {
            OperationPartRow.State(rawValue: $0.int64(0))
        }
        return state ?? nil
    }
}

extension TrashedFileRow {
    /// From the columns of the view `trash_moves`.
    fileprivate init(_ row: borrowing Statement) {
        file = FileID(row.int64(0))
        luid = LUID(row.int64(1))
        state = State(rawValue: row.int64(2)) ?? .inTrash
        path = row.path(3)
        trashPath = row.isNull(4) ? nil : row.path(4)
        stamp = row.stamp(from: 5)
        hash = row.hashState(from: 10)
        rootPath = row.path(12)
    }
}
