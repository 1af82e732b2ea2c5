import Photos

/// What the scanner and the trash tell.
extension SyncMachine {
    mutating func receive<Rows: SyncRows>(_ event: Event.DiskEvent, _ rows: inout Rows) {
        switch event {
        case .seen(let id, let root, let size): seen(id, root, size, &rows)
        case .hashed(let id, let hash, let edit): hashed(id, hash, edit, &rows)
        case .walkBegan(let root):
            if !walking.contains(root) { walking.append(root) }
        case .walkEnded(let root, let complete, let gone):
            walking.removeAll { $0 == root }
            if complete { walkEnded(root, gone, &rows) }
            judgeWishes(rows)
        case .gone(let files): for file in files { forget(file, &rows) }
        case .changed(let luids): for luid in luids { touch(luid) }
        case .root(let root, let available): changed(root, available, &rows)
        case .trashed(let id, let done): trashed(id, done, &rows)
        case .returned(let id, let done, let former): returned(id, done, former, &rows)
        }
    }

    /// Does again what may not have been done before a crash, or could not be
    /// while the disk was absent.
    mutating func resume<Rows: SyncRows>(_ file: TrashedFile, _ rows: Rows) {
        guard rows.root(file.file.root)?.available == true else { return }
        switch file.state {
        case .leaving: actions.append(.trash(file.file.id, file.file.hash.hash))
        case .returning: actions.append(.untrash(file.file.id))
        case .inTrash: break
        }
    }

    private mutating func seen<Rows: SyncRows>(
        _ id: FileID, _ rootID: RootID, _ size: Int64, _ rows: inout Rows
    ) {
        // A file on its way to the trash or back is not the user's any more,
        // or not yet.
        if rows.trashedFile(id) != nil { return }
        guard let root = rows.root(rootID) else { return }
        var file =
            rows.file(id) ?? LocalFile(id: id, root: rootID, size: size, walk: root.walks + 1)
        if let luid = file.luid {
            if file.superseded {
                file.luid = nil
                file.superseded = false
            } else if let held = file.hash.hash, file.changedFrom == nil,
                rows.content(of: luid) != nil
            {
                file.changedFrom = held
            }
            touch(luid)
        }
        file.size = size
        file.held =
            file.luid != nil && file.changedFrom == nil && sizeIsKnown(of: file, rows)
        file.hash = .wanted
        // How these bytes compare is known with their hash. What was known of
        // others that lay here meanwhile is theirs.
        file.edit = nil
        file.walk = root.walks + 1
        rows.save(file)
        // Two others of the size were asked for when the later of them was seen.
        let alike = rows.unhashedFiles(ofSize: size, limit: 3).filter { $0.id != id }
        if alike.count == 1 { actions.append(.hash(alike[0].id, urgent: true)) }
        actions.append(.hash(id, urgent: !alike.isEmpty || rows.contentHasSize(size)))
    }

    private mutating func hashed<Rows: SyncRows>(
        _ id: FileID, _ hash: ContentHash?, _ edit: FileEdit?, _ rows: inout Rows
    ) {
        guard var file = rows.file(id), file.hash.hash == nil else { return }
        file.hash = hash.map(HashState.hashed) ?? .failed
        file.edit = file.changedFrom == nil ? nil : edit ?? file.edit
        rows.save(file)
        touch(file.luid)
        if let hash { touch(rows.owner(of: hash)) }
    }

    private mutating func walkEnded<Rows: SyncRows>(
        _ rootID: RootID, _ gone: [FileID], _ rows: inout Rows
    ) {
        guard var root = rows.root(rootID) else { return }
        for id in gone { forget(id, &rows) }
        root.walks += 1
        rows.save(root)
        // What could not be read may be readable now.
        for file in rows.failedFiles(in: rootID) {
            actions.append(.hash(file.id, urgent: false))
        }
    }

    /// Files that were found since the last walks have ended may be wishes.
    private mutating func judgeWishes<Rows: SyncRows>(_ rows: Rows) {
        guard walking.isEmpty else { return }
        holdsWishes = false
        for file in rows.filesOfDeletedContents() {
            guard let hash = file.hash.hash, let root = rows.root(file.root),
                rows.tombstone(of: hash)?.isWish(file, root: root) == true
            else { continue }
            touch(file.luid)
        }
    }

    private mutating func forget<Rows: SyncRows>(_ id: FileID, _ rows: inout Rows) {
        guard let file = rows.file(id) else { return }
        rows.removeFile(id)
        touch(file.luid)
        // Where these bytes were moved to is no wish to have them back.
        if let hash = file.hash.hash, var tombstone = rows.tombstone(of: hash) {
            tombstone.marks = marks(rows)
            rows.save(tombstone)
        }
    }

    private mutating func changed<Rows: SyncRows>(
        _ id: RootID, _ available: Bool, _ rows: inout Rows
    ) {
        guard var root = rows.root(id), root.available != available else { return }
        root.available = available
        if available {
            root.settledAtWalk = root.walks + 1
        } else {
            walking.removeAll { $0 == id }
        }
        rows.save(root)
        for file in rows.files(in: id) {
            touch(file.luid)
            if available, file.hash.hash == nil {
                actions.append(.hash(file.id, urgent: false))
            }
        }
        for file in rows.trashedFiles() where available && file.file.root == id {
            resume(file, rows)
        }
    }

    private mutating func trashed<Rows: SyncRows>(
        _ id: FileID, _ done: Bool, _ rows: inout Rows
    ) {
        guard var file = rows.trashedFile(id), file.state == .leaving else { return }
        if done {
            file.state = .inTrash
            rows.save(file)
        } else {
            // Other bytes lie there now: the next walk finds them as new.
            rows.removeTrashedFile(id)
        }
        touch(file.luid)
    }

    private mutating func returned<Rows: SyncRows>(
        _ id: FileID, _ done: Bool, _ former: FileID?, _ rows: inout Rows
    ) {
        if done, let former { forget(former, &rows) }
        guard let trashed = rows.trashedFile(id), trashed.state == .returning else { return }
        touch(trashed.luid)
        guard done else {
            rows.removeTrashedFile(id)
            return
        }
        var file = trashed.file
        file.luid = nil
        file.changedFrom = nil
        file.edit = nil
        file.superseded = false
        file.held = false
        rows.save(file)
        if file.hash.hash == nil {
            file.luid = rows.resolve(trashed.luid)
            file.held = sizeIsKnown(of: file, rows)
            rows.save(file)
            actions.append(.hash(id, urgent: false))
        }
    }

    func marks<Rows: SyncRows>(_ rows: Rows) -> [Tombstone.Mark] {
        rows.roots().map { Tombstone.Mark(root: $0.id, walks: $0.walks) }
    }
}
