internal import CLinux
public import Photos

/// A walk over all folders below one, which hands over the files it finds.
///
/// Order is deterministic: a folder's files by the bytes of their names, then
/// its folders likewise, each with all below it; symbolic links to folders
/// come last, so that a file that has a real path below the root is found by
/// that. Each real folder is visited once, however many links lead there, so
/// loops end.
///
/// The walk goes on past what it cannot look into and says so
/// (`WalkProblem`). The root itself is always walked, even when its name is
/// hidden or it holds a `.nomedia`: naming it was the user's wish.
///
/// Memory: the names of one folder at a time (about 40 bytes a name), the
/// paths of folders still to visit, 16 bytes for each one visited, and one
/// batch.
public struct FolderWalk: Sendable {
    /// What to leave out, and how much to hand over at once.
    public struct Options: Sendable {
        /// Also files and folders whose name begins with a dot.
        public var includesHidden = false
        public var excludes: [ExcludePattern] = []
        /// Folders never entered, known by what they are and not by a name:
        /// the library's own.
        public var ownFolders: Set<FileIdentity> = []
        /// Told of each folder before it is listed.
        public var observer: (any FolderObserving)?
        /// Looks into these folders below the root only, which an earlier
        /// walk came by, and into those in them that the observer wants
        /// listed; nil for the whole root.
        public var only: [FilePath]?
        /// With `only`: looks into these with all below them, whatever the
        /// observer says.
        public var trees: Set<FilePath> = []
        /// Whether the file system of a folder makes numbers of files up.
        package var makesNumbersUp: @Sendable (FilePath) -> Bool = { folder in
            folder.withCString { carousel_numbers_anew($0) != 0 }
        }
        /// Files in a full batch; at least 1.
        public var batchSize = 512

        public init() {}
    }

    /// What a walk's caller says after each batch.
    public enum Answer: Sendable {
        case goOn, stop
    }

    public let root: FilePath
    public let options: Options

    public init(root: FilePath, options: Options = Options()) {
        self.root = root
        self.options = options
    }

    /// Walks in the calling thread. `receive` is called with batches in order
    /// and holds the walk up while it works: that is the back-pressure.
    ///
    /// The walk ends early when `receive` says so or the current task is
    /// cancelled; the report then says that it is not complete.
    public func run(_ receive: (WalkBatch) -> Answer) -> WalkReport {
        var walker = Walker(self)
        return walker.run(receive)
    }
}
