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
        let face =
            if let file = freshFace(of: luid) {
                ReadTransaction.Face.file(file, .new)
            } else if let bare = known.bare(luid) {
                bare.flags.contains(.deleted) ? ReadTransaction.Face.deleted : .none
            } else {
                try reading.face(of: luid)
            }
        switch face {
        case .deleted: new = nil
        case .none: new = try serverRecord(of: luid)
        case .file where try isFresh ? false : reading.isShownPart(luid): new = nil
        case .unchanged where old != nil: new = try reading.flagged(old, luid)
        case .unchanged where try !reading.isBack(luid): new = nil
        case .unchanged(let file, let state), .file(let file, let state):
            new = try record(of: luid, showing: file, state)
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

    private func record(
        of luid: LUID, showing file: ReadTransaction.FaceFile, _ state: ReadTransaction.PhotoState
    ) throws(StoreError) -> HotRecord {
        var file = file
        if !file.moves, !isFresh(luid) { file.moves = try reading.hasMotion(luid) }
        if !file.isReachable { file.isReachable = try reading.isOnServer(luid) }
        return HotRecord(luid, showing: file, state)
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

extension ReadTransaction {
    /// Whether a photo that is not shown has come back by the user's act, on a
    /// linked library, while its files wait for their judgement.
    fileprivate func isBack(_ luid: LUID) throws(StoreError) -> Bool {
        guard try serverAccount() != nil else { return false }
        return try !isShownPart(luid)
    }

    /// A record with the user's flags as they are now: these change while an
    /// edit of the photo waits for its judgement.
    fileprivate func flagged(_ record: HotRecord?, _ luid: LUID) throws(StoreError) -> HotRecord? {
        guard var record, let flags = try userFlags(of: luid) else { return record }
        record.flags.subtract([.hidden, .favourite])
        if flags.contains(.hidden) { record.flags.insert(.hidden) }
        if flags.contains(.favourite) { record.flags.insert(.favourite) }
        return record
    }
}
