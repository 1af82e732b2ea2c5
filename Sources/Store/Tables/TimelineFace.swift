public import Photos
internal import SQLite

extension ReadTransaction {
    /// The file whose metadata a photo shows.
    enum Face {
        case file(FaceFile)
        /// All its files wait for the judgement of an edit.
        case unchanged
        case none
    }

    struct FaceFile {
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

    func face(of luid: LUID) throws(StoreError) -> Face {
        let face = try first(
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
            return .file(FaceFile(row))
        }
        return face ?? .none
    }

    func record(
        of luid: LUID, showing file: FaceFile
    ) throws(StoreError) -> HotRecord? {
        let moves = file.moves ? true : try hasMotion(luid)
        return try first(
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

    /// A deleted photo as a cell, under the name that its file had; nil for
    /// one that is not deleted, has no file any more, or goes with another
    /// deleted one as a part of it.
    public func deletedRecord(of luid: LUID) throws(StoreError) -> HotRecord? {
        guard try userFlags(of: luid)?.contains(.deleted) == true,
            try !isPartOfDeleted(luid)
        else { return nil }
        let file = try first(
            """
            SELECT coalesce(t.path, f.path), f.kind, f.taken, f.width, f.height, f.duration_ms, 1,
                NULL, f.is_animated, f.motion_offset IS NOT NULL
            FROM files f LEFT JOIN trashed_files t ON t.file = f.id
            WHERE f.luid = ? ORDER BY f.edit IS NOT NULL, f.id LIMIT 1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            FaceFile($0)
        }
        return try file.flatMap { file throws(StoreError) in
            try record(of: luid, showing: file)
        }
    }

    /// The photos that the user has deleted, in no order.
    public func deletedLUIDs() throws(StoreError) -> [LUID] {
        try all("SELECT luid FROM photos WHERE user_flags & 4") { LUID($0.int64(0)) }
    }

    private func isPartOfDeleted(_ luid: LUID) throws(StoreError) -> Bool {
        try first(
            """
            SELECT 1 FROM item_parts i JOIN photos p ON p.luid = i.item
            WHERE i.luid = ? AND p.user_flags & 4
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: { _ in
            true
        } ?? false
    }
}

extension ReadTransaction.FaceFile {
    /// From ten columns, of which the eighth is not looked at.
    fileprivate init(_ row: borrowing Statement) {
        name = Array(row.path(0).name)
        kind = PhotoKind(rawValue: UInt8(truncatingIfNeeded: row.int64(1))) ?? .photo
        taken = row.optionalInt64(2).map(CaptureTime.init(milliseconds:))
        width = row.int64(3)
        height = row.int64(4)
        durationMilliseconds = row.int64(5)
        isReachable = row.int64(6) != 0
        isAnimated = row.int64(8) != 0
        moves = row.int64(9) != 0
    }
}
