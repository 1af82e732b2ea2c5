/// What sync asks of a root.
public struct SyncRoot: Hashable, Sendable {
    public var id: RootID
    /// Whether its photos are uploaded, or only shown.
    public var uploads: Bool
    /// Whether the disk is there.
    public var available: Bool
    /// Complete, error-free walks so far.
    public var walks: Int64
    /// The first complete walk after the root was added or its disk returned:
    /// what it finds is not the user's wish.
    public var settledAtWalk: Int64

    public init(
        id: RootID, uploads: Bool, available: Bool = true, walks: Int64 = 0,
        settledAtWalk: Int64 = 1
    ) {
        self.id = id
        self.uploads = uploads
        self.available = available
        self.walks = walks
        self.settledAtWalk = settledAtWalk
    }
}

/// A file of this device, as sync keeps it.
public struct LocalFile: Hashable, Sendable {
    public var id: FileID
    public var root: RootID
    /// Bytes of the file.
    public var size: Int64
    public var hash: HashState
    /// The photo it belongs to; nil while it waits at the size gate.
    public var luid: LUID?
    /// The bytes that lay here before, while it is undecided to which photo
    /// the changed ones belong.
    public var changedFrom: ContentHash?
    /// How the changed bytes compare; known when they are hashed.
    public var edit: FileEdit?
    /// The walk that found these bytes: one more than the root's complete
    /// walks at that time.
    public var walk: Int64
    /// Whether these are bytes that its photo had before the server's were
    /// replaced: kept on disk, not shown, not uploaded.
    public var superseded: Bool
    /// Whether it waits at the size gate with the LUID it had before its bytes
    /// changed, which were never hashed: not shown meanwhile.
    public var held: Bool

    public init(id: FileID, root: RootID, size: Int64, walk: Int64) {
        self.id = id
        self.root = root
        self.size = size
        self.walk = walk
        hash = .wanted
        superseded = false
        held = false
    }

    /// Whether it has a place but its bytes are not known: the case in which
    /// a content could be shown twice, for which the gate exists.
    package var isPlacedUnhashed: Bool {
        luid != nil && changedFrom == nil && hash == .wanted && !held
    }

    /// Whether its bytes are those of its photo.
    package var isCurrent: Bool {
        luid != nil && changedFrom == nil && !superseded
    }
}
