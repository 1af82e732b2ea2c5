import Photos
internal import SQLite

/// A change of the library under way, valid inside the closure it is handed
/// to. The tables' own calls are in `Tables`.
public struct WriteTransaction: ~Copyable {
    /// Reads what is stored, with the changes made so far.
    public let reading: ReadTransaction

    /// Photos whose row in the timeline may have to change.
    private var touched: Set<LUID> = []
    /// Files of which it may have changed whether they are settled. Those that
    /// may not be any more are marked so in the table at once, because a
    /// settlement within the transaction must see them.
    private var touchedFiles: Set<FileID> = []
    /// Files of which it may have changed with which others they are one item.
    /// The store does not know the rules: who writes asks them before the end.
    public internal(set) var filesToPair: Set<FileID> = []
    /// Photos of which the server has said something that may matter to that.
    public internal(set) var photosToPair: Set<LUID> = []
    /// Files that were added and with which nothing was done since: nothing
    /// else is stored about them.
    private var freshFiles: Set<FileID> = []
    /// Photos that were made, as long as they are no part of anything and have
    /// none.
    private var freshPhotos: Set<LUID> = []
    private var freshFaces = FreshFaces()
    let known = KnownRows()
    /// By size, added files of which no other file or content has the size.
    private var loneFiles: [Int64: FileID] = [:]

    /// The last number that was given to an act or a part of one; nil when
    /// none was yet.
    var lastNumber: Int64?

    init(reading: ReadTransaction) {
        self.reading = reading
    }

    /// Runs one statement that changes something.
    func run(
        _ sql: StaticString, _ bind: (borrowing Statement) throws(SQLiteError) -> Void
    ) throws(StoreError) {
        try reading.run(sql) { statement throws(SQLiteError) in
            try bind(statement)
            try statement.run()
        }
    }

    var lastInsertedID: Int64 { reading.connection.lastInsertedID }

    mutating func touch(_ luid: LUID) {
        touched.insert(luid)
        freshFaces.forget(luid)
    }

    /// Photos whose rows were changed so far, by LUID.
    public var touchedPhotos: [LUID] { touched.sorted() }

    mutating func touch(_ file: FileID) {
        known.noteFile()
        touchedFiles.insert(file)
        freshFiles.remove(file)
        freshFaces.forget(file)
    }

    /// An added file was given to a photo that was made for it.
    mutating func notePlaced(_ file: FileID, in luid: LUID) {
        known.forget(luid)
        guard isFresh(file), isFresh(luid), !touched.contains(luid) else {
            touch(luid)
            return touch(file)
        }
        let fresh = freshFaces.fresh(file)
        touch(luid)
        touch(file)
        if let fresh { freshFaces.place(file, fresh, in: luid) }
    }

    /// A file is to be shown otherwise.
    mutating func forgetFace(of file: FileID) {
        freshFaces.forget(file)
    }

    /// What a photo shows, where that need not be read.
    func freshFace(of luid: LUID) -> ReadTransaction.FaceFile? { freshFaces.face(of: luid) }

    mutating func noteAdded(_ id: FileID, _ file: NewFile, isAlone: Bool) {
        known.noteFile()
        freshFiles.insert(id)
        freshFaces.add(id, file)
        loneFiles[file.stamp.size] = isAlone ? id : nil
    }

    /// A file that was there before has this size now.
    mutating func noteSize(_ size: Int64) {
        known.noteFile()
        loneFiles[size] = nil
    }

    /// The file that alone has a size, as it was added.
    func loneFile(ofSize size: Int64) -> FileID? {
        loneFiles[size].flatMap { isFresh($0) ? $0 : nil }
    }

    mutating func noteAdded(_ luid: LUID) {
        freshPhotos.insert(luid)
    }

    mutating func noteItem(of luid: LUID) {
        known.forget(luid)
        freshPhotos.remove(luid)
    }

    func isFresh(_ file: FileID) -> Bool { freshFiles.contains(file) }

    func isFresh(_ luid: LUID) -> Bool { freshPhotos.contains(luid) }

    /// Brings what is derived into step with what was changed.
    mutating func finish() throws(StoreError) -> [TimelineChange] {
        for file in touchedFiles.sorted() {
            if freshFaces.isPlaced(file) { try setSettled(file) } else { try settle(file) }
        }
        try touchRelatives()
        if !freshFaces.isEmpty {
            freshFaces.shownRoots = Set(try reading.roots().filter(\.isAvailable).map(\.id))
        }
        var changes: [TimelineChange] = []
        for luid in touched.sorted() {
            if let change = try derive(luid) { changes.append(change) }
        }
        return changes
    }

    /// Whether a part is shown depends on its item, and how an item looks on
    /// its parts.
    private mutating func touchRelatives() throws(StoreError) {
        for luid in touched.sorted() where !isFresh(luid) {
            for relative in try reading.relatives(of: luid) { touch(relative) }
        }
    }

    /// An added file without a hash that has its photo is settled.
    private func setSettled(_ file: FileID) throws(StoreError) {
        try run("UPDATE local_photos SET is_settled = 1 WHERE id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, file.rawValue)
        }
    }

    /// A file is settled when no settlement of its size would do anything
    /// with it: it has a photo, no edit to judge, and no hash that its photo
    /// does not know. Superseded bytes have no place to find.
    func settle(_ file: FileID) throws(StoreError) {
        try run(
            """
            UPDATE local_photos SET is_settled = edit IS NULL AND is_held = 0 AND EXISTS (
                SELECT 1 FROM local_photo_luids m JOIN photos p USING (luid)
                WHERE m.file = local_photos.id AND (
                    local_photos.is_superseded OR local_photos.content_hash IS NULL
                    OR local_photos.content_hash = p.content_hash))
            WHERE id = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, file.rawValue)
        }
    }
}
