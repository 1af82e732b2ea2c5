/// What a part does.
public enum Work: Hashable, Sendable {
    case upload(Upload)
    case flag(FlagChange)
    case delete(Deletion)
    case restore(Restoration)
    case share(Share)
}

/// The upload of one content.
public struct Upload: Hashable, Sendable {
    public var hash: ContentHash
    /// Bytes of the content.
    public var size: Int64
    /// The server's photo whose content this replaces, and the revision that
    /// the edited file held.
    public var replaces: Replaced?
    /// Whether the user wants it even though the content was deleted.
    public var wish: Bool
    /// Whether it was answered by the server having the content already.
    public var found = false
    /// Whether a share waits for it: it goes ahead of all others.
    public var urgent: Bool

    public init(
        hash: ContentHash, size: Int64, replaces: Replaced?, wish: Bool, urgent: Bool
    ) {
        self.hash = hash
        self.size = size
        self.replaces = replaces
        self.wish = wish
        self.urgent = urgent
    }

    /// The server's photo whose content is to be replaced.
    public struct Replaced: Hashable, Sendable {
        public var id: ServerPhotoID
        public var revision: String

        public init(id: ServerPhotoID, revision: String) {
            self.id = id
            self.revision = revision
        }
    }
}

/// A flag set or taken away.
public struct FlagChange: Hashable, Sendable {
    public var flag: Flag
    public var value: Bool
    /// What it was, for undo.
    public var prior: Bool
    /// The server's photos it is sent to, frozen at the first send.
    public var ids: [ServerPhotoID]

    public init(flag: Flag, value: Bool, prior: Bool, ids: [ServerPhotoID]) {
        self.flag = flag
        self.value = value
        self.prior = prior
        self.ids = ids
    }
}

/// A photo deleted as a whole.
public struct Deletion: Hashable, Sendable {
    /// The server's photos, frozen at the first send.
    public var ids: [ServerPhotoID]
    /// Contents of which every live file goes, known here or not.
    public var hashes: [ContentHash]
    /// Older contents of the photo, which shall not come back either.
    public var superseded: [ContentHash]
    /// Uploads that this cancelled and that may still be on their way.
    public var cancels: [OperationID]
    /// Earlier parts that it made void, for undo.
    public var voided: [Part]

    public init(
        ids: [ServerPhotoID], hashes: [ContentHash], superseded: [ContentHash],
        cancels: [OperationID], voided: [Part]
    ) {
        self.ids = ids
        self.hashes = hashes
        self.superseded = superseded
        self.cancels = cancels
        self.voided = voided
    }
}

/// A deletion undone.
public struct Restoration: Hashable, Sendable {
    public var ids: [ServerPhotoID]
    public var hashes: [ContentHash]

    public init(ids: [ServerPhotoID], hashes: [ContentHash]) {
        self.ids = ids
        self.hashes = hashes
    }
}

/// Photos shared at once, whole.
public struct Share: Hashable, Sendable {
    /// The server's photos and their contents, frozen at the first send.
    public var sent: [SharedPhoto]
    /// Photos that were deleted or could not be uploaded meanwhile: the share
    /// goes without them and says so.
    public var leftOut: [LUID]

    public init(sent: [SharedPhoto], leftOut: [LUID]) {
        self.sent = sent
        self.leftOut = leftOut
    }

    public struct SharedPhoto: Hashable, Sendable {
        public var id: ServerPhotoID
        public var hash: ContentHash

        public init(id: ServerPhotoID, hash: ContentHash) {
            self.id = id
            self.hash = hash
        }
    }
}
