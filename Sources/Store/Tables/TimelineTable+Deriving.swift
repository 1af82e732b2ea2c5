import Photos
internal import SQLite

extension WriteTransaction {
    /// Makes a photo's row in `timeline` what its files and its row in
    /// `photos` say; nil when it is that already.
    ///
    /// A photo shows the metadata of its first file that can be reached, else
    /// of its first file. A file with an edit to judge has no say: its photo
    /// stays as it was.
    func derive(_ luid: LUID) throws(StoreError) -> TimelineChange? {
        let old = try reading.record(of: luid)
        let new: HotRecord?
        let isDeleted = try reading.userFlags(of: luid)?.contains(.deleted) ?? false
        switch try isDeleted ? .none : face(of: luid) {
        case .unchanged: return nil
        case .none: new = nil
        case .file where try reading.isShownPart(luid): new = nil
        case .file(let file): new = try record(of: luid, showing: file)
        }
        guard new != old else { return nil }
        if let old, new.map({ TimelineKey(of: $0) }) != TimelineKey(of: old) {
            try remove(TimelineKey(of: old))
        }
        guard let new else {
            try setKey(nil, of: luid)
            return .remove(luid)
        }
        try put(new)
        if old.map({ TimelineKey(of: $0) }) != TimelineKey(of: new) {
            try setKey(TimelineKey(of: new), of: luid)
        }
        return .put(new)
    }

    /// The file whose metadata a photo shows.
    private enum Face {
        case file(FaceFile)
        /// All its files wait for the judgement of an edit.
        case unchanged
        case none
    }

    private struct FaceFile {
        var name: [UInt8]
        var kind: PhotoKind
        var taken: CaptureTime?
        var width: Int64
        var height: Int64
        var durationMilliseconds: Int64
        var isReachable: Bool
        var isAnimated: Bool
        var moves: Bool
    }

    private func face(of luid: LUID) throws(StoreError) -> Face {
        let face = try reading.first(
            """
            SELECT path, kind, taken, width, height, duration_ms, is_reachable, edit,
                is_animated, motion_offset IS NOT NULL
            FROM files WHERE luid = ? AND NOT EXISTS (
                SELECT 1 FROM trashed_files t WHERE t.file = files.id AND t.state = 1)
                AND NOT is_removed
            ORDER BY edit IS NOT NULL, is_reachable DESC, id LIMIT 1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: { row in
            guard row.edit(7) == nil else { return Face.unchanged }
            return .file(
                FaceFile(
                    name: Array(row.path(0).name),
                    kind: PhotoKind(rawValue: UInt8(truncatingIfNeeded: row.int64(1))) ?? .photo,
                    taken: row.optionalInt64(2).map(CaptureTime.init(milliseconds:)),
                    width: row.int64(3), height: row.int64(4),
                    durationMilliseconds: row.int64(5), isReachable: row.int64(6) != 0,
                    isAnimated: row.int64(8) != 0, moves: row.int64(9) != 0))
        }
        return face ?? .none
    }

    private func record(
        of luid: LUID, showing file: FaceFile
    ) throws(StoreError) -> HotRecord? {
        let moves = file.moves ? true : try reading.hasMotion(luid)
        return try reading.first(
            "SELECT thumbnails, thumb_hash, user_flags FROM photos WHERE luid = ?"
        ) {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: { row in
            var flags: PhotoFlags = []
            let userFlags = UserFlags(rawValue: row.int64(2))
            if userFlags.contains(.hidden) { flags.insert(.hidden) }
            if userFlags.contains(.favourite) { flags.insert(.favourite) }
            if file.kind == .video { flags.insert(.video) }
            if !file.isReachable { flags.insert(.unavailable) }
            if file.isAnimated { flags.insert(.animated) }
            if moves { flags.insert(.live) }
            if row.int64(0) == Int64(ThumbnailState.impossible.rawValue) {
                flags.insert(.unreadablePicture)
            }
            return HotRecord(
                luid: luid, taken: file.taken, nameKey: NameKey(fileName: file.name),
                flags: flags, width: UInt16(clamping: file.width),
                height: UInt16(clamping: file.height),
                durationSeconds: UInt16(clamping: file.durationMilliseconds / 1000),
                thumbHash: ThumbHash(bytes: row.bytes(1)) ?? .empty)
        }
    }

    func put(_ record: HotRecord) throws(StoreError) {
        try run(
            """
            INSERT INTO timeline (taken, name, luid, cell) VALUES (?, ?, ?, ?)
            ON CONFLICT (taken, name, luid) DO UPDATE SET cell = excluded.cell
            """
        ) { statement throws(SQLiteError) in
            try TimelineKey(of: record).bind(statement, from: 1)
            try statement.bind(4, TimelineCell.bytes(of: record))
        }
    }

    private func remove(_ key: TimelineKey) throws(StoreError) {
        try run("DELETE FROM timeline WHERE (taken, name, luid) = (?, ?, ?)") {
            statement throws(SQLiteError) in
            try key.bind(statement, from: 1)
        }
    }

    private func setKey(_ key: TimelineKey?, of luid: LUID) throws(StoreError) {
        try run("UPDATE photos SET taken = ?, name = ? WHERE luid = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, key?.taken)
            try statement.bind(2, key?.name)
            try statement.bind(3, luid)
        }
    }
}
