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
        let isFresh = isFresh(luid)
        let old = isFresh ? nil : try reading.record(of: luid)
        let new: HotRecord?
        switch try face(of: luid) {
        case .unchanged: return nil
        case .none: new = nil
        case .file where try isFresh ? false : reading.isShownPart(luid): new = nil
        case .file(var file, let state):
            if !file.moves, !isFresh { file.moves = try reading.hasMotion(luid) }
            new = record(of: luid, showing: file, state)
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
        case file(FaceFile, PhotoState)
        /// All its files wait for the judgement of an edit.
        case unchanged
        /// It has no file, or was deleted.
        case none
    }

    private struct PhotoState {
        var thumbnails: Int64
        var thumbHash: ThumbHash
        var userFlags: UserFlags
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
            SELECT f.path, f.kind, f.taken, f.width, f.height, f.duration_ms, f.is_reachable,
                f.edit, f.is_animated, f.motion_offset IS NOT NULL,
                p.thumbnails, p.thumb_hash, p.user_flags
            FROM files f JOIN photos p ON p.luid = f.luid WHERE f.luid = ?1 AND NOT EXISTS (
                SELECT 1 FROM trashed_files t WHERE t.file = f.id AND t.state = 1)
            ORDER BY f.edit IS NOT NULL, f.is_reachable DESC, f.id LIMIT 1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: { row -> Face in
            let userFlags = UserFlags(rawValue: row.int64(12))
            if userFlags.contains(.deleted) { return .none }
            guard row.edit(7) == nil else { return .unchanged }
            return .file(
                FaceFile(
                    name: Array(row.path(0).name),
                    kind: PhotoKind(rawValue: UInt8(truncatingIfNeeded: row.int64(1))) ?? .photo,
                    taken: row.optionalInt64(2).map(CaptureTime.init(milliseconds:)),
                    width: row.int64(3), height: row.int64(4),
                    durationMilliseconds: row.int64(5), isReachable: row.int64(6) != 0,
                    isAnimated: row.int64(8) != 0, moves: row.int64(9) != 0),
                PhotoState(
                    thumbnails: row.int64(10),
                    thumbHash: ThumbHash(bytes: row.bytes(11)) ?? .empty, userFlags: userFlags))
        }
        return face ?? .none
    }

    private func record(
        of luid: LUID, showing file: FaceFile, _ state: PhotoState
    ) -> HotRecord {
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
        return HotRecord(
            luid: luid, taken: file.taken, nameKey: NameKey(fileName: file.name),
            flags: flags, width: UInt16(clamping: file.width),
            height: UInt16(clamping: file.height),
            durationSeconds: UInt16(clamping: file.durationMilliseconds / 1000),
            thumbHash: state.thumbHash)
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
