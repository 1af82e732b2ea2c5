public import Photos

/// A regular file that a walk came by.
public struct FoundFile: Hashable, Sendable {
    /// Below the walk's root, by the way the walk took.
    public var path: FilePath
    public var kind: FileNameKind
    /// Of the file itself when `path` is a symbolic link.
    public var stamp: FileStamp

    public init(path: FilePath, kind: FileNameKind, stamp: FileStamp) {
        self.path = path
        self.kind = kind
        self.stamp = stamp
    }
}

/// Something that a walk saw and could not look into.
public struct WalkProblem: Hashable, Sendable {
    public var path: FilePath
    /// `denied`, `unreadable`, `vanished` or `brokenLink`.
    public var reason: ProblemReason
    /// What happened, for a person.
    public var detail: String
    /// Whether photos may lie at or below `path` that the walk has therefore
    /// not seen. False of a link that leads back to a folder above it: all
    /// that lies there is seen by its real path.
    public var hidesFiles: Bool

    public init(path: FilePath, reason: ProblemReason, detail: String, hidesFiles: Bool) {
        self.path = path
        self.reason = reason
        self.detail = detail
        self.hidesFiles = hidesFiles
    }
}

/// A part of what a walk found, handed over at once.
public struct WalkBatch: Hashable, Sendable {
    public var files: [FoundFile]
    public var problems: [WalkProblem]
    /// Drives that have no numbers of files of their own: those in `stamp` may
    /// be others at the next mount.
    public var drivesWithoutNumbers: Set<UInt64> = []

    public init(files: [FoundFile] = [], problems: [WalkProblem] = []) {
        self.files = files
        self.problems = problems
    }
}
