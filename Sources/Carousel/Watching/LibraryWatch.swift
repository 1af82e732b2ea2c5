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
    /// After a failure it is tried again after a second, then after twice as
    /// long each time, up to a minute.
    static let firstPause = Duration.seconds(1)
    static let longestPause = Duration.seconds(60)

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
    /// When to try again after a failure, which may have lost changes; nil
    /// while all is well.
    private var retry: ContinuousClock.Instant?
    private var nextPause = firstPause

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

    /// Ends when the bell does, the task is cancelled or the library closed:
    /// nothing else that goes wrong is for ever.
    mutating func run(scanningFirst: Bool) async throws(LibraryError) {
        defer { library.walks.listen(nil) }
        do throws(LibraryError) {
            try await begin(scanningFirst: scanningFirst)
        } catch {
            try noteFailure(error)
        }
        for await _ in bell.rings {
            if !bell.takeSweep() {
                // More of a burst comes meanwhile.
                guard (try? await Task.sleep(for: Self.pause)) != nil else { break }
            } else if watch.coverage.isComplete, library.walks.blindness == .none {
                continue
            } else if retry == nil {
                retry = clock.now
            }
            do throws(LibraryError) {
                try await goOn()
            } catch {
                try noteFailure(error)
            }
        }
        throw .cancelled
    }

    private mutating func begin(scanningFirst: Bool) async throws(LibraryError) {
        // A scan that is under way may have begun before anybody listened.
        try await library.scans.run {}
        let roots = try await library.intake.roots()
        for root in roots { mounts[root.id] = MountPoints.concerning(root.path) }
        if scanningFirst || (!roots.isEmpty && watch.coverage == WatchCoverage()) {
            try await scanAll()
        } else {
            tellThatAllIsTaken()
        }
    }

    /// Takes in what has been heard of, or looks at everything where something
    /// may not have been.
    private mutating func goOn() async throws(LibraryError) {
        if let retry {
            if clock.now >= retry { try await scanAll() }
            return
        }
        library.walks.listen(nil)
        let changes = watch.takeChanges()
        if watch.hasUnsettled { ring(after: FolderWatch.settledAfter) }
        if changes.isEverything {
            try await scanAll()
        } else if !changes.isEmpty || isIncomplete {
            try await take(changes)
        }
        tellThatAllIsTaken()
    }

    /// Says what is wrong and tries again later.
    private mutating func noteFailure(_ error: LibraryError) throws(LibraryError) {
        switch error {
        case .cancelled, .closed: throw error
        default: break
        }
        Log.shared.warning("folders are not kept up with for now: \(error)")
        library.tell(watch, sweep: sweep, failure: error)
        retry = clock.now + nextPause
        ring(after: nextPause)
        nextPause = min(nextPause * 2, Self.longestPause)
    }

    /// Files that come from now on are heard of.
    private func tellThatAllIsTaken() {
        let watch = watch
        library.walks.listen { watch.isQuiet }
    }

    private func ring(after pause: Duration) {
        let bell = bell
        Task {
            try? await Task.sleep(for: pause)
            bell.ring()
        }
    }

    private mutating func scanAll() async throws(LibraryError) {
        library.walks.listen(nil)
        let roots = try await library.intake.roots()
        for root in roots { mounts[root.id] = MountPoints.concerning(root.path) }
        _ = try await library.scan([], options)
        lastCompletion = clock.now
        (retry, nextPause) = (nil, Self.firstPause)
        library.tell(watch, sweep: sweep)
        tellThatAllIsTaken()
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
                options, hearsEverything: watch.coverage.isComplete)
        }
        isIncomplete = completion == .interrupted
        if isIncomplete { bell.ring() }
        if isDue || !isIncomplete { lastCompletion = clock.now }
        try await library.afterScan()
        if completion == .needsWalk { try await scanAll() }
    }
}
