import Photos

/// Edits in place: other bytes at a known path.
extension SyncMachine {
    /// Whether the edit may be judged, as far as its own photo goes: a
    /// complete walk has seen it, and no upload of the old bytes may still
    /// land, whose server photo would find its content without an owner.
    func mayJudge<Rows: SyncRows>(_ file: LocalFile, _ luid: LUID, _ rows: Rows) -> Bool {
        guard let root = rows.root(file.root), root.walks >= file.walk else { return false }
        return !queue.parts(of: luid).contains { part in
            if case .upload = part.work { part.state != .waiting } else { false }
        }
    }

    /// Whether edits may be judged at all: every new and changed path must be
    /// known and hashed (`mv a b; cp new a` is a move and a new photo).
    func mayJudgeEdits<Rows: SyncRows>(_ rows: Rows) -> Bool {
        walking.isEmpty && !rows.isHashing()
    }

    /// Whether the server lets the photo take other bytes.
    func mayReplace<Rows: SyncRows>(_ file: LocalFile, _ luid: LUID, _ rows: Rows) -> Bool {
        guard rows.content(of: luid) == file.changedFrom else { return false }
        let copies = rows.serverRows(of: luid)
        guard let copy = copies.first else { return true }
        guard copies.count == 1, !copy.leaving, copy.next == nil,
            rows.root(file.root)?.uploads == true
        else { return false }
        if let replacing = copy.replacedBy { return queue.part(replacing)?.state == .waiting }
        return copy.photo.hash == file.changedFrom
    }

    /// The photo has these bytes from now on, here and, soon, on the server.
    mutating func edit<Rows: SyncRows>(
        _ files: [LocalFile], _ luid: LUID, to hash: ContentHash, _ rows: inout Rows
    ) {
        guard let size = files.first?.size else { return }
        for file in files { attach(file, to: luid, &rows) }
        give(hash, ofSize: size, to: luid, &rows)
        // The user made these bytes again.
        liftTombstone(of: hash, &rows)
        guard var copy = rows.serverRows(of: luid).first else { return }
        // Edited again before the first edit was sent: that one is void.
        let earlier = copy.replacedBy.flatMap { queue.part($0) }
        let part = append(
            .upload(
                Upload(
                    hash: hash, size: size,
                    replaces: Upload.Replaced(id: copy.photo.id, revision: copy.photo.revision),
                    wish: true, urgent: false)), of: [luid], &rows)
        copy.replacedBy = part.id
        rows.save(copy)
        if let earlier { finish(earlier, .void, &rows) }
    }
}
