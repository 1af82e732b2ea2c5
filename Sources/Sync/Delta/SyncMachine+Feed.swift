import Photos

/// The server's changes: pages in order, deletions judged when all is read,
/// a reset marked and swept.
extension SyncMachine {
    /// Begins the next read, or waits for changes.
    mutating func pumpFeed<Rows: SyncRows>(_ rows: Rows) {
        if let request = feed.request {
            guard request.isLongPoll, feed.isDue else { return }
            actions.append(.cancel(request.number))
            feed.request = nil
        }
        if let at = feed.retryAt, at > now {
            actions.append(.wake(at))
            return
        }
        feed.retryAt = nil
        let cursor = rows.feedPosition().cursor
        let number = newRequest()
        let polls = !feed.isDue && cursor != nil
        if !polls { feed.reads += 1 }
        feed.isDue = false
        feed.request = FeedReading.Request(
            number: number, isLongPoll: polls, read: feed.reads)
        if polls, let cursor {
            actions.append(.send(number, .longPoll(cursor: cursor)))
        } else {
            actions.append(.send(number, .read(cursor: cursor)))
        }
    }

    mutating func receiveFeed<Rows: SyncRows>(
        _ answer: Answer, to request: FeedReading.Request, _ rows: inout Rows
    ) {
        feed.request = nil
        switch answer {
        case .page(let page):
            feed.backoff.reset()
            // The server is there again.
            haveRetry = nil
            apply(page, read: request.read, &rows)
        case .reset:
            beginListing(&rows)
        case .woken(let changes, let asked):
            feed.backoff.reset()
            // An answer may have asked for a read while sync was paused.
            if changes { feed.isDue = true }
            if let asked { feed.retryAt = now.advanced(byMilliseconds: asked) }
        default:
            feed.isDue = true
            let asked: Int64? =
                if case .failed(let milliseconds) = answer { milliseconds } else { nil }
            let delay = feed.backoff.next(asked: asked, using: &chance)
            feed.retryAt = now.advanced(byMilliseconds: delay)
        }
    }

    /// From now on absence means nothing, until the new listing is read.
    private mutating func beginListing<Rows: SyncRows>(_ rows: inout Rows) {
        var position = rows.feedPosition()
        position.cursor = nil
        position.listing += 1
        position.listingBegan = nil
        position.isIncomplete = false
        rows.save(position)
        // What the feed had said of deletions is left to the sweep.
        for var row in rows.leavingServerRows() {
            row.leaving = false
            rows.save(row)
            reconsider(row.luid)
        }
        feed.isDue = true
    }

    private mutating func apply<Rows: SyncRows>(
        _ page: Page, read: Int64, _ rows: inout Rows
    ) {
        var position = rows.feedPosition()
        if position.cursor == nil {
            if position.epoch != page.epoch { forgetAnswers(&rows) }
            position.listingBegan = page.sequence
            position.epoch = page.epoch
        } else if position.epoch != page.epoch {
            beginListing(&rows)
            return
        }
        for entry in page.entries { apply(entry, &position, &rows) }
        position.cursor = page.cursor
        position.applied = page.sequence
        if !page.hasMore {
            if let began = position.listingBegan {
                // An entry that was not understood may be of any photo: the
                // next listing sweeps.
                if !position.isIncomplete { sweep(position.listing, began: began, &rows) }
                position.listingBegan = nil
                // Changes since it began are read at once.
                feed.isDue = true
            }
            position.reached = page.sequence
            rows.save(position)
            judgeDeletions(&rows)
            settleBeforeLeaving(&rows)
            endAnswered(position, read: read, &rows)
            if position.isIncomplete { relist(&rows) }
        } else {
            rows.save(position)
            feed.isDue = true
        }
    }

    /// Entries that could not be read are asked for again by a new listing,
    /// after a while.
    private mutating func relist<Rows: SyncRows>(_ rows: inout Rows) {
        beginListing(&rows)
        feed.retryAt = now.advanced(byMilliseconds: Backoff.longest)
    }

