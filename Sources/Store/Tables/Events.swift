import Photos
internal import SQLite

extension ReadTransaction {
    /// All stored events, by id.
    public func events() throws(StoreError) -> [EventRow] {
        try all("SELECT id, first, last FROM events ORDER BY id") { row in
            EventRow(
                id: EventID(row.int64(0)),
                first: row.optionalInt64(1).map(CaptureTime.init(milliseconds:)),
                last: row.optionalInt64(2).map(CaptureTime.init(milliseconds:)))
        }
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
