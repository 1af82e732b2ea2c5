import Photos
internal import SQLite

extension ReadTransaction {
    /// The next photos of the timeline behind a record, newest first: by
    /// capture time, name key and LUID, undated ones last.
    public func timeline(
        after record: HotRecord? = nil, limit: Int
    ) throws(StoreError) -> [HotRecord] {
        var records: [HotRecord] = []
        records.reserveCapacity(min(limit, 50_000))
        guard let record else {
            try read(
                """
                SELECT taken, name, luid, cell FROM timeline
                ORDER BY taken DESC, name DESC, luid DESC
                """, upTo: limit, into: &records
            ) { _ throws(SQLiteError) in }
            return records
        }
        // In two steps, because SQLite would compare all three columns of
        // every row with the key again, which costs a tenth of the time.
        let key = TimelineKey(of: record)
        try read(
            """
            SELECT taken, name, luid, cell FROM timeline
            WHERE taken = ? AND (name, luid) < (?, ?) ORDER BY name DESC, luid DESC
            """, upTo: limit, into: &records
        ) { statement throws(SQLiteError) in
            try key.bind(statement, from: 1)
        }
        try read(
            """
            SELECT taken, name, luid, cell FROM timeline
            WHERE taken < ? ORDER BY taken DESC, name DESC, luid DESC
            """, upTo: limit, into: &records
        ) { statement throws(SQLiteError) in
            try statement.bind(1, key.taken)
        }
        return records
    }

    /// Reads rows until there are `limit` records.
    private func read(
        _ sql: StaticString, upTo limit: Int, into records: inout [HotRecord],
        bind: (borrowing Statement) throws(SQLiteError) -> Void
    ) throws(StoreError) {
        guard records.count < limit else { return }
        try run(sql) { statement throws(SQLiteError) in
            try bind(statement)
            var room = InlineArray<33, UInt8>(repeating: 0)
            var span = room.mutableSpan
            try span.withUnsafeMutableBytes { room throws(SQLiteError) in
                while records.count < limit, try statement.step() {
                    records.append(TimelineCell.record(statement, room))
                }
            }
        }
    }

    /// The record of one photo; nil when it is not shown.
    func record(of luid: LUID) throws(StoreError) -> HotRecord? {
        try run(
            """
            SELECT t.taken, t.name, t.luid, t.cell FROM photos p
            JOIN timeline t ON (t.taken, t.name, t.luid) = (p.taken, p.name, p.luid)
            WHERE p.luid = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
            guard try statement.step() else { return nil }
            var room = InlineArray<33, UInt8>(repeating: 0)
            var span = room.mutableSpan
            return span.withUnsafeMutableBytes { TimelineCell.record(statement, $0) }
        }
    }
}

extension LibraryStore {
    /// The whole timeline, newest first, in batches.
    public func timelineBatches() -> TimelineBatches {
        TimelineBatches(store: self)
    }

    /// Hands out the batches of the whole timeline.
    public func loadTimeline(
        _ body: ([HotRecord]) throws(StoreError) -> Void
    ) throws(StoreError) {
        var batches = timelineBatches()
        while let batch = try batches.next() { try body(batch) }
    }

    /// Hands out all photos of the timeline with their files, newest first,
    /// one batch at a time, each of one commit.
    public func listPhotos(_ body: ([PhotoRow]) -> Void) throws(StoreError) {
        let limit = 500
        var last: HotRecord?
        while true {
            let (batch, end) = try read { [last] transaction throws(StoreError) in
                let records = try transaction.timeline(after: last, limit: limit)
                var photos: [PhotoRow] = []
                for record in records {
                    if let photo = try transaction.photo(record.luid) { photos.append(photo) }
                }
                return (photos, records.last)
            }
            guard let end else { return }
            body(batch)
            last = end
        }
    }
}
