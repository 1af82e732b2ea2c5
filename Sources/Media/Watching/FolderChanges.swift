public import Photos

/// What has happened in watched folders since somebody last asked.
public struct FolderChanges: Hashable, Sendable {
    /// Folders in which something came, changed or went.
    public var folders: Set<FilePath> = []
    /// Folders that went, with all below them, or were moved.
    public var gone: Set<FilePath> = []
    /// More happened than could be told: look at everything.
    public var isEverything = false
    /// Drives were mounted or unmounted.
    public var hasMounts = false

    public init() {}

    public var isEmpty: Bool {
        folders.isEmpty && gone.isEmpty && !isEverything && !hasMounts
    }
}

/// How much of the folders is watched.
public struct WatchCoverage: Hashable, Sendable, Codable {
    /// Folders that report their changes.
    public var watched = 0
    /// Folders for which no watch was left, within the budget or the system's.
    public var overBudget = 0
    /// Folders on drives whose changes other machines make unheard.
    public var onNetwork = 0

    public init() {}

    /// Whether every change is heard of.
    public var isComplete: Bool { overBudget == 0 && onNetwork == 0 }
}
