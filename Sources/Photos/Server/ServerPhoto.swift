/// What a server says of one of its photos.
public struct ServerPhoto: Hashable, Sendable {
    public var id: ServerPhotoID
    public var hash: ContentHash
    /// Bytes of the content.
    public var size: Int64
    /// The revision to name when the content is replaced.
    public var revision: String
    public var hidden: Bool
    public var favourite: Bool
    /// Order of creation on the server; the lowest of a LUID is its primary.
    public var order: Int64

    public init(
        id: ServerPhotoID, hash: ContentHash, size: Int64, revision: String, hidden: Bool,
        favourite: Bool, order: Int64
    ) {
        self.id = id
        self.hash = hash
        self.size = size
        self.revision = revision
        self.hidden = hidden
        self.favourite = favourite
        self.order = order
    }

    package func has(_ flag: Flag) -> Bool {
        switch flag {
        case .hidden: hidden
        case .favourite: favourite
        }
    }
}

/// A server photo as this device keeps it.
public struct ServerRow: Hashable, Sendable {
    /// What is shown: the photo as last placed.
    public var photo: ServerPhoto
    /// Nil while the photo waits at the size gate.
    public var luid: LUID?
    /// The photo with its new content, while that waits at the size gate.
    public var next: ServerPhoto?
    /// Set while an upload that replaces this content is unfinished: until
    /// then the row stays with the LUID whose content has moved on already.
    public var replacedBy: OperationID?
    /// Whether the feed has said that it is deleted. Judged when the feed is
    /// drained, because a move is a deletion and a file, perhaps pages apart.
    public var leaving: Bool
    /// The number of the listing that saw it last, for the sweep.
    public var listing: Int64
    /// Set while only the answer of our own upload has told of the photo: the
    /// sequence of that answer, up to which the feed has not been read.
    public var toldBy: Int64?

    public init(photo: ServerPhoto, listing: Int64) {
        self.photo = photo
        self.listing = listing
        leaving = false
    }
}
