public import Photos
internal import SQLite

extension ReadTransaction {
    /// Files that share a stem or an identifier: more of them are no item, but
    /// somebody's naming.
    private static let mostRelatives = 64

    /// All files, here and on the server, that by a photo, a stem or an
    /// identifier may be of one item with one of these, these among them.
    /// Files without a photo are left out.
    ///
    /// - Returns: these files, without those of photos that are alone; and the
    ///   latter.
    public func itemFiles(
        around ids: Set<FileID>, _ photos: Set<LUID>
    ) throws(StoreError) -> (files: [ItemFile], alone: Set<LUID>) {
        var luids = photos
        for id in ids { if let luid = try photoOfFile(id) { luids.insert(luid) } }
        var alone: Set<LUID> = []
        var waiting: [LUID] = []
        for luid in luids.sorted() {
            if try isAlone(luid) { alone.insert(luid) } else { waiting.append(luid) }
        }
        var found: [ItemFile.Source: ItemFile] = [:]
        var seen = Set(waiting)
        var stems: Set<[UInt8]> = []
        var identifiers: Set<String> = []
        while let luid = waiting.popLast() {
            let local = try localItemFiles(of: luid)
            for file in try local + serverItemFiles(of: luid, as: local.first?.metadata) {
                found[file.source] = file
                var relatives: [LUID] = []
                if stems.insert(file.stem).inserted {
                    relatives += try photosOfStem(like: file.source)
                }
                if let identifier = file.metadata.traits.contentIdentifier,
                    identifiers.insert(identifier).inserted
                {
                    relatives += try photosNamed(by: identifier)
                }
                for relative in relatives where seen.insert(relative).inserted {
                    waiting.append(relative)
                }
            }
        }
        return (found.values.sorted { $0.source < $1.source }, alone)
    }

    private func photoOfFile(_ id: FileID) throws(StoreError) -> LUID? {
        try first("SELECT luid FROM local_photo_luids WHERE file = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id)
        } row: {
            LUID($0.int64(0))
        }
    }

    /// Whether no file has the stem of one of the photo's, and none of these
    /// names others by an identifier.
    private func isAlone(_ luid: LUID) throws(StoreError) -> Bool {
        try first(
            """
            SELECT NOT EXISTS (
                SELECT 1 FROM local_photo_luids m JOIN local_photos f ON f.id = m.file
                WHERE m.luid = ?1 AND (f.content_identifier IS NOT NULL OR EXISTS (
                    SELECT 1 FROM local_photos o WHERE o.stem = f.stem AND o.id <> f.id)))
            AND NOT EXISTS (
                SELECT 1 FROM server_photo_luids m JOIN server_photos s ON s.id = m.photo
                WHERE m.luid = ?1 AND (EXISTS (
                        SELECT 1 FROM server_photos o WHERE o.stem = s.stem AND o.id <> s.id)
                    OR EXISTS (
                        SELECT 1 FROM server_contents c WHERE c.content_hash = s.content_hash
                            AND c.content_identifier IS NOT NULL)))
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            $0.int64(0) != 0
        } ?? true
    }

    private func localItemFiles(of luid: LUID) throws(StoreError) -> [ItemFile] {
        try all("SELECT * FROM files WHERE luid = ? ORDER BY id LIMIT ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
            try statement.bind(2, Int64(Self.mostRelatives))
        } row: { row -> ItemFile in
            let file = FileRow(row)
            return ItemFile(
                source: .local(file.id), luid: luid, stem: FilePlace.stem(of: file.path),
                metadata: file.metadata)
        }
    }

    /// Those of which the server has told where they are.
    ///
    /// - Parameter known: what the same bytes say on this disk; nil to believe
    ///   the server, once it has looked at them.
    private func serverItemFiles(
        of luid: LUID, as known: PhotoMetadata?
    ) throws(StoreError) -> [ItemFile] {
        try all(
            """
            SELECT c.kind, c.taken, c.utc_offset_minutes, c.date_source, c.width, c.height,
                c.latitude, c.longitude, c.camera, c.duration_ms, c.zone, c.form,
                c.is_animated, c.motion_offset, c.motion_length, c.content_identifier,
                s.server_id, s.path
            FROM server_photo_luids m JOIN server_photos s ON s.id = m.photo
            LEFT JOIN server_contents c ON c.content_hash = s.content_hash
            WHERE m.luid = ? AND s.path IS NOT NULL AND (c.form IS NOT NULL OR ?3)
            ORDER BY s.id LIMIT ?2
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
            try statement.bind(2, Int64(Self.mostRelatives))
            try statement.bind(3, known == nil ? 0 : 1)
        } row: { row -> ItemFile in
            var metadata = row.metadata(from: 0)
            row.readTraits(from: 10, into: &metadata)
            if let known { metadata = known }
            return ItemFile(
                source: .server(ServerPhotoID(row.text(16) ?? "")), luid: luid,
                stem: FilePlace.serverStem(of: row.text(17) ?? ""), metadata: metadata)
        }
    }

    private func photosOfStem(like source: ItemFile.Source) throws(StoreError) -> [LUID] {
        switch source {
        case .local(let id):
            try relatives(
                """
                SELECT m.luid FROM local_photos f JOIN local_photo_luids m ON m.file = f.id
                WHERE f.stem = (SELECT stem FROM local_photos WHERE id = ?1) LIMIT ?2
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, id)
            }
        case .server(let id):
            try relatives(
                """
                SELECT m.luid FROM server_photos s JOIN server_photo_luids m ON m.photo = s.id
                WHERE s.stem = (SELECT stem FROM server_photos WHERE server_id = ?1) LIMIT ?2
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, id.rawValue)
            }
        }
    }

    private func photosNamed(by identifier: String) throws(StoreError) -> [LUID] {
        try relatives(
            """
            SELECT m.luid FROM local_photos f JOIN local_photo_luids m ON m.file = f.id
            WHERE f.content_identifier = ?1
            UNION
            SELECT m.luid FROM server_contents c
            JOIN server_photos s ON s.content_hash = c.content_hash
            JOIN server_photo_luids m ON m.photo = s.id
            WHERE c.content_identifier = ?1 LIMIT ?2
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, identifier)
        }
    }

    private func relatives(
        _ sql: StaticString, bind: (borrowing Statement) throws(SQLiteError) -> Void
    ) throws(StoreError) -> [LUID] {
        let luids = try all(sql) { statement throws(SQLiteError) in
            try bind(statement)
            try statement.bind(2, Int64(Self.mostRelatives + 1))
        } row: {
            LUID($0.int64(0))
        }
        return luids.count <= Self.mostRelatives ? luids : []
    }
}
