import Photos

/// Where files of this device belong: `Settlement` decides, on the standings
/// of the files that are not settled, and this carries it out.
extension SyncMachine {
    /// Whether a file moved.
    mutating func placeFiles<Rows: SyncRows>(_ rows: inout Rows) -> Bool {
        let open = rows.unsettledFiles()
        guard !open.isEmpty else { return false }
        let settlement = settlement(of: open, rows)
        var moved = false
        for action in settlement.settle() where carryOut(action, &rows) { moved = true }
        return moved
    }

    // MARK: Standings

    private func settlement<Rows: SyncRows>(of open: [LocalFile], _ rows: Rows) -> Settlement {
        var sizes: [SizeStanding] = []
        var files: [LocalFile] = []
        for size in Self.unique(open.map(\.size)) {
            let standing = rows.openFiles(ofSize: size).filter { isStanding($0, rows) }
            files += standing
            let hasOthers =
                rows.contentHasSize(size) || standing.count < rows.fileCount(ofSize: size)
            sizes.append(SizeStanding(size: size, hasOthers: hasOthers))
        }
        let edited = Self.unique(files.compactMap { $0.changedFrom == nil ? nil : $0.luid })
        for luid in edited {
            for file in rows.files(of: luid) where isStanding(file, rows) {
                if !files.contains(where: { $0.id == file.id }) { files.append(file) }
            }
        }
        return Settlement(
            sizes: sizes, files: files.map { standing(of: $0, rows) },
            owners: owners(for: files, rows), judgesEdits: mayJudgeEdits(rows))
    }

    /// Superseded bytes have no place to find, and those on an absent disk
    /// wait for it.
    private func isStanding<Rows: SyncRows>(_ file: LocalFile, _ rows: Rows) -> Bool {
        !file.superseded
            && (file.hash != .wanted || file.luid != nil
                || rows.root(file.root)?.available == true)
    }

    private func standing<Rows: SyncRows>(of file: LocalFile, _ rows: Rows) -> FileStanding {
        // Held with its LUID it waits at the gate, as if it had none.
        var standing = FileStanding(
            id: file.id, size: file.size, hash: file.hash, luid: file.held ? nil : file.luid)
        if let luid = standing.luid, file.changedFrom != nil {
            if let owner = file.hash.hash.flatMap({ rows.owner(of: $0) }),
                owner == luid || isLive(owner, rows)
            {
                // Bytes of a known photo need no judgement.
                standing.luid = nil
                return standing
            }
            let mayKeep = file.edit == .sameShot && mayReplace(file, luid, rows)
            standing.edit = mayKeep ? .sameShot : .otherShot
            if !mayJudge(file, luid, rows) { standing.hash = .wanted }
        } else if standing.hash == .wanted, rows.root(file.root)?.available != true {
            // Nobody can wait for it.
            standing.hash = .failed
        }
        return standing
    }

    /// A photo without any file left does not count: its content makes a new
    /// tile, of the old LUID.
    private func owners<Rows: SyncRows>(for files: [LocalFile], _ rows: Rows) -> [ContentOwner] {
        var owners: [ContentOwner] = []
        let luids = files.compactMap(\.luid)
        let holders = files.compactMap { $0.hash.hash.flatMap { rows.owner(of: $0) } }
        for luid in Self.unique(luids + holders.filter { isLive($0, rows) }) {
            guard let hash = rows.content(of: luid), rows.owner(of: hash) == luid else { continue }
            owners.append(
                ContentOwner(
                    hash: hash, size: 0, luid: luid, isShown: view(of: luid, rows: rows) != nil))
        }
        return owners
    }

    // MARK: Carrying out

    /// Whether something moved.
    private mutating func carryOut<Rows: SyncRows>(
        _ action: Settlement.Action, _ rows: inout Rows
    ) -> Bool {
        switch action {
        case .learn(let luid, let hash): learn(hash, of: luid, &rows)
        case .merge(let luid, let owner): merge(luid, into: owner, &rows)
        case .attach(let id, let luid):
            guard let file = rows.file(id) else { return false }
            giveUp(file, for: luid, &rows)
            attach(file, to: luid, &rows)
        case .replace(let luid, let hash, let ids):
            edit(ids.compactMap { rows.file($0) }, luid, to: hash, &rows)
        case .create(let ids, let hash): create(ids.compactMap { rows.file($0) }, hash, &rows)
        // The machine asks for hashes as files are seen.
        case .hold, .hashSoon: return false
        }
        return true
    }

    private mutating func learn<Rows: SyncRows>(
        _ hash: ContentHash, of luid: LUID, _ rows: inout Rows
    ) {
        if let owner = rows.owner(of: hash) {
            merge(luid, into: owner, &rows)
        } else if let file = rows.files(of: luid).first(where: { $0.hash.hash == hash }) {
            attach(file, to: luid, &rows)
            give(hash, ofSize: file.size, to: luid, &rows)
        }
    }

    private mutating func create<Rows: SyncRows>(
        _ files: [LocalFile], _ hash: ContentHash?, _ rows: inout Rows
    ) {
        guard let first = files.first else { return }
        guard let hash else {
            attach(first, to: first.luid ?? rows.makeLUID(), &rows)
            return
        }
        let luid: LUID
        if rows.owner(of: hash) == nil, let held = files.first(where: { isUnknown($0, rows) })?.luid
        {
            luid = held
            give(hash, ofSize: first.size, to: luid, &rows)
        } else {
            luid = photo(of: hash, ofSize: first.size, &rows)
        }
        for file in files {
            giveUp(file, for: luid, &rows)
            attach(file, to: luid, &rows)
        }
    }

    /// Whether it waits at the gate with the LUID of a photo of which nothing
    /// is known.
    private func isUnknown<Rows: SyncRows>(_ file: LocalFile, _ rows: Rows) -> Bool {
        guard file.held, let luid = file.luid else { return false }
        return rows.content(of: luid) == nil
    }

    /// A file that waited with a LUID of its own brings that one along.
    private mutating func giveUp<Rows: SyncRows>(
        _ file: LocalFile, for luid: LUID, _ rows: inout Rows
    ) {
        guard isUnknown(file, rows), let former = file.luid, former != luid else { return }
        merge(former, into: luid, &rows)
    }

    /// The one merge: a photo that was placed unhashed is the content of
    /// another.
    private mutating func merge<Rows: SyncRows>(
        _ luid: LUID, into owner: LUID, _ rows: inout Rows
    ) {
        rows.addAlias(luid, of: owner)
        for file in rows.files(of: luid) { attach(file, to: owner, &rows) }
        for var part in queue.parts(of: luid) {
            if case .flag(let change) = part.work, part.state == .waiting,
                isOvertaken(part, change, of: owner, rows)
            {
                // What the user has set on the other tile since counts.
                finish(part, .void, &rows)
                continue
            }
            part.luids = Self.unique(part.luids.map { $0 == luid ? owner : $0 })
            leaveOut(owner, of: &part)
            save(part, &rows)
        }
        touch(luid)
    }

    /// A share goes without a photo that the user has deleted since, if on
    /// another tile: the delete waits for the share, and what brings the photo
    /// back to the server waits for the delete.
    private func leaveOut(_ luid: LUID, of part: inout Part) {
        guard case .share(var share) = part.work, part.state == .waiting else { return }
        let number = part.number
        let isDeleted = queue.parts(of: luid).contains { later in
            if case .delete = later.work { later.number > number } else { false }
        }
        guard isDeleted else { return }
        part.luids.removeAll { $0 == luid }
        share.leftOut.append(luid)
        part.work = .share(share)
    }
}
