import DecoderProtocol
import Media
import Photos
import Store
import Sync

extension WriteTransaction {
    /// Adds a file, or gives a known one its new metadata.
    ///
    /// - Returns: its id, and whether its bytes are to be hashed anew.
    mutating func put(
        _ file: ReadFile, _ metadata: PhotoMetadata
    ) throws(StoreError) -> (FileID, hasNewBytes: Bool) {
        try removeProblem(at: file.path)
        // Since the walk began, the path may have got a file, one that came
        // back from the trash, or have lost the one that was known there: what
        // was read belongs to the path.
        guard let before = try reading.file(at: file.path) else {
            let isAlone = try !reading.isKnown(size: file.stamp.size)
            if !isAlone, let former = try formerRow(of: file) {
                try moveFile(former, to: file.path, in: file.root, stamp: file.stamp)
                return (former, false)
            }
            let new = NewFile(
                root: file.root, path: file.path, stamp: file.stamp, metadata: metadata)
            return (try addFile(new, isAlone: isAlone), true)
        }
        if before.id != file.known, before.stamp.isUnchanged(since: file.stamp) {
            return (before.id, false)
        }
        // By what the files say themselves: a sidecar's date is not compared.
        let own = try reading.ownMetadata(of: before)
        let isSameShot = own.taken == metadata.taken && own.camera == metadata.camera
        try changeFile(
            before.id, stamp: file.stamp, metadata: metadata,
            edit: isSameShot ? .sameShot : .otherShot)
        return (before.id, true)
    }

    /// The row of a file that was renamed before anybody knew its hash, by
    /// which it would be found again.
    private func formerRow(of file: ReadFile) throws(StoreError) -> FileID? {
        for row in try reading.unhashedFiles(like: file.stamp) {
            do throws(MediaError) {
                // Another name of one file: both stay.
                _ = try FileStamp(ofItself: row.path)
            } catch .vanished {
                return row.id
            } catch {
                continue
            }
        }
        return nil
    }

    /// Takes in what a file begins with, unless the row is about other bytes
    /// than those that somebody has looked at.
    func see(_ seen: SeenFile) throws(StoreError) {
        guard let row = try reading.file(seen.file.id), seen.stamp.isUnchanged(since: row.stamp)
        else { return }
        try setBeginning(seen.beginning, of: row.id)
    }

    /// Takes in what hashing a file found.
    mutating func learn(_ hashed: HashedBytes) throws(StoreError) {
        if let state = try reading.learnt(from: hashed) {
            try setHash(state, of: hashed.file.id)
        }
    }

    /// Makes items of the photos that may have become parts of one.
    mutating func pairFiles() throws(StoreError) {
        guard !filesToPair.isEmpty || !photosToPair.isEmpty else { return }
        let (files, alone) = try reading.itemFiles(around: filesToPair, photosToPair)
        try setParts(
            ItemPairing(files: files).parts(), among: alone.union(files.map(\.luid)))
    }

    /// Takes cameras' thumbnails for photos that have none yet.
    /// - Returns: those to be stored.
    mutating func use(
        _ early: [FileID: EarlyThumbnail]
    ) throws(StoreError) -> [(LUID, [UInt8])] {
        var used: [(LUID, [UInt8])] = []
        for (file, thumbnail) in early.sorted(by: { $0.key < $1.key }) {
            if let luid = try setEarlyThumbHash(thumbnail.thumbHash, of: file) {
                used.append((luid, thumbnail.s75))
            }
        }
        return used
    }

    /// Lists a file that cannot be shown. A known file that has become
    /// unreadable leaves its photo as it is: what is there now may be a
    /// download that is not finished.
    mutating func refuse(_ file: ReadFile) throws(StoreError) {
        guard case .problem(let reason, let detail) = file.content else {
            return try removeProblem(at: file.path)
        }
        try putProblem(
            ProblemRow(
                path: file.path, root: file.root, reason: reason, detail: detail,
                // To be tried again whatever its stamp says.
                stamp: reason == .beingWritten ? nil : file.stamp))
    }

    /// Places the files of these byte sizes as far as it can be decided.
    ///
    /// - Parameter asked: files that are to be hashed soon already.
    mutating func settle(
        _ sizes: [Int64], judgesEdits: Bool = false, asked: Set<FileID> = [],
        _ placements: inout Placements
    ) throws(StoreError) {
        guard !sizes.isEmpty else { return }
        let rows = try standings(ofSizes: sizes)
        let settlement = Settlement(
            sizes: rows.sizes, files: rows.files, owners: rows.owners, judgesEdits: judgesEdits)
        var soon: [FileID] = []
        for action in settlement.settle() {
            try perform(action, &placements, &soon)
        }
        try hashSoon(soon, asked, &placements)
    }

    /// Adds files to those that are to be hashed soon, each once.
    func hashSoon(
        _ files: [FileID], _ asked: Set<FileID>, _ placements: inout Placements
    ) throws(StoreError) {
        var known = asked
        let new = files.filter { known.insert($0).inserted }
        if !new.isEmpty { placements.hashSoon += try reading.filesToRead(new) }
    }

    private mutating func perform(
        _ action: Settlement.Action, _ placements: inout Placements, _ soon: inout [FileID]
    ) throws(StoreError) {
        switch action {
        case .learn(let luid, let hash):
            try setContent(hash, of: luid)
        case .merge(let from, let into):
            for file in try reading.photo(from)?.files ?? [] {
                placements.places[file.id] = .attached
            }
            try merge(from, into: into)
        case .attach(let file, let luid):
            placements.places[file] = .attached
            try attach(file, to: luid)
        case .replace(let luid, let hash, let files):
            placements.place(files)
            try replaceContent(of: luid, with: hash, in: files)
        case .create(let files, let hash):
            placements.place(files)
            _ = try createPhoto(of: files, content: hash)
        case .hold:
            // It waits in its row; the next settlement of its size sees it.
            break
        case .hashSoon(let file):
            soon.append(file)
        }
    }
}

extension ReadTransaction {
    /// What hashing a file found, as far as it is about the bytes that its row
    /// describes now; nil when the row was given other bytes meanwhile, and
    /// wants their hash.
    func learnt(from hashed: HashedBytes) throws(StoreError) -> HashState? {
        guard let row = try file(hashed.file.id) else { return nil }
        let isAsAsked =
            row.path == hashed.file.path && row.stamp.isUnchanged(since: hashed.file.stamp)
        if let stamp = hashed.stamp, stamp.isUnchanged(since: row.stamp) { return hashed.state }
        // Unreadable, or written since its metadata were read: the next walk
        // finds a changed file.
        return isAsAsked ? .failed : nil
    }
}

extension Placements {
    /// The first file makes the photo, the others join it.
    fileprivate mutating func place(_ files: [FileID]) {
        for (index, file) in files.enumerated() {
            places[file] = index == 0 ? .shown : .attached
        }
    }
}
