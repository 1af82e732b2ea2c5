import Photos
internal import SQLite

extension WriteTransaction {
    /// Adds a file, without a photo as yet. Its problem, if there is one, is
    /// not touched.
    ///
    /// Fails when the path is known.
    ///
    /// - Parameters:
    ///   - id: for who numbers files by itself; else the next one.
    ///   - isAlone: whether it is known that no file or content has this size
    ///     (`isKnown(size:)`).
    public mutating func addFile(
        _ file: NewFile, as id: FileID? = nil, isAlone: Bool = false
    ) throws(StoreError) -> FileID {
        // A new row is not settled, as its column says by itself.
        try run(
            """
            INSERT INTO local_photos (root, path, size, mtime_ns, ctime_ns, inode, device, kind,
                taken, utc_offset_minutes, date_source, width, height, latitude, longitude,
                camera, duration_ms, zone, form, is_animated, motion_offset, motion_length,
                content_identifier, folder, stem, found_walk, id)
            VALUES (?1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                (SELECT walk + 1 FROM roots WHERE id = ?1), ?26)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, file.root.rawValue)
            try statement.bind(2, file.path.bytes)
            try statement.bind(stamp: file.stamp, from: 3)
            try statement.bind(metadata: file.metadata, from: 8)
            try statement.bindTraits(of: file.metadata, from: 18)
            try statement.bind(place: FilePlace(of: file.path), from: 24)
            try statement.bind(26, id?.rawValue)
        }
        let id = FileID(lastInsertedID)
        noteAdded(id, file, isAlone: isAlone)
        return id
    }

    /// Other bytes lie at a known path: takes their metadata and wants their
    /// hash. The file stays with its photo, unchanged to the eye, until the
    /// edit is judged. An edit that is not judged yet and comes again counts
    /// as `sameShot` only when both did.
    public mutating func changeFile(
        _ id: FileID, stamp: FileStamp, metadata: PhotoMetadata, edit: FileEdit
    ) throws(StoreError) {
        try keepInFolder(id)
        try touchPhoto(of: id)
        touch(id)
        try run(
            """
            UPDATE local_photos SET hash_state = 0, content_hash = NULL, is_missing = 0,
                found_walk = (SELECT walk + 1 FROM roots WHERE id = local_photos.root),
                changed_from = CASE WHEN is_superseded = 0 AND EXISTS (
                    SELECT 1 FROM local_photo_luids m JOIN photos p USING (luid)
                    WHERE m.file = local_photos.id AND p.content_hash IS NOT NULL)
                    THEN coalesce(changed_from, content_hash) END,
                is_settled = 0, edit = CASE WHEN id IN (SELECT file FROM local_photo_luids)
                    THEN max(coalesce(edit, 0), ?2) END
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(2, Int64(edit.rawValue))
        }
        try setStamp(stamp, of: id)
        try writeMetadata(metadata, of: id)
        try setOwnDates(nil, of: id)
        filesToPair.insert(id)
    }

    /// The file was touched and its bytes are the same: keeps all but the
    /// stamp.
    public mutating func setStamp(_ stamp: FileStamp, of id: FileID) throws(StoreError) {
        noteSize(stamp.size)
        try run(
            """
            UPDATE local_photos SET size = ?2, mtime_ns = ?3, ctime_ns = ?4, inode = ?5,
                device = ?6
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(stamp: stamp, from: 2)
        }
    }

    /// Takes other metadata: a sidecar or a neighbour says more, or no longer
    /// does.
    ///
    /// - Parameter own: what the file itself says; nil when that is the same.
    public mutating func setMetadata(
        _ metadata: PhotoMetadata, own: PhotoMetadata? = nil, of id: FileID
    ) throws(StoreError) {
        try touchPhoto(of: id)
        try writeMetadata(metadata, of: id)
        try setOwnDates(own, of: id)
        filesToPair.insert(id)
    }

    /// The file's hash is known, or cannot be had. To be followed by a
    /// settlement of its size.
    public mutating func setHash(_ hash: HashState, of id: FileID) throws(StoreError) {
        touch(id)
        try run(
            """
            UPDATE local_photos SET hash_state = ?2, content_hash = ?3, is_settled = 0
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(2, hash.code)
            try statement.bind(3, hash.hash?.bytes)
        }
    }

