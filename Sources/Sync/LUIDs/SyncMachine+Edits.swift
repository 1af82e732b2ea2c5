import Photos

/// Edits in place: other bytes at a known path.
extension SyncMachine {
    /// Whether the file moved.
    mutating func placeEdited<Rows: SyncRows>(
        _ file: LocalFile, _ rows: inout Rows
    ) -> Bool {
        guard let hash = file.hash.hash, let luid = file.luid, let before = file.changedFrom
        else { return false }
        let owner = rows.owner(of: hash)
        if let owner, owner == luid || isLive(owner, rows) {
            attach(file, to: owner, &rows)
            return true
        }
        guard mayJudge(file, luid, rows) else { return false }
        if keepsLUID(file, luid, before: before, rows) {
            edit(file, luid, to: hash, &rows)
        } else {
            attach(file, to: photo(of: hash, ofSize: file.size, &rows), &rows)
        }
        return true
    }

    /// Edits are judged when every new and changed path is hashed (`mv a b; cp
    /// new a` is a move and a new photo), and no upload of the old bytes may
    /// still land, whose server photo would find its content without an owner.
    private func mayJudge<Rows: SyncRows>(
        _ file: LocalFile, _ luid: LUID, _ rows: Rows
    ) -> Bool {
        guard walking.isEmpty, let root = rows.root(file.root), root.walks >= file.walk
        else { return false }
        let isHashing = rows.unhashedFiles().contains { rows.root($0.root)?.available == true }
        let isUploading = queue.parts(of: luid).contains { part in
            if case .upload = part.work { part.state != .waiting } else { false }
        }
        return !isHashing && !isUploading
    }

    private func keepsLUID<Rows: SyncRows>(
        _ file: LocalFile, _ luid: LUID, before: ContentHash, _ rows: Rows
    ) -> Bool {
        guard file.edit == .sameShot, rows.content(of: luid) == before,
            !rows.files(of: luid).contains(where: { $0.isCurrent })
        else { return false }
        let copies = rows.serverRows(of: luid)
        guard let copy = copies.first else { return true }
        guard copies.count == 1, !copy.leaving, copy.next == nil,
            rows.root(file.root)?.uploads == true
        else { return false }
        if let replacing = copy.replacedBy { return queue.part(replacing)?.state == .waiting }
        return copy.photo.hash == before
    }

    private mutating func edit<Rows: SyncRows>(
        _ file: LocalFile, _ luid: LUID, to hash: ContentHash, _ rows: inout Rows
    ) {
        attach(file, to: luid, &rows)
        give(hash, ofSize: file.size, to: luid, &rows)
        // The user made these bytes again.
        liftTombstone(of: hash, &rows)
        guard var copy = rows.serverRows(of: luid).first else { return }
        // Edited again before the first edit was sent: that one is void.
        let earlier = copy.replacedBy.flatMap { queue.part($0) }
        let part = append(
            .upload(
                Upload(
                    hash: hash, size: file.size,
                    replaces: Upload.Replaced(id: copy.photo.id, revision: copy.photo.revision),
                    wish: true, urgent: false)), of: [luid], &rows)
        copy.replacedBy = part.id
        rows.save(copy)
        if let earlier { finish(earlier, .void, &rows) }
    }
}
