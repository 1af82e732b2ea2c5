import DecoderProtocol
import Photos
import Store
import Sync

/// Where files on this disk become photos: takes in what the scanner and the
/// decoders found, asks `Sync` what it means and carries that out, each step
/// in one transaction.
actor Intake {
    private let queue = SerialQueueExecutor(label: "carousel.intake")
    let store: LibraryStore
    let thumbnails: ThumbnailStore
    private let link: SyncLink
    private var beginnings = SeenBeginnings()
    /// Files that were looked at, or are to be.
    private var lookedAt: Set<FileID> = []
    /// Files of which it was said already that they are to be hashed soon: as
    /// long as they wait, each decision would say it again.
    private(set) var askedFor: Set<FileID> = []
    /// Sizes of files that were looked at since the last transaction. Each
    /// transaction costs a wait for the disk: they go into the next.
    private var sizesToSettle: Set<Int64> = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    init(store: LibraryStore, thumbnails: ThumbnailStore, link: SyncLink = SyncLink()) {
        self.store = store
        self.thumbnails = thumbnails
        self.link = link
    }

    /// Where the library's sync machine sits; nil while it is not linked.
    var seat: SyncSeat? { link.seat }

    /// Takes in files whose metadata were read, and settles those that were
    /// looked at.
    func take(_ batch: [ReadFile]) throws(LibraryError) -> Placements {
        if let seat {
            let (placements, early) = try take(batch, telling: seat)
            try keep(early)
            return placements
        }
        let settling = sizesToSettle
        let (placements, early) = try write {
            [beginnings, askedFor] transaction throws(StoreError) in
            var placements = Placements()
            var sizes = settling
            var thumbnails: [FileID: EarlyThumbnail] = [:]
            for file in batch {
                guard case .metadata(let metadata) = file.content else {
                    try transaction.refuse(file)
                    continue
                }
                let (id, _) = try transaction.put(file, metadata)
                placements.kinds[id] = metadata.kind
                thumbnails[id] = file.earlyThumbnail
                sizes.insert(file.stamp.size)
            }
            try transaction.settle(
                sizes.sorted(), seen: beginnings, asked: askedFor, &placements)
            return (placements, try transaction.use(thumbnails))
        }
        sizesToSettle = []
        try keep(early)
        return sorted(placements)
    }

    /// Settles the files that were looked at; nil when none was.
    func settleSeen() throws(LibraryError) -> Placements? {
        sizesToSettle.isEmpty ? nil : try take([])
    }

    /// Notes what files at the gate begin with, for the next transaction.
    func note(_ seen: [SeenFile]) {
        for file in seen { beginnings.add(file) }
        sizesToSettle.formUnion(seen.map(\.file.stamp.size))
    }

    /// Tells files that nobody has looked at from those that must be hashed.
    private func sorted(_ placements: Placements) -> Placements {
        var sorted = placements
        sorted.lookSoon = placements.hashSoon.filter { lookedAt.insert($0.id).inserted }
        let unseen = Set(sorted.lookSoon.map(\.id))
        sorted.hashSoon.removeAll { unseen.contains($0.id) }
        note(sorted)
        return sorted
    }

    /// Each file is asked for once until it is hashed.
    func note(_ placements: Placements, after hashed: [HashedBytes] = []) {
        askedFor.subtract(hashed.lazy.map(\.file.id))
        askedFor.formUnion(placements.hashSoon.lazy.map(\.id))
    }

    /// Stores early thumbnails once their photos are there to stay. Where a
    /// crash comes between, the photo waits for its own ones.
    private func keep(_ early: [(LUID, [UInt8])]) throws(LibraryError) {
        do {
            try thumbnails.putEarly(early)
        } catch {
            throw LibraryError(error)
        }
    }

    /// Those of the candidates that were hashed as they were before, and whose
    /// number of bytes is the same.
    func hashedFiles(of candidates: [Candidate]) throws(LibraryError) -> [KnownBytes] {
        let changed = candidates.filter { $0.known != nil }
        guard !changed.isEmpty else { return [] }
        return try read { transaction throws(StoreError) in
            var found: [KnownBytes] = []
            for candidate in changed {
                guard let id = candidate.known, let row = try transaction.file(id),
                    row.hash.hash != nil, row.edit == nil,
                    row.stamp.size == candidate.found.stamp.size
                else { continue }
                let file = FileToRead(
                    id: id, path: candidate.found.path, stamp: candidate.found.stamp)
                found.append(KnownBytes(file: file, hash: row.hash))
            }
            return found
        }
    }

    /// Takes new stamps of files whose bytes are the same.
    /// - Returns: those whose rows are still about these bytes at this path.
    func restamp(_ touched: [HashedBytes]) throws(LibraryError) -> Set<FileID> {
        guard !touched.isEmpty else { return [] }
        return try write { transaction throws(StoreError) in
            var restamped: Set<FileID> = []
            for hashed in touched {
                // It may have gone to the trash, or been taken in anew.
                guard let stamp = hashed.stamp,
                    let row = try transaction.reading.file(hashed.file.id),
                    row.path == hashed.file.path, row.hash == hashed.state
                else { continue }
                try transaction.setStamp(stamp, of: row.id)
                restamped.insert(row.id)
            }
            return restamped
        }
    }

    /// Takes in the outcome of hashing.
    func learn(_ batch: [HashedBytes]) throws(LibraryError) -> Placements {
        if let seat { return try learn(batch, telling: seat) }
        let placements = try write { [beginnings, askedFor] transaction throws(StoreError) in
            var placements = Placements()
            var sizes: Set<Int64> = []
            for hashed in batch {
                try transaction.learn(hashed)
                sizes.insert(hashed.file.stamp.size)
            }
            try transaction.settle(
                sizes.sorted(), seen: beginnings, asked: askedFor, &placements)
            return placements
        }
        note(placements, after: batch)
        return placements
    }

    /// Forgets what files begin with and which were asked for: the next scan
    /// looks again.
    func forgetBeginnings() {
        beginnings = SeenBeginnings()
        lookedAt = []
        askedFor = []
    }

    /// Decides what waited for a complete walk: edits, and files held at the
    /// gate. In a linked library the machine does it by itself.
    func settleAll(judgesEdits: Bool) throws(LibraryError) -> Placements {
        guard seat == nil else { return Placements() }
        return try write { [beginnings] transaction throws(StoreError) in
            var placements = Placements()
            let sizes = try transaction.reading.unsettledSizes()
            try transaction.settle(
                sizes, judgesEdits: judgesEdits, seen: beginnings, &placements)
            return placements
        }
    }

    /// Hashes that could not be had are tried once more, at each walk.
    func wantFailedHashes(of root: RootID) throws(LibraryError) {
        try write { transaction throws(StoreError) in
            try transaction.wantFailedHashes(of: root)
        }
    }

    /// What is known of a root's files, to walk it with.
    func knownFiles(of root: RootID, _ part: RootPart?) throws(LibraryError) -> KnownFiles {
        try read { transaction throws(StoreError) in
            guard let part else { return try transaction.knownFiles(of: root) }
            return try transaction.knownFiles(
                of: root, in: Set(part.folders), below: part.gone)
        }
    }

    /// Notes missing files that are back, files with other numbers than
    /// before, and what a walk could not look into.
    func note(
        returned: [FileToRead], renumbered: [FileToRead], _ problems: [ProblemRow]
    ) throws(LibraryError) {
        guard !returned.isEmpty || !renumbered.isEmpty || !problems.isEmpty else { return }
        try write { transaction throws(StoreError) in
            // Rows may have gone to the trash since the walk began.
            for file in returned
            where try transaction.reading.file(file.id)?.path == file.path {
                try transaction.setReturned(file.id, as: file.stamp.identity)
            }
            for file in renumbered
            where try transaction.reading.file(file.id)?.path == file.path {
                try transaction.setIdentity(file.stamp.identity, of: file.id)
            }
            for problem in problems {
                try transaction.putProblem(problem)
            }
        }
    }

    func write<Result: Sendable>(
        _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Result
    ) throws(LibraryError) -> Result {
        if let seat {
            return try tell(seat) { transaction throws(StoreError) in
                (try body(&transaction), [])
            } then: { _, result, _ throws(StoreError) in
                result
            }
        }
        do {
            return try store.write { transaction throws(StoreError) in
                let result = try body(&transaction)
                try transaction.pairFiles()
                return result
            }
        } catch {
            throw LibraryError(error)
        }
    }

    func read<Result: Sendable>(
        _ body: @Sendable (ReadTransaction) throws(StoreError) -> Result
    ) throws(LibraryError) -> Result {
        do {
            return try store.read(body)
        } catch {
            throw LibraryError(error)
        }
    }
}