    /// The file was moved or renamed. What was known of the new path is
    /// forgotten.
    public mutating func moveFile(
        _ id: FileID, to path: FilePath, in root: RootID, stamp: FileStamp
    ) throws(StoreError) {
        if let there = try reading.file(at: path), there.id != id {
            try removeFiles([there.id])
        }
        try touchPhoto(of: id)
        try run(
            """
            UPDATE local_photos SET path = ?2, root = ?3, is_missing = 0, folder = ?4, stem = ?5
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(2, path.bytes)
            try statement.bind(3, root.rawValue)
            try statement.bind(place: FilePlace(of: path), from: 4)
        }
        filesToPair.insert(id)
        try setStamp(stamp, of: id)
    }

    /// Files that a complete walk did not find (or that were found again; a
    /// hash that failed is then wanted anew). Their photos stay in the
    /// timeline, as unavailable when no other file is left.
    public mutating func setMissing(
        _ isMissing: Bool, _ ids: [FileID]
    ) throws(StoreError) {
        for id in ids {
            try touchPhoto(of: id)
            touch(id)
            try run(
                """
                UPDATE local_photos SET is_missing = ?2,
                    hash_state = iif(hash_state = 2 AND NOT ?2, 0, hash_state)
                WHERE id = ?1
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, id)
                try statement.bind(2, isMissing ? 1 : 0)
            }
        }
    }

    /// Another drive lies where these files were: they are missing until one
    /// of them is found again. Numbers of drives do not tell the two apart, so
    /// these get one of their own, which no drive has.
    public mutating func setAside(_ ids: [FileID]) throws(StoreError) {
        try setMissing(true, ids)
        guard let number = ids.first.map({ -$0.rawValue }) else { return }
        for id in ids {
            try run("UPDATE local_photos SET device = ?2 WHERE id = ?1") {
                statement throws(SQLiteError) in
                try statement.bind(1, id)
                try statement.bind(2, number)
            }
        }
    }

    /// A missing file is there again, under these numbers.
    public mutating func setReturned(
        _ id: FileID, as identity: FileIdentity
    ) throws(StoreError) {
        try setMissing(false, [id])
        try setIdentity(identity, of: id)
    }

    /// The file, or its drive, has another number than before.
    public func setIdentity(
        _ identity: FileIdentity, of id: FileID
    ) throws(StoreError) {
        try run("UPDATE local_photos SET device = ?2, inode = ?3 WHERE id = ?1") {
            statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(2, Int64(bitPattern: identity.device))
            try statement.bind(3, Int64(bitPattern: identity.inode))
        }
    }

    /// Files that are gone for good. Their photos leave the timeline when no
    /// other file is left; LUID and content are kept.
    public mutating func removeFiles(_ ids: [FileID]) throws(StoreError) {
        for id in ids {
            try touchPhoto(of: id)
            let leaving = try reading.trashedFile(id)
            if leaving == nil { try discountFilesFound(ofPhotoOf: id) }
            try run("DELETE FROM local_photos WHERE id = ?") { statement throws(SQLiteError) in
                try statement.bind(1, id)
            }
            if let leaving { try finishParts(of: leaving.luid) }
        }
    }

    /// The photo of a file may look different after what is done to the file.
    mutating func touchPhoto(of id: FileID) throws(StoreError) {
        forgetFace(of: id)
        if let luid = try reading.luid(of: id) { touch(luid) }
    }

    private func writeMetadata(
        _ metadata: PhotoMetadata, of id: FileID
    ) throws(StoreError) {
        try run(
            """
            UPDATE local_photos SET kind = ?2, taken = ?3, utc_offset_minutes = ?4,
                date_source = ?5, width = ?6, height = ?7, latitude = ?8, longitude = ?9,
                camera = ?10, duration_ms = ?11, zone = ?12, form = ?13, is_animated = ?14,
                motion_offset = ?15, motion_length = ?16, content_identifier = ?17
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(metadata: metadata, from: 2)
            try statement.bindTraits(of: metadata, from: 12)
        }
    }
}
