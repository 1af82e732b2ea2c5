import Media
import Photos
import Store

/// Keeps a library in step with its folders, in waves: what happens while one
/// is taken in is the next one, so that a burst of changes costs a bounded
/// number of commits.
struct LibraryWatch {
    /// What a wave waits for more of the same.
    static let pause = Duration.milliseconds(250)
    /// Hashes and thumbnails wait for the end of a burst, but not longer.
    static let mostDelay = Duration.seconds(5)

    let library: PhotoLibrary
    let watch: FolderWatch
    let bell: WatchBell
    let options: ScanOptions
    /// How often what does not report changes is walked.
    let sweep: Duration

    private let clock = ContinuousClock()
    private var lastCompletion = ContinuousClock.now
    /// Whether hashes and thumbnails are left to be made.
    private var isIncomplete = false
    /// Where drives were mounted, by root.
    private var mounts: [RootID: Set<FilePath>] = [:]

    init(
        _ library: PhotoLibrary, _ watch: FolderWatch, _ bell: WatchBell, _ options: ScanOptions,
        sweep: Duration
    ) {
        self.library = library
        self.watch = watch
        self.bell = bell
        self.options = options
        self.sweep = sweep
    }

    /// Returns when the bell ends or the task is cancelled.
    mutating func run(scanningFirst: Bool) async throws(LibraryError) {
        // A scan that is under way may have begun before anybody listened.
        try await library.scans.run {}
        let roots = try await library.intake.roots()
        if scanningFirst || (!roots.isEmpty && watch.coverage == WatchCoverage()) {
            try await scanAll()
        }
        for root in roots { mounts[root.id] = MountPoints.concerning(root.path) }
        for await _ in bell.rings {
            if bell.takeSweep() {
                if !watch.coverage.isComplete { try await scanAll() }
                continue
            }
            // More of a burst comes meanwhile.
            guard (try? await Task.sleep(for: Self.pause)) != nil else { break }
            let changes = watch.takeChanges()
            if watch.hasUnsettled { ringLater() }
            if changes.isEverything {
                try await scanAll()
            } else if !changes.isEmpty || isIncomplete {
                try await take(changes)
            }
        }
        throw .cancelled
    }

    private func ringLater() {
        let bell = bell
        Task {
            try? await Task.sleep(for: FolderWatch.settledAfter)
            bell.ring()
        }
    }

    private mutating func scanAll() async throws(LibraryError) {
        let roots = try await library.intake.roots()
        for root in roots { mounts[root.id] = MountPoints.concerning(root.path) }
        _ = try await library.scan([], options)
        lastCompletion = clock.now
        library.tell(watch, sweep: sweep)
    }

    private mutating func take(_ changes: FolderChanges) async throws(LibraryError) {
        let roots = try await library.intake.roots()
        var parts: [(root: RootRow, part: RootPart)] = []
        var whole: [FilePath] = []
        for root in roots {
            let others = roots.filter { $0.id != root.id }.map(\.path)
            if changes.hasMounts {
                let now = MountPoints.concerning(root.path)
                defer { mounts[root.id] = now }
                guard mounts[root.id] == now else {
                    whole.append(root.path)
                    continue
                }
            }
            guard let part = RootPart(changes, of: root.path, besides: others) else {
                if root.isAvailable { whole.append(root.path) }
                continue
            }
            if !part.isEmpty { parts.append((root, part)) }
        }
        if !whole.isEmpty { _ = try await library.scan(whole, options) }
        if !parts.isEmpty || isIncomplete { try await take(parts) }
        library.tell(watch, sweep: sweep)
    }

    private mutating func take(
        _ parts: [(root: RootRow, part: RootPart)]
    ) async throws(LibraryError) {
        let (library, options, watch) = (library, options, watch)
        // News goes before hashes and thumbnails, for a while: these are on a
        // list that the next quiet moment goes on with.
        let isDue = clock.now - lastCompletion > Self.mostDelay
        let completion = try await library.scans.run { () -> LibraryScan.Completion in
            var scan = library.newScan()
            try await scan.take(parts)
            guard isDue || !watch.hasNews else { return .interrupted }
            scan.yields = { watch.hasNews }
            return try await scan.complete(
                options, sawEverything: watch.coverage.isComplete)
        }
        isIncomplete = completion == .interrupted
        if isIncomplete { bell.ring() }
        if isDue || !isIncomplete { lastCompletion = clock.now }
        try await library.afterScan()
        if completion == .needsWalk { try await scanAll() }
    }
}
