public import Photos
internal import SQLite

extension ReadTransaction {
    /// What a file itself says: its row's metadata without what sidecars and
    /// neighbours add.
    public func ownMetadata(of file: FileRow) throws(StoreError) -> PhotoMetadata {
        let own = try first(
            """
            SELECT taken, utc_offset_minutes, date_source, zone, latitude, longitude
            FROM own_dates WHERE file = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, file.id)
        } row: { row in
            var own = file.metadata
            own.taken = row.optionalInt64(0).map(CaptureTime.init(milliseconds:))
            own.utcOffsetMinutes = row.optionalInt64(1).map { Int($0) }
            own.dateSource =
                DateSource(rawValue: UInt8(truncatingIfNeeded: row.int64(2))) ?? .none
            own.zone = ZoneSource(rawValue: UInt8(truncatingIfNeeded: row.int64(3))) ?? .unknown
            own.location = row.optionalDouble(4).flatMap { latitude in
                row.optionalDouble(5).flatMap {
                    Coordinate(latitude: latitude, longitude: $0)
                }
            }
            return own
        }
        return own ?? file.metadata
    }

    /// Files whose time was written in UTC only, those of ids above `after`.
    public func filesInUTC(after: FileID?, limit: Int) throws(StoreError) -> [FileRow] {
        try all("SELECT * FROM files WHERE zone IN (3, 4) AND id > ? ORDER BY id LIMIT ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, after?.rawValue ?? 0)
            try statement.bind(2, Int64(limit))
        } row: {
            FileRow($0)
        }
    }

    /// The written offset of the photo taken nearest to a moment, the earlier
    /// one of two equally near.
    ///
    /// - Parameters:
    ///   - instant: milliseconds UTC.
    ///   - distance: milliseconds at most.
    public func nearestOffset(
        to instant: Int64, within distance: Int64
    ) throws(StoreError) -> Int? {
        let before = try nearest(
            """
            SELECT taken - utc_offset_minutes * 60000, utc_offset_minutes FROM local_photos
            WHERE zone = 1 AND taken - utc_offset_minutes * 60000 <= ?
            ORDER BY taken - utc_offset_minutes * 60000 DESC, utc_offset_minutes LIMIT 1
            """, instant)
        let after = try nearest(
            """
            SELECT taken - utc_offset_minutes * 60000, utc_offset_minutes FROM local_photos
            WHERE zone = 1 AND taken - utc_offset_minutes * 60000 >= ?
            ORDER BY taken - utc_offset_minutes * 60000, utc_offset_minutes LIMIT 1
            """, instant)
        return [before, after].compactMap { $0 }
            .filter { abs($0.instant - instant) <= distance }
            .min { abs($0.instant - instant) < abs($1.instant - instant) }?.offset
    }

    private func nearest(
        _ sql: StaticString, _ instant: Int64
    ) throws(StoreError) -> (instant: Int64, offset: Int)? {
        try first(sql) { statement throws(SQLiteError) in
            try statement.bind(1, instant)
        } row: { row in
            row.isNull(0) ? nil : (row.int64(0), Int(row.int64(1)))
        } ?? nil
    }
}

extension WriteTransaction {
    /// What the file itself says where its row says more; nil where it does
    /// not.
    func setOwnDates(_ own: PhotoMetadata?, of id: FileID) throws(StoreError) {
        guard let own else {
            try run("DELETE FROM own_dates WHERE file = ?") { statement throws(SQLiteError) in
                try statement.bind(1, id)
            }
            return
        }
        try run(
            """
            INSERT OR REPLACE INTO own_dates
                (file, taken, utc_offset_minutes, date_source, zone, latitude, longitude)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(2, own.taken?.milliseconds)
            try statement.bind(3, own.utcOffsetMinutes.map { Int64($0) })
            try statement.bind(4, Int64(own.dateSource.rawValue))
            try statement.bind(5, Int64(own.zone.rawValue))
            try statement.bind(6, own.location?.latitude)
            try statement.bind(7, own.location?.longitude)
        }
    }

    /// Gives some rows of an older format their places.
    ///
    /// - Parameter limit: rows at most, so that others can write in between.
    /// - Returns: whether there may be more.
    public mutating func fillPlaces(limit: Int = 1000) throws(StoreError) -> Bool {
        let rows = try reading.all(
            "SELECT id, path FROM local_photos WHERE folder IS NULL LIMIT ?"
        ) { statement throws(SQLiteError) in
            try statement.bind(1, Int64(limit))
        } row: {
            (FileID($0.int64(0)), $0.path(1))
        }
        for (id, path) in rows {
            try run("UPDATE local_photos SET folder = ?2, stem = ?3 WHERE id = ?1") {
                statement throws(SQLiteError) in
                try statement.bind(1, id)
                try statement.bind(place: FilePlace(of: path), from: 2)
            }
            filesToPair.insert(id)
        }
        return rows.count == limit
    }
}
