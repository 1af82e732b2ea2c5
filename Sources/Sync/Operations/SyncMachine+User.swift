import Photos

/// The user's acts. Each is durable when the transaction is, and seen at once.
extension SyncMachine {
    mutating func receive<Rows: SyncRows>(_ act: Event.UserAct, _ rows: inout Rows) {
        switch act {
        case .set(let flag, let value, let luids): set(flag, value, named(luids, rows), &rows)
        case .delete(let luids): delete(named(luids, rows), &rows)
        case .restore(let luids): restore(named(luids, rows), &rows)
        case .share(let luids, let id):
            let chosen = named(luids, rows)
            guard !chosen.isEmpty else { return }
            append(.share(Share(sent: [], leftOut: [])), of: chosen, as: id, &rows)
        case .undo(let operation): undo(operation, &rows)
        }
    }

    private func named<Rows: SyncRows>(_ luids: [LUID], _ rows: Rows) -> [LUID] {
        Self.unique(luids.map { rows.resolve($0) })
    }

    private mutating func set<Rows: SyncRows>(
        _ flag: Flag, _ value: Bool, _ luids: [LUID], in operation: OperationNumber? = nil,
        _ rows: inout Rows
    ) {
        let operation = operation ?? OperationNumber(rows.makeNumber())
        for luid in luids {
            guard let view = view(of: luid, rows: rows) else { continue }
            // A value that waits for a server id is local state: the last one
            // is enough.
            if rows.serverRows(of: luid).isEmpty {
                for part in queue.parts(of: luid) where part.state == .waiting {
                    if case .flag(let change) = part.work, change.flag == flag {
                        finish(part, .void, &rows)
                    }
                }
            }
            append(
                .flag(FlagChange(flag: flag, value: value, prior: view.has(flag), ids: [])),
                of: [luid], in: operation, &rows)
        }
    }

    private mutating func delete<Rows: SyncRows>(_ luids: [LUID], _ rows: inout Rows) {
        let operation = OperationNumber(rows.makeNumber())
        for luid in luids where view(of: luid, rows: rows) != nil {
            delete(luid, in: operation, &rows)
        }
    }

    private mutating func delete<Rows: SyncRows>(
        _ luid: LUID, in operation: OperationNumber, _ rows: inout Rows
    ) {
        var deletion = Deletion(
            ids: rows.serverRows(of: luid).map(\.photo.id),
            hashes: rows.content(of: luid).map { [$0] } ?? [],
            superseded: [], cancels: [], voided: [])
        for part in queue.parts(of: luid) { void(part, of: luid, for: &deletion, &rows) }
        let files = rows.files(of: luid)
        deletion.superseded = files.compactMap { $0.superseded ? $0.hash.hash : nil }
            .filter { !isShown($0, rows) }
        let part = append(.delete(deletion), of: [luid], in: operation, &rows)
        for var file in files where !file.superseded {
            if file.changedFrom != nil {
                // These are not the bytes that the user saw: a new photo.
                file.luid = nil
                file.changedFrom = nil
                file.edit = nil
                rows.save(file)
                continue
            }
            file.luid = nil
            file.held = false
            let trashed = TrashedFile(
                deletedBy: part.id, file: file, luid: luid, state: .leaving)
            rows.save(trashed)
            resume(trashed, rows)
        }
        for trashed in rows.trashedFiles(of: luid) where trashed.state == .returning {
            var trashed = trashed
            trashed.state = .leaving
            trashed.deletedBy = part.id
            rows.save(trashed)
            resume(trashed, rows)
        }
        for hash in deletion.hashes + deletion.superseded where rows.tombstone(of: hash) == nil {
            rows.save(Tombstone(hash: hash, marks: marks(rows)))
            touch(rows.owner(of: hash))
        }
    }

    /// Whether the content is that of a photo in the timeline.
    private func isShown<Rows: SyncRows>(_ hash: ContentHash, _ rows: Rows) -> Bool {
        rows.owner(of: hash).map { view(of: $0, rows: rows) != nil } ?? false
    }

