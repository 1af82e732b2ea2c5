import Photos
import Sync

/// The invariants, each by its number, after every event of a device.
extension World {
    mutating func checkDevice(_ device: Int, after event: Event) {
        if case .started = event, devices[device].hasStarted {
            checks.isRunning[device] = true
        }
        checkLUIDs(device)
        checkPosition(device)
        checkBounds(device)
        checkTimeline(device)
        checkFeed(device, event)
        checkAdoption(event, device)
        if case .answer(let number, .page(let page)) = event { checkReplay(number, page, device) }
    }

    /// 6: a file that is hashed when its content is known to be on the server
    /// joins that photo, and is not uploaded.
    private mutating func checkAdoption(_ event: Event, _ device: Int) {
        guard case .disk(.hashed(_, let hash?, _)) = event else { return }
        let rows = devices[device].rows
        let isThere = rows.server.rows.contains {
            $0.photo.hash == hash && $0.next == nil && !$0.leaving && $0.replacedBy == nil
                && $0.luid != nil
        }
        let isUploaded = rows.unfinished.rows.contains { part in
            guard case .upload(let upload) = part.work, part.state == .waiting else { return false }
            return upload.hash == hash
        }
        if isThere, isUploaded {
            fail(6, "device \(device) is to upload content \(Content.index(of: hash))")
        }
    }

    /// 3 and 4: LUIDs rise; all files of a LUID have its content, but for the
    /// stated exceptions; no content has two live LUIDs.
    private mutating func checkLUIDs(_ device: Int) {
        let rows = devices[device].rows
        if rows.lastLUID < checks.lastLUID[device] {
            fail(3, "device \(device) gives LUIDs out again")
        }
        checks.lastLUID[device] = rows.lastLUID
        var owners: [Int: LUID] = [:]
        for row in rows.server.rows {
            guard let luid = row.luid else { continue }
            if let replacing = row.replacedBy {
                let isPending = rows.unfinished.rows.contains { $0.id == replacing }
                if !isPending { fail(4, "device \(device) \(row.photo.id) waits for no upload") }
                continue
            }
            checkContent(row.photo.hash, luid, &owners, device)
        }
        for file in rows.files.rows where file.changedFrom == nil && !file.superseded {
            // One that waits at the gate has not brought its content yet.
            guard let luid = file.luid, let hash = file.hash.hash, rows.contents[luid] != nil
            else { continue }
            checkContent(hash, luid, &owners, device)
        }
        for luid in rows.aliases.keys where rows.files.rows.contains(where: { $0.luid == luid }) {
            fail(3, "device \(device) uses merged \(luid)")
        }
    }

    private mutating func checkContent(
        _ hash: ContentHash, _ luid: LUID, _ owners: inout [Int: LUID], _ device: Int
    ) {
        let content = Content.index(of: hash)
        if devices[device].rows.contents[luid] != hash {
            fail(4, "device \(device) \(luid) has a file of content \(content), not its own")
        }
        if let other = owners[content], other != luid {
            fail(4, "device \(device) content \(content) is \(other) and \(luid)")
        }
        owners[content] = luid
    }

    /// 10: the position is monotone within an epoch.
    private mutating func checkPosition(_ device: Int) {
        let position = devices[device].rows.position
        guard !position.isListing else { return }
        let before = checks.position[device]
        if position.epoch == before.epoch, position.reached < before.reached {
            fail(10, "device \(device) went back from \(before.reached) to \(position.reached)")
        }
        checks.position[device] = position
    }

    /// 20: what is in flight has a bound.
    private mutating func checkBounds(_ device: Int) {
        let most = 1 + 1 + SyncMachine.mostOperations + SyncMachine.mostUploads
        if devices[device].machine.requestsInFlight > most {
            fail(20, "device \(device) has too many requests in flight")
        }
    }

    /// 7, 12: the timeline is the view equation; no content has two tiles.
    private mutating func checkTimeline(_ device: Int) {
        guard checks.isRunning[device] else { return }
        let rows = devices[device].rows
        let naive = NaiveModel.timeline(rows)
        let timeline = devices[device].timeline
        if naive.rows != timeline.rows {
            let difference = Set(naive.rows).symmetricDifference(Set(timeline.rows))
                .sorted { $0.luid < $1.luid }
            fail(7, "device \(device) shows another timeline: \(difference)")
        }
        var seen: [Int: LUID] = [:]
        for view in timeline.rows {
            guard let content = trueContent(of: view, rows, device) else { continue }
            if let other = seen[content] {
                fail(12, "device \(device) shows content \(content) as \(other) and \(view.luid)")
            }
            seen[content] = view.luid
        }
    }

    /// The content of a tile; of one whose file is not hashed yet what the
    /// scanner saw there, unless the gate had to give it up.
    private func trueContent(of view: PhotoView, _ rows: MemoryRows, _ device: Int) -> Int? {
        if let hash = view.content { return Content.index(of: hash) }
        for file in rows.files(of: view.luid) {
            guard file.hash == .wanted, rows.root(file.root)?.available == true,
                let onDisk = devices[device].disk.file(file.id),
                onDisk.stamp == devices[device].told(file.id)
            else { continue }
            return onDisk.content
        }
        return nil
    }

    /// 10: what was read up to the server's last change equals what it has.
    private mutating func checkFeed(_ device: Int, _ event: Event) {
        guard case .answer(_, .page(let page)) = event, !page.hasMore else { return }
        let rows = devices[device].rows
        guard !rows.position.isListing, rows.position.epoch == server.epoch,
            rows.position.reached == server.sequence, rows.quarantined.isEmpty
        else { return }
        let here = rows.server.rows.map { $0.next ?? $0.photo }
        if here != server.livePhotos.sorted(by: { $0.id < $1.id }) {
            fail(10, "device \(device) has read all and has other photos than the server")
        }
    }

