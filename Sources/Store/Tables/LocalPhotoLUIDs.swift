import Photos
internal import SQLite

extension ReadTransaction {
    /// The LUID that an old one stands for now: itself, but for merged ones.
    public func resolve(_ luid: LUID) throws(StoreError) -> LUID {
        try first("SELECT luid FROM luid_aliases WHERE old = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            LUID($0.int64(0))
        } ?? luid
    }

    func luid(of file: FileID) throws(StoreError) -> LUID? {
        try first("SELECT luid FROM local_photo_luids WHERE file = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, file)
        } row: {
            LUID($0.int64(0))
        }
    }

    func files(of luid: LUID) throws(StoreError) -> [FileID] {
        try all("SELECT file FROM local_photo_luids WHERE luid = ? ORDER BY file") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            FileID($0.int64(0))
        }
    }
}

extension WriteTransaction {
    /// A new photo of these files.
    ///
    /// Fails when another photo has the content.
    public mutating func createPhoto(
        of files: [FileID], content: ContentHash?
    ) throws(StoreError) -> LUID {
        try run("INSERT INTO photos DEFAULT VALUES") { _ throws(SQLiteError) in }
        let luid = LUID(lastInsertedID)
        noteAdded(luid)
        for file in files { try attach(file, to: luid) }
        if let content { try setContent(content, of: luid) }
        return luid
    }

    /// The file belongs to this photo from now on; an edit of it is judged.
    public mutating func attach(_ file: FileID, to luid: LUID) throws(StoreError) {
        let isFresh = isFresh(file)
        if !isFresh { try touchPhoto(of: file) }
        notePlaced(file, in: luid)
        filesToPair.insert(file)
        try run(
            """
            INSERT INTO local_photo_luids (file, luid) VALUES (?, ?)
            ON CONFLICT (file) DO UPDATE SET luid = excluded.luid
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, file)
            try statement.bind(2, luid)
        }
        guard !isFresh else { return }
        try run(
            """
            UPDATE local_photos SET edit = NULL, changed_from = NULL
            WHERE id = ? AND edit IS NOT NULL
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, file)
        }
    }

    /// The content of a photo that was placed unhashed.
    ///
    /// Fails when another photo has the content.
    public mutating func setContent(
        _ hash: ContentHash, of luid: LUID
    ) throws(StoreError) {
        known.forgetOwners()
        for file in try reading.files(of: luid) { touch(file) }
        try run(
            """
            UPDATE photos SET content_hash = ?2, byte_size = (
                SELECT f.size FROM local_photo_luids m JOIN local_photos f ON f.id = m.file
                WHERE m.luid = ?1 AND f.content_hash = ?2)
            WHERE luid = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
            try statement.bind(2, hash.bytes)
        }
    }

    /// The photo was edited in place: it has this content from now on, in
    /// these files, and its thumbnails are made anew.
    ///
    /// Fails when another photo has the content.
    public mutating func replaceContent(
        of luid: LUID, with hash: ContentHash, in files: [FileID]
    ) throws(StoreError) {
        for file in files { try attach(file, to: luid) }
        try setContent(hash, of: luid)
        // An edit beats a delete: nobody has deleted these bytes.
        if try reading.userFlags(of: luid)?.contains(.deleted) == true {
            try setFlag(.deleted, false, of: luid)
        }
        // The old thumbnails and ThumbHash show until the new ones are there.
        try setThumbnailsWanted(of: luid)
    }

    /// Two LUIDs are one photo: all files of `from` go to `into`, and `from`
    /// resolves to it for ever.
    public mutating func merge(_ from: LUID, into: LUID) throws(StoreError) {
        for file in try reading.files(of: from) { try attach(file, to: into) }
        try mergeUserState(of: from, into: into)
        try addAlias(from, of: into)
    }
}
