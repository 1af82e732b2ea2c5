public import Photos
internal import SQLite

/// A part of an item, with its files.
public struct ItemPartRow: Hashable, Sendable {
    public var part: ItemPart
    public var files: [FileRow]
}

extension ReadTransaction {
    /// Files that share a stem or an identifier: more of them are no item, but
    /// somebody's naming.
    private static let mostRelatives = 64

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
            if !files.isEmpty { rows.append(ItemPartRow(part: part, files: files)) }
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

    /// All files that, by a stem or an identifier, may be of one item with one
    /// of these, these among them. Files without a photo are left out.
    ///
    /// - Returns: these files, without those that are alone; and the photos of
    ///   the latter.
    public func itemFiles(
        around ids: Set<FileID>
    ) throws(StoreError) -> (files: [ItemFile], alone: Set<LUID>) {
        var found: [FileID: ItemFile] = [:]
        var waiting: [ItemFile] = []
        var alone: Set<LUID> = []
        for id in ids.sorted() {
            if let luid = try lonePhoto(of: id) {
                alone.insert(luid)
            } else if let row = try file(id), let file = ItemFile(row) {
                waiting.append(file)
            }
        }
        var stems: Set<[UInt8]> = []
        var identifiers: Set<String> = []
        while let file = waiting.popLast() {
            guard found.updateValue(file, forKey: file.id) == nil else { continue }
            if stems.insert(file.stem).inserted {
                waiting += try files(ofStem: file.stem, like: file.id)
            }
            if let identifier = file.metadata.traits.contentIdentifier,
                identifiers.insert(identifier).inserted
            {
                waiting += try files(ofIdentifier: identifier)
            }
        }
        return (found.values.sorted { $0.id < $1.id }, alone)
    }

    /// The photo of a file of which no other has the stem, and that names no
    /// other by an identifier.
    private func lonePhoto(of id: FileID) throws(StoreError) -> LUID? {
        try first(
            """
            SELECT m.luid FROM local_photos f JOIN local_photo_luids m ON m.file = f.id
            WHERE f.id = ? AND f.content_identifier IS NULL AND NOT EXISTS (
                SELECT 1 FROM local_photos o WHERE o.stem = f.stem AND o.id <> f.id)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
        } row: {
            LUID($0.int64(0))
        }
    }

    private func files(
        ofStem stem: [UInt8], like id: FileID
    ) throws(StoreError) -> [ItemFile] {
        let rows = try all(
            """
            SELECT * FROM files
            WHERE stem = (SELECT stem FROM local_photos WHERE id = ?) LIMIT ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id)
            try statement.bind(2, Int64(Self.mostRelatives + 1))
        } row: {
            FileRow($0)
        }
        guard rows.count <= Self.mostRelatives else { return [] }
        return rows.compactMap(ItemFile.init).filter { $0.stem == stem }
    }

    private func files(ofIdentifier identifier: String) throws(StoreError) -> [ItemFile] {
        let rows = try all("SELECT * FROM files WHERE content_identifier = ? LIMIT ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, identifier)
            try statement.bind(2, Int64(Self.mostRelatives + 1))
        } row: {
            FileRow($0)
        }
        return rows.count <= Self.mostRelatives ? rows.compactMap(ItemFile.init) : []
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

    /// Whether the photo is a part of an item of which a file is left.
    func isShownPart(_ luid: LUID) throws(StoreError) -> Bool {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM item_parts p
                JOIN local_photo_luids m ON m.luid = p.item WHERE p.luid = ?)
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
            SELECT EXISTS (SELECT 1 FROM item_parts p
                JOIN local_photo_luids m ON m.luid = p.luid WHERE p.item = ? AND p.role = 0)
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
    }
}

extension ItemFile {
    /// Nil for a file that waits for its photo.
    fileprivate init?(_ row: FileRow) {
        guard let luid = row.luid else { return nil }
        self.init(
            id: row.id, luid: luid, stem: FilePlace.stem(of: row.path), metadata: row.metadata)
    }
}

extension ItemPart {
    fileprivate init(_ row: borrowing Statement) {
        self.init(
            luid: LUID(row.int64(0)), item: LUID(row.int64(1)),
            role: ItemRole(rawValue: UInt8(truncatingIfNeeded: row.int64(2))) ?? .motion)
    }
}