    /// 5: the same page again changes nothing.
    private mutating func checkReplay(_ number: RequestNumber, _ page: Page, _ device: Int) {
        guard happenings % 7 == 0, checks.failure == nil, checks.isRunning[device] else { return }
        var rows = devices[device].rows
        var machine = devices[device].machine
        let before = rows.digest
        _ = machine.receive(.answer(number, .page(page)), at: now(of: device), rows: &rows)
        if rows.digest != before { fail(5, "device \(device) a page again changed something") }
    }

    /// 11: while a listing runs, nothing vanishes that the server still has.
    mutating func checkListing(_ before: [PhotoView], _ device: Int) {
        let rows = devices[device].rows
        // What was not understood may be any photo.
        guard checks.isRunning[device], rows.position.isListing, rows.quarantined.isEmpty
        else { return }
        for id in before.flatMap(\.copies) where !isDeletedHere(id, rows) {
            let isShown = devices[device].timeline.rows.contains { $0.copies.contains(id) }
            if !isShown, rows.position.epoch == server.epoch,
                server.isLive(id, since: rows.position.applied)
            {
                fail(11, "device \(device) does not show \(id) while it lists")
            }
        }
    }

    private func isDeletedHere(_ id: ServerPhotoID, _ rows: MemoryRows) -> Bool {
        guard let luid = rows.server[id]?.luid else { return false }
        return rows.unfinished.rows.contains { part in
            if case .delete = part.work { part.luids.contains(luid) } else { false }
        }
    }

    /// 11: a walk forgets no file that is there and unchanged.
    mutating func checkNothingForgotten(_ root: RootID, _ device: Int) {
        for (path, file) in zip(devices[device].disk.files.keys, devices[device].disk.files.rows)
        where SimulatedDisk.root(of: path) == root {
            if devices[device].told(path) == file.stamp, devices[device].id(at: path) == nil {
                fail(11, "device \(device) has forgotten \(path)")
            }
        }
    }

    /// 9: the view shows an act of the user at once.
    mutating func checkReadsOwnWrites(
        _ chosen: [PhotoView], _ flag: Flag, _ value: Bool, _ device: Int
    ) {
        guard checks.isRunning[device] else { return }
        for view in chosen {
            var luid = view.luid
            while let next = devices[device].rows.aliases[luid] { luid = next }
            if let now = devices[device].timeline[luid], now.has(flag) != value {
                fail(9, "device \(device) does not show \(flag) of \(view.luid)")
            }
        }
    }

    /// 12: nothing is uploaded that the device knows the server to have.
    mutating func checkUpload(_ upload: Upload, _ device: Int) {
        let rows = devices[device].rows
        let known = rows.server.rows.contains {
            $0.photo.hash == upload.hash && $0.next == nil && !$0.leaving
        }
        if known, upload.replaces == nil, rows.position.epoch == server.epoch {
            fail(12, "device \(device) uploads content \(Content.index(of: upload.hash)) again")
        }
    }

    /// 12: the server did not have the content when it was last asked, or had
    /// an edit that was refused there.
    mutating func checkArrival(_ upload: Upload, _ device: Int) {
        guard let heard = devices[device].heardMissing[upload.hash], upload.replaces == nil,
            !checks.isRestored, server.holds(upload.hash, since: heard)
        else { return }
        fail(12, "device \(device) uploads content \(Content.index(of: upload.hash)) twice")
    }

    /// The server's photo that a request is to replace.
    func photoToReplace(_ request: Request) -> ServerPhoto? {
        guard case .upload(_, _, let upload) = request, let replaced = upload.replaces
        else { return nil }
        return server.livePhotos.first { $0.id == replaced.id }
    }

    /// 14: an edit replaces the bytes that it was made of, and no others.
    mutating func checkReplaced(_ before: ServerPhoto?, _ upload: Upload, _ device: Int) {
        guard let before, let replaced = upload.replaces,
            let now = server.livePhotos.first(where: { $0.id == before.id }),
            now.hash != before.hash
        else { return }
        let content = Content.index(of: before.hash)
        if before.revision != replaced.revision {
            fail(14, "device \(device) overwrote content \(content)")
        }
        wishesFollow(content)
    }

    /// Whether the request would bring back, by mistake, what was deleted.
    func isUnwantedUpload(_ request: Request) -> Bool {
        guard case .upload(_, _, let upload) = request else { return false }
        return !upload.wish && upload.replaces == nil && server.isDeleted(upload.hash)
    }

    /// 14: what was deleted comes back only when the user wishes it.
    mutating func checkStaysDeleted(_ upload: Upload, _ device: Int) {
        guard !server.isDeleted(upload.hash) else { return }
        fail(14, "device \(device) brought back content \(Content.index(of: upload.hash))")
    }

    /// What the device knows from now on of the server's contents.
    mutating func hear(_ answer: Answer, _ device: Int) {
        guard case .have(let found, _, let sequence) = answer else { return }
        for (hash, have) in zip(devices[device].asking, found) {
            devices[device].heardMissing[hash] = have == .missing ? sequence : nil
        }
    }

    /// 16: only bytes that the user deleted leave a folder.
    mutating func checkTrashed(
        _ file: SimulatedDisk.File, _ path: FileID, _ hash: ContentHash?, _ device: Int
    ) {
        if let hash, Content.hash(file.content) != hash {
            fail(16, "device \(device) put other bytes of \(path) into the trash")
        }
        if devices[device].rows.trash[path]?.state != .leaving {
            fail(16, "device \(device) trashed \(path) without a row for it")
        }
    }
}
