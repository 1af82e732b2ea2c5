import Media
import Photos
import Store

/// Walks one root, reads what is new or changed and takes it in.
struct RootScan: Sendable {
    /// Files that are read and committed together, at first and in the end.
    /// The first screen of a new library is up after the first of them; later
    /// ones cost fewer commits.
    static let chunkSizes = 200...800
    /// Chunks under way at once: so many that the decoders have work while
    /// others wait for their transaction.
    static let chunksAtOnce = 4

    /// What became of a root's walk.
    struct Outcome: Sendable {
        var walk = WalkReport()
        var unchanged = 0
        var placements = Placements()
        /// Files were found in a root that could not be reached before.
        var isBack = false
        /// The files and problems that were known, with what was seen.
        var known: KnownFiles
        var sidecars: SidecarSightings

        /// Whether times that are known in UTC only may have another zone.
        var mayMoveTimes: Bool { !placements.places.isEmpty || sidecars.hasChanges }
    }

    let root: RootRow
    let options: FolderWalk.Options
    let reading: FileReading
    let hashing: Hashing
    let intake: Intake
    let progress: Broadcast<LibraryProgress>

    /// Listens for changes; nil when nobody does.
    var watch: FolderWatch?
    /// What of the root is looked through; nil for all.
    var part: RootPart?

    func run() async throws(LibraryError) -> Outcome {
        if part == nil, root.isAvailable { try await intake.wantFailedHashes(of: root.id) }
        let known = try await intake.knownFiles(of: root.id, part)
        var options = options
        options.observer = watch
        options.only = part?.folders
        options.trees = part?.gone ?? []
        if part == nil { watch?.beginWalk(of: root.path) }
        let stream = WalkStream(FolderWalk(root: root.path, options: options))
        defer { stream.stop() }
        var outcome = Outcome(
            known: known,
            sidecars: SidecarSightings(known: try await intake.knownSidecars(of: root.id, part)))
        try await LibraryError.converting {
            try await take(from: stream, &outcome)
        }
        outcome.walk = await stream.finalReport()
        return outcome
    }

    private func take(from stream: WalkStream, _ outcome: inout Outcome) async throws {
        try await withThrowingTaskGroup(of: Placements.self) { group in
            var pending: [Candidate] = []
            var running = 0
            var size = Self.chunkSizes.lowerBound
            func start(_ chunk: [Candidate]) async throws {
                if running == Self.chunksAtOnce, let done = try await group.next() {
                    outcome.placements.merge(done)
                    running -= 1
                }
                running += 1
                group.addTask { try await takeIn(chunk) }
            }
            for await batch in stream.batches {
                try Task.checkCancellation()
                try await sort(batch, into: &pending, &outcome)
                while pending.count >= size {
                    try await start(Array(pending.prefix(size)))
                    pending.removeFirst(size)
                    size = min(size * 2, Self.chunkSizes.upperBound)
                }
                stream.taken()
            }
            try Task.checkCancellation()
            // Small again: while the last one is taken in, nothing is read.
            while !pending.isEmpty {
                let chunk = Array(pending.prefix(Self.chunkSizes.lowerBound))
                try await start(chunk)
                pending.removeFirst(chunk.count)
            }
            for try await done in group {
                outcome.placements.merge(done)
            }
        }
        outcome.placements.merge(try await settleSeen())
    }

