import Photos

/// Parts come into the queue, change and leave it; every change is written to
/// the rows in the same transaction.
extension SyncMachine {
    @discardableResult
    mutating func append<Rows: SyncRows>(
        _ work: Work, of luids: [LUID], in operation: OperationNumber? = nil,
        as id: OperationID? = nil, _ rows: inout Rows
    ) -> Part {
        let number = rows.makeNumber()
        let part = Part(
            number: number, operation: operation ?? OperationNumber(number),
            id: id ?? chance.operationID(), luids: luids, work: work)
        queue.append(part)
        isUnsettled = true
        rows.save(part)
        for luid in luids { touch(luid) }
        return part
    }

    mutating func save<Rows: SyncRows>(_ part: Part, _ rows: inout Rows) {
        // As it was: what the server did not find it names no more.
        if let former = queue.part(part.number), former.sentFlagIDs != part.sentFlagIDs {
            reconsidered += photosNamed(by: former, rows)
        }
        queue.replace(part)
        rows.save(part)
        for luid in part.luids { touch(luid) }
        // It may have no photo left by which it would be looked at.
        if case .share = part.work { order.shares.insert(part.number) }
    }

    mutating func finish<Rows: SyncRows>(
        _ part: Part, _ outcome: Outcome, _ rows: inout Rows
    ) {
        if let queued = queue.part(part.number) {
            reconsidered += photosNamed(by: queued, rows)
        }
        queue.remove(part.number)
        isUnsettled = true
        rows.finish(part, outcome)
        tries[part.id] = nil
        readsAtAnswer[part.id] = nil
        cleared[part.id] = nil
        for luid in part.luids { touch(luid) }
        if case .upload(let upload) = part.work { endReplacement(upload, by: part, &rows) }
    }

    /// A server photo whose content was to be replaced is judged by its
    /// content again, whatever became of the upload.
    private mutating func endReplacement<Rows: SyncRows>(
        _ upload: Upload, by part: Part, _ rows: inout Rows
    ) {
        guard let replaced = upload.replaces, var row = rows.serverRow(replaced.id),
            row.replacedBy == part.id
        else { return }
        row.replacedBy = nil
        if let luid = row.luid, rows.content(of: luid) != row.photo.hash { row.luid = nil }
        rows.save(row)
    }

    /// The upload that a photo needs, made, or the ones it does not need any
    /// more, ended.
    mutating func deriveUpload<Rows: SyncRows>(of luid: LUID, _ rows: inout Rows) {
        guard let hash = rows.content(of: luid) else { return }
        let copies = rows.serverRows(of: luid).filter { $0.photo.hash == hash }
        let isClaimed = copies.contains { !$0.leaving }
        var isQueued = false
        for part in queue.parts(of: luid) {
            guard case .upload(let upload) = part.work else { continue }
            if upload.hash == hash, isClaimed, isIdle(part, upload) {
                finish(part, .claimed, &rows)
                continue
            }
            if part.state == .waiting {
                if upload.hash != hash || source(of: hash, luid, rows) == nil {
                    finish(part, .sourceGone, &rows)
                    continue
                }
                // Its folder is one that is only shown, since.
                if !upload.urgent, upload.replaces == nil, !liesInUploads(hash, luid, rows) {
                    finish(part, .void, &rows)
                    continue
                }
            }
            if upload.hash == hash { isQueued = true }
        }
        guard !isQueued, copies.isEmpty, !rows.isRefused(hash),
            let source = source(of: hash, luid, rows),
            isWanted(hash, luid, rows)
        else { return }
        let isWish = rows.tombstone(of: hash) != nil
        if isWish { liftTombstone(of: hash, &rows) }
        append(
            .upload(
                Upload(
                    hash: hash, size: source.size, replaces: nil, wish: isWish, urgent: false)),
            of: [luid], &rows)
    }

    /// The content is wanted again.
    mutating func liftTombstone<Rows: SyncRows>(of hash: ContentHash, _ rows: inout Rows) {
        rows.removeTombstone(of: hash)
        touch(rows.owner(of: hash))
    }

    /// Whether nothing of the upload is on its way.
    private func isIdle(_ part: Part, _ upload: Upload) -> Bool {
        switch part.state {
        case .waiting: true
        case .sent: upload.replaces == nil && !isInFlight(part)
        case .answered: false
        }
    }

    /// A file from which the content can be uploaded, whatever its root is
    /// for; perhaps on a disk that is absent.
    func source<Rows: SyncRows>(
        of hash: ContentHash, _ luid: LUID, _ rows: Rows
    ) -> LocalFile? {
        let files = rows.files(of: luid).filter { $0.isCurrent && $0.hash.hash == hash }
        return files.first { rows.root($0.root)?.available == true } ?? files.first
    }

    /// Whether a file of the content lies in a folder that is uploaded.
    private func liesInUploads<Rows: SyncRows>(
        _ hash: ContentHash, _ luid: LUID, _ rows: Rows
    ) -> Bool {
        rows.files(of: luid).contains {
            $0.isCurrent && $0.hash.hash == hash && rows.root($0.root)?.uploads == true
        }
    }

    /// Whether a file of the content lies in a folder that is uploaded and was
    /// not deleted, or is the user's wish. That it is one is not known before
    /// the walk that found it has ended: until then it may be a deleted photo's
    /// file that was moved there.
    private mutating func isWanted<Rows: SyncRows>(
        _ hash: ContentHash, _ luid: LUID, _ rows: Rows
    ) -> Bool {
        let tombstone = rows.tombstone(of: hash)
        for file in rows.files(of: luid) where file.isCurrent && file.hash.hash == hash {
            guard let root = rows.root(file.root), root.uploads else { continue }
            guard let tombstone else { return true }
            guard tombstone.isWish(file, root: root) else { continue }
            if walking.isEmpty, root.walks >= file.walk { return true }
            holdsWishes = true
        }
        return false
    }

    /// When the last file of a photo is gone by another's hand, its flags end
    /// with that reason. Not while a listing runs, which says nothing of what
    /// it has not come to, nor while an upload or a
    /// restore may still bring one.
    mutating func endPartsOfGonePhoto<Rows: SyncRows>(_ luid: LUID, rows: inout Rows) {
        guard !rows.feedPosition().isListing, !hasFile(luid, rows) else { return }
        let parts = queue.parts(of: luid)
        let mayComeBack = parts.contains {
            switch $0.work {
            case .upload, .restore: true
            case .flag, .delete, .share: false
            }
        }
        guard !mayComeBack else { return }
        for part in parts where part.state == .waiting {
            if case .flag = part.work { finish(part, .photoGone, &rows) }
        }
    }
}
