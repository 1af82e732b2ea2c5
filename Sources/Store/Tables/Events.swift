import Photos
internal import SQLite

extension ReadTransaction {
    /// All stored events, by id.
    public func events() throws(StoreError) -> [EventRow] {
        try all("SELECT id, first, last FROM events ORDER BY id") { $0.event }
    }

    /// The stored events that end in a part of the timeline, the newest
    /// first: at `oldest` or later and before `newer`.
    ///
    /// - Parameters:
    ///   - oldest: nil for all older ones and the undated one at the end.
    ///   - newer: nil for all newer ones.
    public func events(
        from oldest: CaptureTime?, before newer: CaptureTime?
    ) throws(StoreError) -> [EventRow] {
        let dated = try all(
            """
            SELECT id, first, last FROM events WHERE last >= ? AND last < ? ORDER BY last DESC
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, oldest?.milliseconds ?? .min)
            try statement.bind(2, newer?.milliseconds ?? .max)
        } row: {
            $0.event
        }
        guard oldest == nil else { return dated }
        return try dated
            + all("SELECT id, first, last FROM events WHERE last IS NULL") { $0.event }
    }

    /// The highest id of a stored event.
    public func lastEventID() throws(StoreError) -> EventID? {
        try first("SELECT max(id) FROM events") { row in
            row.optionalInt64(0).map { EventID($0) }
        } ?? nil
    }
}

extension WriteTransaction {
    /// Adds events, or replaces those of the same ids.
    public mutating func putEvents(_ events: [EventRow]) throws(StoreError) {
        for event in events {
            try run(
                """
                INSERT INTO events (id, first, last) VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET first = excluded.first, last = excluded.last
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, event.id.rawValue)
                try statement.bind(2, event.first?.milliseconds)
                try statement.bind(3, event.last?.milliseconds)
            }
        }
    }

    public mutating func removeEvents(_ ids: [EventID]) throws(StoreError) {
        for id in ids {
            try run("DELETE FROM events WHERE id = ?") { statement throws(SQLiteError) in
                try statement.bind(1, id.rawValue)
            }
        }
    }
}

extension Statement {
    /// A row of `id, first, last`.
    fileprivate var event: EventRow {
        EventRow(
            id: EventID(int64(0)),
            first: optionalInt64(1).map(CaptureTime.init(milliseconds:)),
            last: optionalInt64(2).map(CaptureTime.init(milliseconds:)))
    }
}
