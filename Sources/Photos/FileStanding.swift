/// What is known of the bytes of a file.
public enum HashState: Hashable, Sendable {
    /// Not hashed yet, or not since the file changed.
    case wanted
    case hashed(ContentHash)
    /// The file could not be hashed: unreadable, gone, changed meanwhile,
    /// excluded, or its root is unavailable.
    case failed

    /// Nil unless hashed.
    public var hash: ContentHash? {
        if case .hashed(let hash) = self { hash } else { nil }
    }
}

/// How the bytes that now lie at a known path compare with the photo that
/// was there, as far as their metadata tell.
public enum FileEdit: UInt8, Hashable, Sendable {
    /// Same capture time and same camera: the photo was edited.
    case sameShot
    /// Another photo under the same name (a camera that reuses names).
    case otherShot
}

/// Where a file stands on its way to a LUID: all that the rules of identity
/// ask of it.
public struct FileStanding: Hashable, Sendable {
    public var id: FileID
    /// Bytes of the file.
    public var size: Int64
    public var hash: HashState
    /// The photo the file belongs to; nil while it waits at the size gate.
    /// With `edit` set, the photo that was at this path before.
    public var luid: LUID?
    /// Set while it is undecided to which photo the changed bytes belong.
    public var edit: FileEdit?
    /// Of the bytes that lie there now; nil while nobody has looked.
    public var beginning: FileBeginning?

    public init(
        id: FileID, size: Int64, hash: HashState = .wanted, luid: LUID? = nil,
        edit: FileEdit? = nil, beginning: FileBeginning? = nil
    ) {
        self.id = id
        self.size = size
        self.hash = hash
        self.luid = luid
        self.edit = edit
        self.beginning = beginning
    }
}

/// The photo to which a content belongs. Dead photos keep theirs, so that a
/// content that returns finds its LUID again.
public struct ContentOwner: Hashable, Sendable {
    public var hash: ContentHash
    /// Bytes of the content.
    public var size: Int64
    public var luid: LUID
    /// Whether the photo stands in the timeline. One that does not is a new
    /// tile when a file brings its content back.
    public var isShown: Bool

    public init(hash: ContentHash, size: Int64, luid: LUID, isShown: Bool = true) {
        self.hash = hash
        self.size = size
        self.luid = luid
        self.isShown = isShown
    }
}

/// A byte size whose files are to be settled.
public struct SizeStanding: Hashable, Sendable {
    public var size: Int64
    /// Whether the library knows a content of this size, or a file besides
    /// those at hand that may have the bytes of one of them.
    public var hasOthers: Bool

    public init(size: Int64, hasOthers: Bool) {
        self.size = size
        self.hasOthers = hasOthers
    }
}
