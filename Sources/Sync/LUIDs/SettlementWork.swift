import Photos

/// A settlement under way: the rows as they are after the steps so far.
struct SettlementWork {
    private(set) var actions: [Settlement.Action] = []

    /// By id.
    private var files: [FileStanding]
    private let sizes: [SizeStanding]
    private var owners: [ContentHash: LUID] = [:]
    private var contents: [LUID: ContentHash] = [:]
    /// By size, the files that are shown unhashed: nothing that may have their
    /// bytes may be shown beside them.
    private var shownUnhashed: [Int64: SameSizeFiles] = [:]
    /// Photos that have a content and do not stand in the timeline.
    private var notShown: Set<LUID> = []
    /// Of each photo, where its files are in `files`, ascending.
    private var places: [LUID: [Int]] = [:]
    /// All files by size.
    private var bySize: [Int64: SameSizeFiles] = [:]
    /// Files whose edit was found to be a new photo.
    private var newPhotos: Set<FileID> = []

    init(_ settlement: Settlement) {
        files = settlement.files
        sizes = settlement.sizes
        for owner in settlement.owners {
            owners[owner.hash] = owner.luid
            contents[owner.luid] = owner.hash
            if !owner.isShown { notShown.insert(owner.luid) }
        }
        for (index, file) in files.enumerated() {
            bySize[file.size, default: SameSizeFiles()].add(file)
            if file.isShownUnhashed {
                shownUnhashed[file.size, default: SameSizeFiles()].add(file)
            }
            if let luid = file.luid { places[luid, default: []].append(index) }
        }
        // The bytes changed before anybody said so: an edit of which no
        // metadata tell that it is the same shot.
        for index in files.indices where files[index].edit == nil {
            guard let luid = files[index].luid, let hash = files[index].hash.hash,
                let content = contents[luid], content != hash
            else { continue }
            files[index].edit = .otherShot
        }
    }

    /// Photos shown unhashed take the content of their file, or turn out to be
    /// another photo. What failed to be hashed and is hashed now waits at the
    /// gate, like a new tile.
    mutating func learn() {
        for file in files where file.edit == nil {
            guard let luid = file.luid, contents[luid] == nil, let hash = file.hash.hash,
                mayShow(hash, of: file)
            else { continue }
            if let owner = owners[hash] {
                actions.append(.merge(from: luid, into: owner))
                for index in places[luid] ?? [] { move(index, to: owner) }
            } else {
                own(luid, hash)
                actions.append(.learn(luid, hash))
            }
        }
    }

    /// New files whose content has an owner join it.
    mutating func attachNewFiles() {
        for index in files.indices where files[index].luid == nil {
            attachToOwner(index)
        }
    }

    /// Decides where the changed bytes at known paths belong.
    mutating func judgeEdits() {
        let edited = files.indices.filter { isJudgeable(files[$0]) }
        // Bytes that are a known photo's go there, before anything else: they
        // are then that photo's file, and it is not free to take others.
        for index in edited { attachToOwner(index) }
        for edit in [FileEdit.sameShot, .otherShot] {
            for index in edited where files[index].edit == edit {
                judge(index, edit)
            }
        }
    }

    /// Makes photos of the files that need not or need no longer wait.
    mutating func openGate() {
        // Photos may have taken new contents since.
        for index in files.indices
        where files[index].luid == nil || newPhotos.contains(files[index].id) {
            attachToOwner(index)
        }
        var created: [(files: [FileID], hash: ContentHash?)] = []
        var positions: [ContentHash: Int] = [:]
        var held: [FileStanding] = []
        for file in files where isToSettle(file) && (file.luid == nil || file.edit != nil) {
            switch file.hash {
            case .hashed(let hash) where mayCreate(file):
                if let position = positions[hash] {
                    created[position].files.append(file.id)
                } else {
                    positions[hash] = created.count
                    created.append(([file.id], hash))
                }
            case .failed where file.luid == nil, .wanted where isAlone(file):
                created.append(([file.id], nil))
            case .hashed, .failed, .wanted:
                held.append(file)
            }
        }
        actions += created.map { .create($0.files, $0.hash) }
        actions += held.map { .hold($0.id) }
        hashSoon(held)
    }

    // MARK: - Edits