    private mutating func apply<Rows: SyncRows>(
        _ entry: Page.Entry, _ position: inout FeedPosition, _ rows: inout Rows
    ) {
        switch entry {
        case .photo(let photo): apply(photo, position.listing, &rows)
        case .deleted(let id):
            guard var row = rows.serverRow(id) else { return }
            row.leaving = true
            row.toldBy = nil
            rows.save(row)
            reconsider(row.luid)
        case .unreadable(let text):
            rows.quarantine(text)
            position.isIncomplete = true
        }
    }

    private mutating func apply<Rows: SyncRows>(
        _ photo: ServerPhoto, _ listing: Int64, _ rows: inout Rows
    ) {
        var row = rows.serverRow(photo.id) ?? ServerRow(photo: photo, listing: listing)
        row.leaving = false
        row.listing = listing
        row.toldBy = nil
        if row.photo.hash == photo.hash {
            row.photo = photo
            row.next = nil
        } else {
            row.photo.hidden = photo.hidden
            row.photo.favourite = photo.favourite
            row.next = photo
        }
        rows.save(row)
        touch(row.luid)
        liftTombstone(of: photo.hash, &rows)
        if !askedSizes.contains(photo.size), rows.isPlacedUnhashed(ofSize: photo.size) {
            askedSizes.insert(photo.size)
            for file in rows.unhashedFiles(ofSize: photo.size, limit: .max) {
                actions.append(.hash(file.id, urgent: true))
            }
        }
    }

    /// Rows that the drained listing has not seen go, without a tombstone: a
    /// server restored from a backup says nothing of what it has lost. A file
    /// of the content on this disk is asked of `have`, which tells.
    private mutating func sweep<Rows: SyncRows>(
        _ listing: Int64, began: Int64, _ rows: inout Rows
    ) {
        for row in rows.serverRows(notSeenBy: listing) {
            if let told = row.toldBy, told > began { continue }
            rows.removeServerRow(row.photo.id)
            touch(row.luid)
        }
    }

    private mutating func judgeDeletions<Rows: SyncRows>(_ rows: inout Rows) {
        let leaving = rows.leavingServerRows()
        for row in leaving {
            rows.removeServerRow(row.photo.id)
            touch(row.luid)
        }
        for row in leaving {
            for hash in [row.photo.hash, row.next?.hash].compactMap({ $0 }) {
                let isThere = rows.serverRows(holding: hash).contains { _ in true }
                guard !isThere, rows.tombstone(of: hash) == nil else { continue }
                rows.save(Tombstone(hash: hash, marks: marks(rows)))
                touch(rows.owner(of: hash))
            }
        }
    }

    /// What answers told in an earlier epoch says nothing of this one.
    private func forgetAnswers<Rows: SyncRows>(_ rows: inout Rows) {
        for var row in rows.toldServerRows() {
            row.toldBy = nil
            rows.save(row)
        }
    }

    /// Rows are placed before operations leave, so that what an operation did
    /// is in the view when it goes.
    private mutating func settleBeforeLeaving<Rows: SyncRows>(_ rows: inout Rows) {
        let reached = rows.feedPosition().reached
        for var row in rows.toldServerRows() {
            guard let told = row.toldBy, told <= reached else { continue }
            row.toldBy = nil
            rows.save(row)
        }
        settle(&rows)
    }

    /// Answered parts whose effect has been read leave; those answered by a
    /// server that has since lost its memory are sent again.
    private mutating func endAnswered<Rows: SyncRows>(
        _ position: FeedPosition, read: Int64, _ rows: inout Rows
    ) {
        for number in queue.answered {
            guard let part = queue.part(number),
                case .answered(let epoch, let sequence) = part.state
            else { continue }
            if epoch == position.epoch {
                if sequence <= position.reached { leave(part, &rows) }
            } else if read > readsAtAnswer[part.id] ?? 0 {
                var part = part
                part.state = .sent
                save(part, &rows)
            }
        }
    }
}
