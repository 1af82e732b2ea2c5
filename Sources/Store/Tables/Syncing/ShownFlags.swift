public import Photos
internal import SQLite

extension WriteTransaction {
    /// Takes what the timeline is to show of a photo, by the view equation of
    /// sync: its flags with all pending acts applied.
    ///
    /// - Parameter flags: `returning` for one that is shown without having a
    ///   file anywhere; those of a photo that is gone stay.
    public mutating func setShown(_ flags: UserFlags, of luid: LUID) throws(StoreError) {
        touch(luid)
        guard try userFlags(of: luid) != flags else { return }
        known.note(flags, of: luid)
        try run("UPDATE photos SET user_flags = ?2 WHERE luid = ?1") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
            try statement.bind(2, flags.rawValue)
        }
    }
}

extension ReadTransaction {
    /// Photos that were deleted by another's hand and of which a file lies
    /// here: it stays on disk, until the user says what to do with it.
    public func photosDeletedElsewhere() throws(StoreError) -> [PhotoRow] {
        let luids = try all(
            """
            SELECT DISTINCT p.luid FROM photos p JOIN files_in_folders f ON f.luid = p.luid
            WHERE p.user_flags & 4 AND EXISTS (
                SELECT 1 FROM tombstones t WHERE t.content_hash = p.content_hash)
            ORDER BY p.luid DESC
            """
        ) { LUID($0.int64(0)) }
        var photos: [PhotoRow] = []
        for luid in luids {
            if let photo = try photo(luid) { photos.append(photo) }
        }
        return photos
    }
}