    /// All edits of a photo are judged together, when all are hashed.
    private func isJudgeable(_ file: FileStanding) -> Bool {
        guard isToSettle(file), file.edit != nil, file.hash.hash != nil, let luid = file.luid
        else { return false }
        return !files(of: luid).contains { $0.edit != nil && $0.hash == .wanted }
    }

    private mutating func judge(_ index: Int, _ edit: FileEdit) {
        guard let luid = files[index].luid, let hash = files[index].hash.hash else { return }
        if attachToOwner(index) { return }
        guard !isBlocked(files[index]) else { return }
        guard edit == .sameShot, !files(of: luid).contains(where: { $0.edit == nil }) else {
            newPhotos.insert(files[index].id)
            return
        }
        if let old = contents[luid] { owners[old] = nil }
        own(luid, hash)
        let same = (places[luid] ?? []).filter {
            files[$0].edit != nil && files[$0].hash.hash == hash && isToSettle(files[$0])
        }
        for index in same { files[index].edit = nil }
        actions.append(.replace(luid, hash, files: same.map { files[$0].id }))
    }

    // MARK: - The gate

    /// Whether a tile of a hashed file's content is there or may come.
    private func mayShow(_ hash: ContentHash, of file: FileStanding) -> Bool {
        if let owner = owners[hash], !notShown.contains(owner) { return true }
        return !isBlocked(file)
    }

    /// Whether a hashed file may have the bytes of one that is shown unhashed.
    private func isBlocked(_ file: FileStanding) -> Bool {
        shownUnhashed[file.size]?.mayEqual(file) ?? false
    }

    /// Whether a hashed file without an owner may become a new photo.
    private func mayCreate(_ file: FileStanding) -> Bool {
        if file.luid != nil { return newPhotos.contains(file.id) }
        return !isBlocked(file)
    }

    /// Whether nothing that is known can have the bytes of this new file.
    private func isAlone(_ file: FileStanding) -> Bool {
        guard file.luid == nil, let standing = standing(of: file.size), !standing.hasOthers
        else { return false }
        return bySize[file.size]?.mayEqual(file, isAmongThem: true) == false
    }

    /// Files that hold up others come first.
    private mutating func hashSoon(_ held: [FileStanding]) {
        var waiting: [Int64: SameSizeFiles] = [:]
        for file in held { waiting[file.size, default: SameSizeFiles()].add(file) }
        for file in files
        where file.isShownUnhashed && waiting[file.size]?.mayEqual(file) == true {
            actions.append(.hashSoon(file.id))
        }
        for file in held where file.hash == .wanted {
            actions.append(.hashSoon(file.id))
        }
    }

    // MARK: - Rows

    private mutating func own(_ luid: LUID, _ hash: ContentHash) {
        owners[hash] = luid
        contents[luid] = hash
    }

    @discardableResult
    private mutating func attachToOwner(_ index: Int) -> Bool {
        guard isToSettle(files[index]), let hash = files[index].hash.hash,
            let owner = owners[hash], mayShow(hash, of: files[index])
        else { return false }
        notShown.remove(owner)
        move(index, to: owner)
        files[index].edit = nil
        actions.append(.attach(files[index].id, owner))
        return true
    }

    private mutating func move(_ index: Int, to luid: LUID) {
        if let old = files[index].luid { places[old]?.removeAll { $0 == index } }
        files[index].luid = luid
        var list = places[luid] ?? []
        list.insert(index, at: list.firstIndex { $0 > index } ?? list.endIndex)
        places[luid] = list
    }

    private func files(of luid: LUID) -> [FileStanding] {
        (places[luid] ?? []).map { files[$0] }
    }

    private func isToSettle(_ file: FileStanding) -> Bool {
        standing(of: file.size) != nil
    }

    private func standing(of size: Int64) -> SizeStanding? {
        var low = 0
        var high = sizes.count
        while low < high {
            let middle = (low + high) / 2
            if sizes[middle].size < size { low = middle + 1 } else { high = middle }
        }
        return low < sizes.count && sizes[low].size == size ? sizes[low] : nil
    }
}

extension FileStanding {
    /// Its photo is in the timeline and nobody knows yet what its bytes are.
    var isShownUnhashed: Bool { luid != nil && edit == nil && hash == .wanted }
}