    /// Tells what there is to do for each file of a batch.
    private func sort(
        _ batch: WalkBatch, into pending: inout [Candidate], _ outcome: inout Outcome
    ) async throws(LibraryError) {
        if !root.isAvailable, !outcome.isBack, !batch.files.isEmpty {
            // At once: files of a root that is away are not read.
            try await intake.setAvailable(root.id)
            outcome.isBack = true
        }
        var returned: [FileToRead] = []
        var renumbered: [FileToRead] = []
        for file in batch.files {
            let isBeingWritten = watch?.isBeingWritten(file.path) == true
            let isNumberMadeUp = batch.drivesWithoutNumbers.contains(file.stamp.identity.device)
            guard file.kind != .sidecar else {
                if isBeingWritten {
                    outcome.sidecars.leave(file.path)
                } else {
                    outcome.sidecars.see(file, isNumberMadeUp: isNumberMadeUp)
                }
                continue
            }
            if isBeingWritten {
                // Told of again when it is closed or left alone.
                outcome.known.leave(file.path)
                continue
            }
            switch outcome.known.see(
                file.path, file.stamp, isNumberMadeUp: isNumberMadeUp)
            {
            case .new:
                pending.append(Candidate(root: root.id, found: file))
                outcome.sidecars.seeNewFile(at: file.path)
            case .changed(let id):
                pending.append(Candidate(root: root.id, found: file, known: id))
                outcome.sidecars.seeNewFile(at: file.path)
            case .unchanged:
                outcome.unchanged += 1
            case .renumbered(let id):
                outcome.unchanged += 1
                renumbered.append(FileToRead(id: id, path: file.path, stamp: file.stamp))
            case .returned(let id):
                outcome.unchanged += 1
                returned.append(FileToRead(id: id, path: file.path, stamp: file.stamp))
            case .unchangedProblem:
                break
            }
        }
        let problems = batch.problems.map {
            ProblemRow(
                path: $0.path, root: root.id, reason: $0.reason, detail: $0.detail, stamp: nil)
        }
        for problem in problems {
            outcome.known.seeProblem(problem.path)
        }
        try await intake.note(returned: returned, renumbered: renumbered, problems)
        let seen = batch.files.count
        progress.update { $0.filesSeen += seen }
    }

    /// Reads a chunk of files and brings them to their photos, as far as they
    /// need not wait at the size gate.
    private func takeIn(_ chunk: [Candidate]) async throws(LibraryError) -> Placements {
        let changed = try await withoutTouched(chunk)
        let files = try await seen(settled(try await reading.read(changed)))
        var placements = try await intake.take(files)
        placements.touched = chunk.count - changed.count
        progress.update { $0.filesRead += chunk.count }
        try await look(at: placements.lookSoon)
        return placements
    }

    /// Looks at files that share their size, so that the transaction which
    /// takes them in can tell them apart.
    private func seen(_ files: [ReadFile]) async throws(LibraryError) -> [ReadFile] {
        let alike = try await intake.ofOneSize(files)
        guard !alike.read.isEmpty else { return files }
        try await look(at: alike.known)
        var files = files
        for (index, beginning) in zip(
            alike.read, try await hashing.beginnings(of: alike.read.map { files[$0] }))
        {
            files[index].beginning = beginning
        }
        return files
    }

    /// Looks at files that wait at the gate, which is mostly enough. The next
    /// transaction settles it.
    private func look(at files: [FileToRead]) async throws(LibraryError) {
        guard !files.isEmpty else { return }
        await intake.note(try await hashing.look(at: files))
    }

    /// Brings the files that were looked at last to their photos.
    private func settleSeen() async throws(LibraryError) -> Placements {
        var all = Placements()
        while let placements = try await intake.settleSeen() {
            all.merge(placements)
            try await look(at: placements.lookSoon)
        }
        return all
    }

    /// A file that was written while it was read is taken in later: what was
    /// read is no state that it ever had.
    private func settled(_ files: [ReadFile]) -> [ReadFile] {
        files.map { file in
            if case .ignored = file.content { return file }
            guard let now = try? FileStamp(of: file.path), !now.isSameFile(as: file.stamp) else {
                return file
            }
            var file = file
            file.content = .problem(
                .beingWritten, detail: "The file was written while it was read.")
            return file
        }
    }

    /// Leaves out files that were only touched, moved away and back, or given
    /// other rights: their bytes are those that are known, so their stamps
    /// are all there is to learn.
    private func withoutTouched(_ chunk: [Candidate]) async throws(LibraryError) -> [Candidate] {
        let suspects = try await intake.hashedFiles(of: chunk)
        guard !suspects.isEmpty else { return chunk }
        let touched = try await hashing.hash(suspects.map(\.file)).filter { hashed in
            hashed.state == suspects.hash(of: hashed.file.id)
        }
        let restamped = try await intake.restamp(touched)
        return chunk.filter { $0.known.map { !restamped.contains($0) } ?? true }
    }
}

extension [KnownBytes] {
    fileprivate func hash(of id: FileID) -> HashState? {
        first { $0.file.id == id }?.hash
    }
}
