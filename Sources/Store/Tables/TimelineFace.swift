public import Photos
internal import SQLite

extension ReadTransaction {
    /// The file whose metadata a photo shows.
    enum Face {
        case file(FaceFile, PhotoState)
        /// All its files wait for the judgement of an edit, this one first: it
        /// shows what it did, or this if it was not shown.
        case unchanged(FaceFile, PhotoState)
        /// By the user, whatever files it has.
        case deleted
        /// It has no file here.
        case none
    }

    /// What is stored of a photo besides its files.
    struct PhotoState {
        var thumbnails: Int64
        var thumbHash: ThumbHash
        var userFlags: UserFlags

        /// Of a photo with which nothing was done yet.
        static let new = PhotoState(thumbnails: 0, thumbHash: .empty, userFlags: [])
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
            SELECT f.path, f.kind, f.taken, f.width, f.height, f.duration_ms, f.is_reachable,
                f.edit, f.is_animated, f.motion_offset IS NOT NULL,
                p.thumbnails, p.thumb_hash, p.user_flags
            FROM files f JOIN photos p ON p.luid = f.luid WHERE f.luid = ?1 AND NOT EXISTS (
                SELECT 1 FROM trashed_files t WHERE t.file = f.id AND t.state = 1)
                AND f.is_current AND NOT f.is_removed
            ORDER BY f.edit IS NOT NULL, f.is_reachable DESC, f.id LIMIT 1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: { row -> Face in
            let state = PhotoState(row)
            if state.userFlags.contains(.deleted) { return .deleted }
            let file = FaceFile(row)
            return row.edit(7) == nil ? .file(file, state) : .unchanged(file, state)
        }
        if let face { return face }
        return try userFlags(of: luid)?.contains(.deleted) == true ? .deleted : .none
    }

    /// A deleted photo as a cell, under the name that its file had; nil for
    /// one that is not deleted, has no file any more, or goes with another
    /// deleted one as a part of it.
    public func deletedRecord(of luid: LUID) throws(StoreError) -> HotRecord? {
        guard try userFlags(of: luid)?.contains(.deleted) == true,
            try !isPartOfDeleted(luid)
        else { return nil }
        let shown = try first(
            """
            SELECT coalesce(t.path, f.path), f.kind, f.taken, f.width, f.height, f.duration_ms, 1,
                NULL, f.is_animated, f.motion_offset IS NOT NULL,
                p.thumbnails, p.thumb_hash, p.user_flags
            FROM files f JOIN photos p ON p.luid = f.luid
            LEFT JOIN trashed_files t ON t.file = f.id
            WHERE f.luid = ? ORDER BY f.edit IS NOT NULL, f.id LIMIT 1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            (file: FaceFile($0), state: PhotoState($0))
        }
        guard let (shownFile, state) = shown else { return nil }
        var file = shownFile
        if !file.moves { file.moves = try hasMotion(luid) }
        return HotRecord(luid, showing: file, state)
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
    /// Of a file as it is added, which can be reached.
    init(_ file: NewFile) {
        let metadata = file.metadata
        name = Array(file.path.name)
        kind = metadata.kind
        taken = metadata.taken
        width = metadata.size.map { Int64($0.width) } ?? 0
        height = metadata.size.map { Int64($0.height) } ?? 0
        durationMilliseconds = metadata.durationMilliseconds.map { Int64($0) } ?? 0
        isReachable = true
        isAnimated = metadata.traits.isAnimated
        moves = metadata.traits.motion != nil
    }

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

extension ReadTransaction.PhotoState {
    /// From the three columns behind those.
    fileprivate init(_ row: borrowing Statement) {
        thumbnails = row.int64(10)
        thumbHash = ThumbHash(bytes: row.bytes(11)) ?? .empty
        userFlags = UserFlags(rawValue: row.int64(12))
    }
}

extension HotRecord {
    init(
        _ luid: LUID, showing file: ReadTransaction.FaceFile, _ state: ReadTransaction.PhotoState
    ) {
        var flags: PhotoFlags = []
        if state.userFlags.contains(.hidden) { flags.insert(.hidden) }
        if state.userFlags.contains(.favourite) { flags.insert(.favourite) }
        if file.kind == .video { flags.insert(.video) }
        if !file.isReachable { flags.insert(.unavailable) }
        if file.isAnimated { flags.insert(.animated) }
        if file.moves { flags.insert(.live) }
        if state.thumbnails == Int64(ThumbnailState.impossible.rawValue) {
            flags.insert(.unreadablePicture)
        }
        self.init(
            luid: luid, taken: file.taken, nameKey: NameKey(fileName: file.name),
            flags: flags, width: UInt16(clamping: file.width),
            height: UInt16(clamping: file.height),
            durationSeconds: UInt16(clamping: file.durationMilliseconds / 1000),
            thumbHash: state.thumbHash)
    }
}
