import Photos

/// What the server answered.
extension SyncMachine {
    mutating func receive<Rows: SyncRows>(
        _ answer: Answer, to number: RequestNumber, _ rows: inout Rows
    ) {
        if let request = feed.request, request.number == number {
            receiveFeed(answer, to: request, &rows)
            return
        }
        guard let index = inFlight.firstIndex(where: { $0.number == number }) else { return }
        switch inFlight.remove(at: index).purpose {
        case .have(let numbers): receiveHave(answer, numbers, &rows)
        case .part(let number):
            if let part = queue.part(number) {
                receive(answer, for: part, &rows)
            }
        }
    }

    private mutating func receive<Rows: SyncRows>(
        _ answer: Answer, for part: Part, _ rows: inout Rows
    ) {
        switch answer {
        case .done(let effect): answered(part, effect, &rows)
        case .refused(let refusal, let reason): refused(part, refusal, reason, &rows)
        case .failed(let asked): retry(part, asked)
        default: retry(part, nil, afterWalk: answer == .sourceChanged)
        }
    }

    private mutating func retry(_ part: Part, _ asked: Int64?, afterWalk: Bool = false) {
        var next = tries[part.id] ?? Try()
        next.waitsForWalk = afterWalk
        let delay = next.backoff.next(asked: asked, using: &chance)
        next.notBefore = now.advanced(byMilliseconds: delay)
        tries[part.id] = next
        cleared[part.id] = nil
        for luid in part.luids { touch(luid) }
    }

    private mutating func answered<Rows: SyncRows>(
        _ part: Part, _ effect: Answer.Effect, _ rows: inout Rows
    ) {
        var part = part
        if case .flag(var change) = part.work, !effect.notFound.isEmpty {
            change.ids.removeAll { effect.notFound.contains($0) }
            part.work = .flag(change)
        }
        if case .restore(var restoration) = part.work, !effect.notFound.isEmpty {
            restoration.ids = []
            part.work = .restore(restoration)
        }
        part.state = .answered(epoch: effect.epoch, sequence: effect.sequence)
        readsAtAnswer[part.id] = feed.reads
        // The feed is read up to the answer, even if it has nothing new.
        feed.isDue = true
        save(part, &rows)
        if case .upload = part.work, let landed = effect.landed {
            note(landed, effect, &rows)
            noteReplaced(landed, effect, part, &rows)
        }
    }

    /// Flags of photos that have taken a server photo since this one was sent
    /// to it need wait no longer.
    func photosNamed<Rows: SyncRows>(by part: Part, _ rows: Rows) -> [LUID] {
        part.sentFlagIDs.flatMap { id in
            // One that was sent too may be of a photo that has lost it since.
            queue.partsNaming(id).flatMap(\.luids)
                + [rows.serverRow(id)?.luid].compactMap { $0 }
        }
    }

    /// The feed has shown the photo of our upload already, with content that
    /// another put there after ours: our bytes are superseded, though the feed
    /// never named them.
    private mutating func noteReplaced<Rows: SyncRows>(
        _ landed: ServerPhoto, _ effect: Answer.Effect, _ part: Part, _ rows: inout Rows
    ) {
        let luid = part.luids[0]
        let position = rows.feedPosition()
        guard effect.epoch == position.epoch, effect.sequence <= position.applied,
            var row = rows.serverRow(landed.id), row.next == nil, row.photo.hash != landed.hash,
            row.replacedBy == nil, row.photo.revision != landed.revision,
            rows.content(of: luid) == landed.hash, rows.serverRows(of: luid).isEmpty,
            let other = row.luid, other != luid
        else { return }
        let isAlone =
            rows.serverRows(of: other).count == 1 && rows.files(of: other).isEmpty
            && rows.trashedFiles(of: other).isEmpty && !queue.concerns(other)
        if isAlone {
            row.luid = luid
            rows.save(row)
            touch(other)
            give(row.photo.hash, ofSize: row.photo.size, to: luid, &rows)
        } else {
            for var file in rows.files(of: luid)
            where file.isCurrent && file.hash.hash == landed.hash {
                file.luid = other
                file.superseded = true
                rows.save(file)
            }
            touch(luid)
        }
    }

    /// The answer tells of the photo before the feed does. Without this, a
    /// photo that another device edits before the feed is read would never be
    /// seen with our content, and that would be uploaded again.
    private mutating func note<Rows: SyncRows>(
        _ landed: ServerPhoto, _ effect: Answer.Effect, _ rows: inout Rows
    ) {
        let position = rows.feedPosition()
        guard effect.epoch == position.epoch, effect.sequence > position.applied,
            position.cursor != nil, rows.serverRow(landed.id) == nil
        else { return }
        var row = ServerRow(photo: landed, listing: position.listing)
        row.toldBy = effect.sequence
        rows.save(row)
        touch(rows.owner(of: landed.hash))
    }

