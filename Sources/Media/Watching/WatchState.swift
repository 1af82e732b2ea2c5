import Photos

/// What a watch knows: which folders it hears of, and what it has heard.
struct WatchState {
    private let budget: Int
    /// By the system's number.
    private var watched: [Int32: FilePath] = [:]
    /// All folders that were listed, watched or not.
    private var known: [FilePath: (identity: FileIdentity, number: Int32, isRemote: Bool)] = [:]
    private var identities: Set<FileIdentity> = []
    private(set) var coverage = WatchCoverage()
    var changes = FolderChanges()
    /// Files that are being written, by when they last were.
    private(set) var unsettled: [FilePath: ContinuousClock.Instant] = [:]

    init(budget: Int) {
        self.budget = budget
    }

    var isFull: Bool { watched.count >= budget }
    var hasNews: Bool { !changes.isEmpty || !unsettled.isEmpty }

    /// Whether the folder was listed, by this path or another that still
    /// leads there.
    func knows(_ identity: FileIdentity) -> Bool {
        identities.contains(identity)
    }

    mutating func add(
        _ folder: FilePath, _ identity: FileIdentity, number: Int32, isRemote: Bool
    ) {
        known[folder] = (identity, number, isRemote)
        identities.insert(identity)
        if number >= 0 {
            watched[number] = folder
            coverage.watched += 1
        } else if isRemote {
            coverage.onNetwork += 1
        } else {
            coverage.overBudget += 1
        }
    }

    /// Forgets a folder and all below it.
    /// - Returns: the numbers of watches that are to end.
    mutating func drop(below folder: FilePath) -> [Int32] {
        let paths = known.keys.filter { $0.isWithin(folder) }
        var numbers: [Int32] = []
        for path in paths {
            guard let entry = known.removeValue(forKey: path) else { continue }
            identities.remove(entry.identity)
            if entry.number >= 0 {
                watched[entry.number] = nil
                coverage.watched -= 1
                numbers.append(entry.number)
            } else if entry.isRemote {
                coverage.onNetwork -= 1
            } else {
                coverage.overBudget -= 1
            }
        }
        return numbers
    }

    /// - Returns: the numbers of watches that are to end.
    mutating func hear(_ event: WatchEvent, now: ContinuousClock.Instant) -> [Int32] {
        if event.isOverflow {
            changes.isEverything = true
            return []
        }
        guard let folder = watched[event.number] else { return [] }
        if event.isEnd || event.isLoss { return lose(folder) }
        guard !event.name.isEmpty else { return [] }
        let path = folder.appending(event.name)
        if event.isOfFolder {
            if event.isDeparture { return lose(path) }
            changes.folders.insert(folder)
        } else if event.isWriting {
            unsettled[path] = now
        } else {
            unsettled[path] = nil
            changes.folders.insert(folder)
        }
        return []
    }

    mutating func takeChanges(now: ContinuousClock.Instant) -> FolderChanges {
        for (file, written) in unsettled where written + FolderWatch.settledAfter <= now {
            unsettled[file] = nil
            if let folder = file.folder { changes.folders.insert(folder) }
        }
        defer { changes = FolderChanges() }
        return changes
    }

    func isBeingWritten(_ file: FilePath, now: ContinuousClock.Instant) -> Bool {
        unsettled[file].map { $0 + FolderWatch.settledAfter > now } ?? false
    }

    /// A folder is not where it was. Watches move along with what they watch,
    /// so those below it tell other paths from now on: they end.
    private mutating func lose(_ folder: FilePath) -> [Int32] {
        changes.gone.insert(folder)
        if let above = folder.folder { changes.folders.insert(above) }
        return drop(below: folder)
    }
}
