/// A message as the server told of it.
public struct CachedMessage: Hashable, Sendable {
    public var id: MessageID
    /// Its last change, in the server's order.
    public var sequence: Int64
    /// When it was posted, in the server's order: its place.
    public var posted: Int64
    public var author: Participant
    /// Milliseconds since 1970-01-01 UTC, by the server's clock.
    public var sentMilliseconds: Int64
    public var text: String?
    /// In the order of their places.
    public var items: [SharedItem]
    public var likes: [Liking]
    /// Photos that were chosen and could not be shared.
    public var leftOut: Int

    public init(
        id: MessageID, sequence: Int64, posted: Int64, author: Participant,
        sentMilliseconds: Int64, text: String? = nil, items: [SharedItem] = [],
        likes: [Liking] = [], leftOut: Int = 0
    ) {
        self.id = id
        self.sequence = sequence
        self.posted = posted
        self.author = author
        self.sentMilliseconds = sentMilliseconds
        self.text = text
        self.items = items
        self.likes = likes
        self.leftOut = leftOut
    }
}

/// A photo of a message, with what is needed to lay it out and draw it.
public struct SharedItem: Hashable, Sendable {
    /// Its place in the message, from 0. Never another one's.
    public var place: Int
    public var content: ContentHash
    public var name: String
    /// Bytes of the original.
    public var byteSize: Int64
    public var kind: PhotoKind
    public var size: PixelSize?
    public var durationMilliseconds: Int?
    public var taken: CaptureTime?
    public var utcOffsetMinutes: Int?
    public var thumbHash: ThumbHash?
    /// Whether its owner has it no more: its place stays.
    public var isGone: Bool

    public init(
        place: Int, content: ContentHash, name: String, byteSize: Int64, kind: PhotoKind,
        size: PixelSize? = nil, durationMilliseconds: Int? = nil, taken: CaptureTime? = nil,
        utcOffsetMinutes: Int? = nil, thumbHash: ThumbHash? = nil, isGone: Bool = false
    ) {
        self.place = place
        self.content = content
        self.name = name
        self.byteSize = byteSize
        self.kind = kind
        self.size = size
        self.durationMilliseconds = durationMilliseconds
        self.taken = taken
        self.utcOffsetMinutes = utcOffsetMinutes
        self.thumbHash = thumbHash
        self.isGone = isGone
    }
}

/// Somebody likes a message, or one photo of it.
public struct Liking: Hashable, Sendable {
    /// The account's id at the server.
    public var account: String
    public var name: String
    /// Nil: the whole message.
    public var place: Int?

    public init(account: String, name: String, place: Int? = nil) {
        self.account = account
        self.name = name
        self.place = place
    }
}