    private mutating func refused<Rows: SyncRows>(
        _ part: Part, _ refusal: Answer.Refusal, _ reason: String, _ rows: inout Rows
    ) {
        if case .upload(let upload) = part.work {
            switch refusal {
            case .contentDeleted: bury(upload.hash, &rows)
            case .cancelled: break
            case .other: rows.markRefused(upload.hash)
            }
        }
        let outcome: Outcome =
            switch refusal {
            case .contentDeleted: .deletedElsewhere
            case .cancelled: .void
            case .other: .refused(reason)
            }
        finish(part, outcome, &rows)
    }

    private mutating func bury<Rows: SyncRows>(_ hash: ContentHash, _ rows: inout Rows) {
        if rows.tombstone(of: hash) == nil {
            rows.save(Tombstone(hash: hash, marks: marks(rows)))
        }
        touch(rows.owner(of: hash))
    }

    private mutating func receiveHave<Rows: SyncRows>(
        _ answer: Answer, _ numbers: [Int64], _ rows: inout Rows
    ) {
        guard case .have(let found, let epoch, let sequence) = answer,
            found.count == numbers.count
        else {
            let asked: Int64? =
                if case .failed(let milliseconds) = answer { milliseconds } else { nil }
            // The question failed, not the uploads: all of them wait for it, and
            // not each thousand for a failure of its own.
            let delay = haveBackoff.next(asked: asked, using: &chance)
            haveRetry = now.advanced(byMilliseconds: delay)
            for number in numbers where queue.part(number) != nil { order.unasked.insert(number) }
            return
        }
        haveBackoff.reset()
        for (number, have) in zip(numbers, found) {
            guard var part = queue.part(number), case .upload(var upload) = part.work
            else { continue }
            // A page may have told of the content since the question was asked.
            for luid in part.luids { touch(luid) }
            switch have {
            case .missing: cleared[part.id] = true
            case .deleted where upload.wish: cleared[part.id] = true
            case .deleted:
                bury(upload.hash, &rows)
                finish(part, .deletedElsewhere, &rows)
            case .present:
                upload.found = true
                part.work = .upload(upload)
                part.state = .answered(epoch: epoch, sequence: sequence)
                readsAtAnswer[part.id] = feed.reads
                feed.isDue = true
                save(part, &rows)
            }
        }
    }

    /// An answered part whose effect has been read.
    mutating func leave<Rows: SyncRows>(_ part: Part, _ rows: inout Rows) {
        switch part.work {
        case .upload(let upload):
            // The server has it and does not list it (yet): asked again later.
            if upload.found, rows.serverRows(holding: upload.hash).isEmpty,
                rows.tombstone(of: upload.hash) == nil,
                source(of: upload.hash, part.luids[0], rows) != nil
            {
                var part = part
                var upload = upload
                upload.found = false
                part.work = .upload(upload)
                part.state = .sent
                save(part, &rows)
                retry(part, nil)
                return
            }
        case .flag(let change) where change.ids.isEmpty:
            flagMissed(part, change, &rows)
            return
        case .restore(let restoration) where restoration.ids.isEmpty:
            restoreMissed(part, restoration, &rows)
            return
        default: break
        }
        finish(part, .done, &rows)
    }

    /// None of the photos that the flag was sent to is there any more: it goes
    /// to those that have appeared since, under another name, or waits; unless
    /// the user has set it anew, for it would come behind that.
    private mutating func flagMissed<Rows: SyncRows>(
        _ part: Part, _ change: FlagChange, _ rows: inout Rows
    ) {
        guard hasFile(part.luids[0], rows) else {
            finish(part, .photoGone, &rows)
            return
        }
        let isOvertaken = isOvertaken(part, change, of: part.luids[0], rows)
        finish(part, .void, &rows)
        if !isOvertaken { append(part.work, of: part.luids, in: part.operation, &rows) }
    }

    /// Whether a later part sets the same flag of the photo, or has set it.
    func isOvertaken<Rows: SyncRows>(
        _ part: Part, _ change: FlagChange, of luid: LUID, _ rows: Rows
    ) -> Bool {
        let isQueued = queue.parts(of: luid).contains { later in
            if case .flag(let other) = later.work {
                later.number > part.number && other.flag == change.flag
            } else {
                false
            }
        }
        return isQueued || rows.lastNumber(setting: change.flag, of: luid) ?? 0 > part.number
    }

    private mutating func restoreMissed<Rows: SyncRows>(
        _ part: Part, _ restoration: Restoration, _ rows: inout Rows
    ) {
        let luid = part.luids[0]
        finish(part, hasFile(luid, rows) ? .done : .nothingToRestore, &rows)
    }
}
