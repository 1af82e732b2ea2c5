import Photos

/// The step after every event: places what the gate lets through, files of
/// this device before the server's photos, until nothing more moves; then
/// looks after the uploads and operations of every photo that changed.
extension SyncMachine {
    mutating func settle<Rows: SyncRows>(_ rows: inout Rows) {
        var moved = true
        while moved {
            moved = false
            if placeFiles(&rows) { moved = true }
            for row in rows.unsettledServerRows() where place(row, &rows) { moved = true }
        }
        while !toSettle.isEmpty {
            let luids = Self.unique(toSettle)
            toSettle = []
            for luid in luids {
                deriveUpload(of: luid, &rows)
                endPartsOfGonePhoto(luid, rows: &rows)
            }
        }
    }

    /// Whether the photo has a file anywhere or is being acted on.
    func isLive<Rows: SyncRows>(_ luid: LUID, _ rows: Rows) -> Bool {
        queue.concerns(luid) || hasFile(luid, rows)
    }

    func hasFile<Rows: SyncRows>(_ luid: LUID, _ rows: Rows) -> Bool {
        !rows.files(of: luid).isEmpty || !rows.serverRows(of: luid).isEmpty
            || rows.trashedFiles(of: luid).contains { $0.state == .returning }
    }

    /// Makes it the content of the photo: files of the photo that hold other
    /// bytes are superseded, superseded files with these bytes are its own.
    mutating func give<Rows: SyncRows>(
        _ hash: ContentHash, ofSize size: Int64, to luid: LUID, _ rows: inout Rows
    ) {
        rows.setContent(hash, ofSize: size, of: luid)
        for var file in rows.files(of: luid) where file.isCurrent {
            if let held = file.hash.hash, held != hash {
                file.superseded = true
                rows.save(file)
            }
        }
        for file in rows.supersededFiles(holding: hash) {
            attach(file, to: luid, &rows)
        }
        takeReplaced(hash, for: luid, &rows)
        touch(luid)
    }

    /// A server photo whose content an edit was to replace is the server's
    /// copy of this photo now that its content has one again: the edit goes up
    /// as a photo of its own.
    private mutating func takeReplaced<Rows: SyncRows>(
        _ hash: ContentHash, for luid: LUID, _ rows: inout Rows
    ) {
        for var row in rows.serverRows(holding: hash) where row.photo.hash == hash {
            guard let replacing = row.replacedBy, row.luid != luid else { continue }
            touch(row.luid)
            row.replacedBy = nil
            row.luid = luid
            rows.save(row)
            guard var part = queue.part(replacing), part.state == .waiting,
                case .upload(var upload) = part.work
            else { continue }
            upload.replaces = nil
            part.work = .upload(upload)
            save(part, &rows)
        }
    }

    /// The photo of a content, made if there is none.
    mutating func photo<Rows: SyncRows>(
        of hash: ContentHash, ofSize size: Int64, _ rows: inout Rows
    ) -> LUID {
        if let owner = rows.owner(of: hash) { return owner }
        let luid = rows.makeLUID()
        give(hash, ofSize: size, to: luid, &rows)
        return luid
    }

    mutating func attach<Rows: SyncRows>(
        _ file: LocalFile, to luid: LUID, _ rows: inout Rows
    ) {
        var file = file
        touch(file.luid)
        touch(luid)
        file.luid = luid
        file.changedFrom = nil
        file.edit = nil
        file.superseded = false
        file.held = false
        rows.save(file)
    }

    func sizeIsKnown<Rows: SyncRows>(of file: LocalFile, _ rows: Rows) -> Bool {
        let isCounted = rows.file(file.id)?.size == file.size
        return rows.contentHasSize(file.size)
            || rows.fileCount(ofSize: file.size) > (isCounted ? 1 : 0)
    }

    // MARK: Photos of the server

    private mutating func place<Rows: SyncRows>(_ row: ServerRow, _ rows: inout Rows) -> Bool {
        guard var row = rows.serverRow(row.photo.id) else { return false }
        if let next = row.next {
            guard mayPlace(next.hash, next.size, rows) else { return false }
            change(row, to: next, &rows)
            return true
        }
        guard row.luid == nil, mayPlace(row.photo.hash, row.photo.size, rows) else { return false }
        row.luid = photo(of: row.photo.hash, ofSize: row.photo.size, &rows)
        rows.save(row)
        touch(row.luid)
        return true
    }

    /// The gate holds only what would be a new tile: a content whose photo is
    /// shown is placed at once. One whose photo has no file left waits, as a
    /// new one does.
    private func mayPlace<Rows: SyncRows>(
        _ hash: ContentHash, _ size: Int64, _ rows: Rows
    ) -> Bool {
        if let owner = rows.owner(of: hash), view(of: owner, rows: rows) != nil { return true }
        return !rows.isPlacedUnhashed(ofSize: size)
    }

    /// A server photo has other bytes.
    private mutating func change<Rows: SyncRows>(
        _ row: ServerRow, to next: ServerPhoto, _ rows: inout Rows
    ) {
        var row = row
        let before = row.photo.hash
        let wasReplaced = row.replacedBy != nil
        row.photo = next
        row.next = nil
        touch(row.luid)
        guard let luid = row.luid, next.hash != before else {
            rows.save(row)
            return
        }
        row.replacedBy = nil
        let isOnly = rows.serverRows(of: luid).count == 1
        if rows.content(of: luid) != next.hash {
            let owner = rows.owner(of: next.hash)
            let isTaken = owner.map { isLive($0, rows) } ?? false
            // Our own edit met another's: theirs is a photo of its own, ours
            // goes up beside it.
            if isTaken || wasReplaced || !isOnly {
                row.luid = nil
                rows.save(row)
                row.luid = photo(of: next.hash, ofSize: next.size, &rows)
            } else {
                give(next.hash, ofSize: next.size, to: luid, &rows)
            }
        }
        rows.save(row)
        touch(row.luid)
    }
}
