import Media
import Photos
import Store

/// One scan of some roots from the walk to the last thumbnail.
struct LibraryScan: Sendable {
    let intake: Intake
    let thumbnails: ThumbnailStore
    let decoders: DecoderPool
    let workers: Int
    let progress: Broadcast<LibraryProgress>
    /// The clock on the wall at the start.
    let today: CaptureTime
    /// The library's own folder, which is never walked.
    let ownFolders: Set<FileIdentity>
    let walks: WalksUnderWay
    let watch: FolderWatch?
    let wantedSoon: WantedSoon
    /// Whether hashes and thumbnails are to be left for later.
    var yields: @Sendable () -> Bool = { false }

    /// - Returns: what was found in these roots.
    func run(
        _ roots: [RootRow], _ options: ScanOptions
    ) async throws(LibraryError) -> ScanReport {
        progress.send(LibraryProgress(stage: .reading))
        defer { progress.send(.idle) }
        let hashing = Hashing()
        var placements = Placements()
        // What a scan that was given up has left.
        await intake.forgetBeginnings()
        try await intake.beginWalks(of: roots.map(\.id))
        var walked = try await walk(roots, hashing)
        for outcome in walked.values {
            placements.merge(outcome.placements)
        }
        var report = ScanReport()
        report.unchanged = walked.values.reduce(0) { $0 + $1.unchanged + $1.placements.touched }
        placements.merge(try await finish(options, hashing, first: placements.hashSoon))
        if try await intake.hasUnsettledFiles() {
            // Whether changed bytes are an edit is known only once every
            // folder has been looked into.
            let others = try await intake.roots().filter { walked[$0.id] == nil }
            try await intake.beginWalks(of: others.map(\.id))
            walked.merge(try await walk(others, hashing)) { $1 }
            placements.merge(try await hashAll(hashing))
        }
        placements.merge(try await conclude(walked))
        if !placements.places.isEmpty || walked.values.contains(where: \.mayMoveTimes) {
            try await intake.placeTimesInUTC()
        }
        if options.thumbnails { try await making.run() }
        try await intake.dropUnusedThumbnails()
        await intake.forgetBeginnings()
        report.count(placements, parts: try await intake.partFiles(among: placements))
        report.problems = try await problemCount(in: roots)
        return report
    }

    /// Walks roots one after another. None is entered by way of another.
    private func walk(
        _ roots: [RootRow], _ hashing: Hashing
    ) async throws(LibraryError) -> [RootID: RootScan.Outcome] {
        let all = try await intake.roots()
        var outcomes: [RootID: RootScan.Outcome] = [:]
        for root in roots {
            outcomes[root.id] = try await walk(root, nil, among: all, hashing)
        }
        return outcomes
    }

    /// - Parameter part: what of the root is looked through; nil for all.
    func walk(
        _ root: RootRow, _ part: RootPart?, among all: [RootRow], _ hashing: Hashing
    ) async throws(LibraryError) -> RootScan.Outcome {
        var options = FolderWalk.Options()
        options.ownFolders = ownFolders
        options.includesHidden = root.settings.includesHidden
        options.excludes = root.settings.excludes.map { ExcludePattern($0) }
        for other in all where other.id != root.id {
            if let identity = try? FileIdentity(of: other.path) {
                options.ownFolders.insert(identity)
            }
        }
        var scan = RootScan(
            root: root, options: options,
            reading: FileReading(decoders: decoders, today: today), hashing: hashing,
            intake: intake, progress: progress)
        scan.watch = watch
        scan.part = part
        walks.begin(root.id)
        defer { walks.end(root.id) }
        let outcome = try await scan.run()
        try await SidecarPass(intake: intake, decoders: decoders, today: today, root: root.id)
            .run(outcome.sidecars, outcome.walk)
        return outcome
    }

    /// Makes hashes and thumbnails side by side: the ones are this process's
    /// work, the others the decoders'.
    ///
    /// - Parameter first: the files to be hashed ahead of all others.
    func finish(
        _ options: ScanOptions, _ hashing: Hashing, first: [FileToRead] = []
    ) async throws(LibraryError) -> Placements {
        let counts = try await intake.read { transaction throws(StoreError) in
            try transaction.counts()
        }
        let thumbnailsWanted = options.thumbnails ? counts.thumbnailsWanted : 0
        progress.update {
            $0.stage = .finishing
            $0.toFinish = counts.hashesWanted + thumbnailsWanted
        }
        return try await LibraryError.converting {
            async let placements = hashAll(hashing, first: first)
            if options.thumbnails { try await making.run() }
            return try await placements
        }
    }

    func hashAll(
        _ hashing: Hashing, first: [FileToRead] = []
    ) async throws(LibraryError) -> Placements {
        var placements = try await hashAtGate(first, hashing)
        placements.merge(
            try await RemainingHashes(
                intake: intake, hashing: hashing, finished: countFinished, yields: yields
            ).run())
        return placements
    }

    func hashAtGate(
        _ files: [FileToRead], _ hashing: Hashing
    ) async throws(LibraryError) -> Placements {
        try await GateHashes(intake: intake, hashing: hashing, finished: countFinished).run(files)
    }

    var making: ThumbnailMaking {
        ThumbnailMaking(
            intake: intake, thumbnails: thumbnails, decoders: decoders, workers: workers,
            finished: countFinished, wantedSoon: wantedSoon,
            yields: yields)
    }

    private func countFinished(_ count: Int) {
        progress.update { $0.finished += count }
    }

    /// Judges what only a complete walk tells: edits, and files that are
    /// gone.
    private func conclude(
        _ walked: [RootID: RootScan.Outcome]
    ) async throws(LibraryError) -> Placements {
        var whole: Set<RootID> = []
        for (id, outcome) in walked.sorted(by: { $0.key < $1.key })
        where try await intake.conclude(id, outcome) {
            whole.insert(id)
        }
        let isComplete = try await intake.roots().allSatisfy { root in
            !root.isAvailable || whole.contains(root.id)
        }
        if isComplete {
            walks.note(.none)
        } else if walked.keys.contains(where: { !whole.contains($0) }) {
            walks.note(.inWhole)
        }
        return try await intake.settleAll(judgesEdits: isComplete)
    }

    private func problemCount(in roots: [RootRow]) async throws(LibraryError) -> Int {
        let ids = Set(roots.map(\.id))
        return try await intake.read { transaction throws(StoreError) in
            try transaction.problems().count { ids.contains($0.root) }
        }
    }
}

extension ScanReport {
    /// Counts what became of the files that were taken in.
    fileprivate mutating func count(_ placements: Placements, parts: Set<FileID>) {
        for (file, kind) in placements.kinds {
            switch (placements.places[file], kind) {
            case (.attached, _): attached += 1
            case _ where parts.contains(file): self.parts += 1
            case (_, .photo): photos += 1
            case (_, .video): videos += 1
            }
        }
    }
}
