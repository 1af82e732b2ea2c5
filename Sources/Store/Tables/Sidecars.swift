public import Photos
internal import SQLite

extension ReadTransaction {
    /// What is known of a root's sidecars, to walk it with. The ids it gives
    /// are those of `sidecar(_:)`.
    public func knownSidecars(of root: RootID) throws(StoreError) -> KnownFiles {
        var known = KnownFiles()
        try forEachPath(
            """
            SELECT id, path, size, mtime_ns, ctime_ns, inode, 0, device FROM sidecars
            WHERE root = ?1
            """, of: root, nil
        ) { row, hash in
            known.addSidecar(row, hash)
        }
        return known
    }

    /// What is known of the sidecars in some folders of a root and anywhere
    /// below others.
    public func knownSidecars(
        of root: RootID, in folders: Set<FilePath>, below trees: Set<FilePath>
    ) throws(StoreError) -> KnownFiles {
        var known = KnownFiles()
        for range in PathRange.ranges(in: folders, below: trees) {
            try forEachPath(
                """
                SELECT id, path, size, mtime_ns, ctime_ns, inode, 0, device FROM sidecars
                WHERE +root = ?1 AND path > ?2 AND path < ?3
                """, of: root, range
            ) { row, hash in
                known.addSidecar(row, hash)
            }
        }
        return known
    }

    /// A sidecar by the id that a walk's `KnownFiles` has of it.
    public func sidecar(_ id: FileID) throws(StoreError) -> StoredSidecar? {
        try first(
            """
            SELECT id, root, path, size, mtime_ns, ctime_ns, inode, device, kind, taken,
                utc_offset_minutes, zone, latitude, longitude
            FROM sidecars WHERE id = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
        } row: {
            StoredSidecar($0)
        }
    }

    /// The sidecars that lie in a folder, by path.
    public func sidecars(in folder: FilePath) throws(StoreError) -> [StoredSidecar] {
        try all(
            """
            SELECT id, root, path, size, mtime_ns, ctime_ns, inode, device, kind, taken,
                utc_offset_minutes, zone, latitude, longitude
            FROM sidecars WHERE folder = ? ORDER BY path
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, FilePlace.folder(folder))
        } row: {
            StoredSidecar($0)
        }.filter { $0.row.path.folder == folder }
    }

    /// Whether any file has a sidecar.
    public func hasSidecars() throws(StoreError) -> Bool {
        try first("SELECT 1 FROM file_sidecars LIMIT 1") { _ in true } ?? false
    }

    /// The sidecars of a file, by path.
    public func sidecars(of file: FileID) throws(StoreError) -> [StoredSidecar] {
        try all(
            """
            SELECT id, root, path, size, mtime_ns, ctime_ns, inode, device, kind, taken,
                utc_offset_minutes, zone, latitude, longitude
            FROM file_sidecars l JOIN sidecars s ON s.id = l.sidecar
            WHERE l.file = ? ORDER BY path
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, file)
        } row: {
            StoredSidecar($0)
        }
    }

    /// The files that lie in a folder, by path.
    public func files(in folder: FilePath) throws(StoreError) -> [FileRow] {
        try all("SELECT * FROM files WHERE folder = ? ORDER BY path") {
            statement throws(SQLiteError) in
            try statement.bind(1, FilePlace.folder(folder))
        } row: {
            FileRow($0)
        }.filter { $0.path.folder == folder }
    }

    /// Whether a sidecar lies in a folder, or a file there has more from one
    /// than it says itself.
    public func concernsSidecars(_ folder: FilePath) throws(StoreError) -> Bool {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM sidecars WHERE folder = ?1)
                OR EXISTS (SELECT 1 FROM local_photos f JOIN own_dates o ON o.file = f.id
                    WHERE f.folder = ?1)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, FilePlace.folder(folder))
        } row: {
            $0.int64(0) != 0
        } ?? false
    }
}

extension WriteTransaction {
    /// Adds a sidecar, or replaces that of the same path.
    public mutating func putSidecar(_ sidecar: SidecarRow) throws(StoreError) {
        try run(
            """
            INSERT INTO sidecars (root, path, size, mtime_ns, ctime_ns, inode, device, folder,
                kind, taken, utc_offset_minutes, zone, latitude, longitude)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (path) DO UPDATE SET root = excluded.root, size = excluded.size,
                mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns,
                inode = excluded.inode, device = excluded.device, kind = excluded.kind,
                taken = excluded.taken, utc_offset_minutes = excluded.utc_offset_minutes,
                zone = excluded.zone, latitude = excluded.latitude,
                longitude = excluded.longitude
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, sidecar.root.rawValue)
            try statement.bind(2, sidecar.path.bytes)
            try statement.bind(stamp: sidecar.stamp, from: 3)
            try statement.bind(8, FilePlace(of: sidecar.path).folder)
            try statement.bind(9, Int64(sidecar.kind.rawValue))
            try statement.bind(10, sidecar.metadata.taken?.milliseconds)
            try statement.bind(11, sidecar.metadata.utcOffsetMinutes.map { Int64($0) })
            try statement.bind(12, Int64(sidecar.metadata.zone.rawValue))
            try statement.bind(13, sidecar.metadata.location?.latitude)
            try statement.bind(14, sidecar.metadata.location?.longitude)
        }
    }

    public mutating func removeSidecars(_ ids: [SidecarID]) throws(StoreError) {
        for id in ids {
            try run("DELETE FROM sidecars WHERE id = ?") { statement throws(SQLiteError) in
                try statement.bind(1, id.rawValue)
            }
        }
    }

    /// Which sidecars belong to a file, in place of those that did.
    public mutating func setSidecars(
        _ sidecars: [SidecarID], of file: FileID
    ) throws(StoreError) {
        let old = try reading.sidecars(of: file).map(\.id)
        for id in old where !sidecars.contains(id) {
            try link("DELETE FROM file_sidecars WHERE file = ? AND sidecar = ?", file, id)
        }
        for id in sidecars where !old.contains(id) {
            try link("INSERT INTO file_sidecars (file, sidecar) VALUES (?, ?)", file, id)
        }
    }

    private func link(
        _ sql: StaticString, _ file: FileID, _ sidecar: SidecarID
    ) throws(StoreError) {
        try run(sql) { statement throws(SQLiteError) in
            try statement.bind(1, file)
            try statement.bind(2, sidecar.rawValue)
        }
    }
}

extension StoredSidecar {
    fileprivate init(_ row: borrowing Statement) {
        var metadata = SidecarMetadata(
            taken: row.optionalInt64(9).map(CaptureTime.init(milliseconds:)),
            utcOffsetMinutes: row.optionalInt64(10).map { Int($0) },
            zone: ZoneSource(rawValue: UInt8(truncatingIfNeeded: row.int64(11))) ?? .unknown)
        if let latitude = row.optionalDouble(12), let longitude = row.optionalDouble(13) {
            metadata.location = Coordinate(latitude: latitude, longitude: longitude)
        }
        self.init(
            id: SidecarID(rawValue: row.int64(0)),
            row: SidecarRow(
                root: RootID(row.int64(1)), path: row.path(2), stamp: row.stamp(from: 3),
                kind: SidecarKind(rawValue: UInt8(truncatingIfNeeded: row.int64(8))) ?? .xmp,
                metadata: metadata))
    }
}

extension KnownFiles {
    fileprivate mutating func addSidecar(_ row: borrowing Statement, _ hash: UInt64) {
        addFile(KnownPaths.Entry(row, hash), device: UInt64(bitPattern: row.int64(7)))
    }
}