    /// A delete makes earlier unsent acts on the photo void. An upload may be
    /// under way: the delete names it, so that its bytes do not stay when they
    /// land after all.
    private mutating func void<Rows: SyncRows>(
        _ part: Part, of luid: LUID, for deletion: inout Deletion, _ rows: inout Rows
    ) {
        switch part.work {
        case .upload where !part.isAnswered:
            deletion.cancels.append(part.id)
            finish(part, .void, &rows)
        case .flag where part.state == .waiting:
            deletion.voided.append(part)
            finish(part, .void, &rows)
        case .share(var share) where part.state == .waiting:
            var part = part
            part.luids.removeAll { $0 == luid }
            share.leftOut.append(luid)
            part.work = .share(share)
            save(part, &rows)
            touch(luid)
        default: break
        }
    }

    private mutating func restore<Rows: SyncRows>(_ luids: [LUID], _ rows: inout Rows) {
        let operation = OperationNumber(rows.makeNumber())
        for luid in luids where view(of: luid, rows: rows) == nil {
            guard let hash = rows.content(of: luid) else { continue }
            bringBack(
                luid, Restoration(ids: [], hashes: [hash]), trashedAs: luid, in: operation,
                &rows)
        }
    }

    private mutating func bringBack<Rows: SyncRows>(
        _ luid: LUID, _ restoration: Restoration, trashedAs former: LUID,
        in operation: OperationNumber, _ rows: inout Rows
    ) {
        append(.restore(restoration), of: [luid], in: operation, &rows)
        for hash in restoration.hashes { liftTombstone(of: hash, &rows) }
        untrash(former, as: luid, &rows)
    }

    private mutating func untrash<Rows: SyncRows>(
        _ former: LUID, as luid: LUID, _ rows: inout Rows
    ) {
        for var file in rows.trashedFiles(of: former) where file.state != .returning {
            file.state = .returning
            file.luid = luid
            rows.save(file)
            resume(file, rows)
        }
        touch(luid)
    }

    private mutating func undo<Rows: SyncRows>(
        _ operation: OperationNumber, _ rows: inout Rows
    ) {
        let inverse = OperationNumber(rows.makeNumber())
        for recorded in rows.parts(of: operation).reversed() {
            let queued = queue.part(recorded.number)
            let part = queued ?? recorded
            let luids = part.luids.map { rows.resolve($0) }
            let isUnsent = queued?.state == .waiting
            switch part.work {
            case .flag(let change):
                if isUnsent { finish(part, .undone, &rows) }
                // What it found may have been made void by it.
                guard !isUnsent || !shows(change.flag, change.prior, luids, rows) else { break }
                if change.prior != change.value {
                    set(change.flag, change.prior, luids, in: inverse, &rows)
                }
            case .delete(let deletion):
                undo(part, deletion, isUnsent: isUnsent, in: inverse, &rows)
            case .share where isUnsent: finish(part, .undone, &rows)
            case .upload, .restore, .share: break
            }
        }
    }

    private func shows<Rows: SyncRows>(
        _ flag: Flag, _ value: Bool, _ luids: [LUID], _ rows: Rows
    ) -> Bool {
        luids.allSatisfy { view(of: $0, rows: rows).map { $0.has(flag) == value } ?? true }
    }

    private mutating func undo<Rows: SyncRows>(
        _ part: Part, _ deletion: Deletion, isUnsent: Bool, in inverse: OperationNumber,
        _ rows: inout Rows
    ) {
        for former in part.luids.map({ rows.resolve($0) }) {
            // The content may have found another photo since.
            let luid = deletion.hashes.first.flatMap { rows.owner(of: $0) } ?? former
            guard view(of: luid, rows: rows) == nil else { continue }
            if isUnsent {
                finish(part, .undone, &rows)
                for hash in deletion.hashes { liftTombstone(of: hash, &rows) }
                untrash(former, as: luid, &rows)
            } else if deletion.hashes.isEmpty {
                untrash(former, as: luid, &rows)
            } else {
                bringBack(
                    luid, Restoration(ids: deletion.ids, hashes: deletion.hashes),
                    trashedAs: former, in: inverse, &rows)
            }
            for voided in deletion.voided {
                append(voided.work, of: [luid], in: voided.operation, &rows)
            }
        }
    }
}
