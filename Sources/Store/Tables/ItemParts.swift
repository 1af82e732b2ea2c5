public import Photos
internal import SQLite

/// A part of an item, with its files on this disk.
public struct ItemPartRow: Hashable, Sendable {
    public var part: ItemPart
    public var files: [FileRow]
}

extension ReadTransaction {
    /// Whether any photo is a part of an item.
    public func hasParts() throws(StoreError) -> Bool {
        try first("SELECT 1 FROM item_parts LIMIT 1") { _ in true } ?? false
    }

    /// The parts of an item; none of a photo that is no item of several.
    public func parts(of item: LUID) throws(StoreError) -> [ItemPartRow] {
        let parts = try all(
            "SELECT luid, item, role FROM item_parts WHERE item = ? ORDER BY luid"
        ) { statement throws(SQLiteError) in
            try statement.bind(1, item)
        } row: {
            ItemPart($0)
        }
        var rows: [ItemPartRow] = []
        for part in parts {
            let files = try photo(part.luid)?.files ?? []
            let isSomewhere = try files.isEmpty ? isOnServer(part.luid) : true
            if isSomewhere {
                rows.append(ItemPartRow(part: part, files: files))
            }
        }
        return rows
    }

    /// The item that a photo is a part of.
    public func item(of luid: LUID) throws(StoreError) -> ItemPart? {
        try first("SELECT luid, item, role FROM item_parts WHERE luid = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            ItemPart($0)
        }
    }

    /// The parts of an item, also those of which no file is left.
    public func partLUIDs(of item: LUID) throws(StoreError) -> [LUID] {
        try all("SELECT luid FROM item_parts WHERE item = ? ORDER BY luid") {
            statement throws(SQLiteError) in
            try statement.bind(1, item)
        } row: {
            LUID($0.int64(0))
        }
    }

    /// The files of all parts.
    public func partFiles() throws(StoreError) -> [FileID] {
        try all(
            "SELECT m.file FROM item_parts p JOIN local_photo_luids m ON m.luid = p.luid"
        ) { FileID($0.int64(0)) }
    }

    /// The item of a part and the parts of an item.
    func relatives(of luid: LUID) throws(StoreError) -> [LUID] {
        try all(
            """
            SELECT item FROM item_parts WHERE luid = ?1
            UNION ALL SELECT luid FROM item_parts WHERE item = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            LUID($0.int64(0))
        }
    }

    /// Whether the photo is a part of an item that is not deleted and of which
    /// a file is left, here or on the server, or is to be there again.
    func isShownPart(_ luid: LUID) throws(StoreError) -> Bool {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM item_parts p JOIN photos i ON i.luid = p.item
                WHERE p.luid = ? AND NOT i.user_flags & 4 AND (i.user_flags & 8
                    OR EXISTS (SELECT 1 FROM local_photo_luids m WHERE m.luid = p.item)
                    OR EXISTS (SELECT 1 FROM server_photo_luids m WHERE m.luid = p.item)))
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            $0.int64(0) != 0
        } ?? false
    }

    /// Whether a film is a part of the photo.
    func hasMotion(_ luid: LUID) throws(StoreError) -> Bool {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM item_parts p WHERE p.item = ? AND p.role = 0 AND (
                EXISTS (SELECT 1 FROM local_photo_luids m WHERE m.luid = p.luid)
                OR EXISTS (SELECT 1 FROM server_photo_luids m WHERE m.luid = p.luid)))
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            $0.int64(0) != 0
        } ?? false
    }
}

extension WriteTransaction {
    /// Makes these photos the parts that are told, and parts of nothing those
    /// that are not.
    public mutating func setParts(
        _ parts: [ItemPart], among luids: Set<LUID>
    ) throws(StoreError) {
        var wanted: [LUID: ItemPart] = [:]
        for part in parts { wanted[part.luid] = part }
        for luid in luids.sorted() {
            let old = isFresh(luid) ? nil : try reading.item(of: luid)
            let new = wanted[luid]
            guard old != new else { continue }
            touch(luid)
            for item in [old?.item, new?.item].compactMap({ $0 }) {
                touch(item)
                noteItem(of: item)
            }
            noteItem(of: luid)
            try run("DELETE FROM item_parts WHERE luid = ?") { statement throws(SQLiteError) in
                try statement.bind(1, luid)
            }
            guard let new else { continue }
            try run("INSERT INTO item_parts (luid, item, role) VALUES (?, ?, ?)") {
                statement throws(SQLiteError) in
                try statement.bind(1, new.luid)
                try statement.bind(2, new.item)
                try statement.bind(3, Int64(new.role.rawValue))
            }
        }
        filesToPair = []
        photosToPair = []
    }
}

extension ItemPart {
    fileprivate init(_ row: borrowing Statement) {
        self.init(
            luid: LUID(row.int64(0)), item: LUID(row.int64(1)),
            role: ItemRole(rawValue: UInt8(truncatingIfNeeded: row.int64(2))) ?? .motion)
    }
}
