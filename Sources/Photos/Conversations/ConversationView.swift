/// A conversation in a list, with what the user did since the server told of
/// it.
public struct ConversationSummary: Hashable, Sendable, Identifiable {
    public var id: ConversationID
    public var title: String?
    public var participants: [Participant]
    public var unread: Int
    public var photos: Int
    public var last: CachedConversation.LastLine?
    /// How this account stands in it: nothing can be done in one that it has
    /// left or was removed from.
    public var standing: Participant.Standing
    /// Whether something of it is still to be sent.
    public var isPending: Bool
    /// Why it could not be made, in plain words.
    public var failure: String?

    public init(_ cached: CachedConversation) {
        id = cached.id
        title = cached.title
        participants = cached.participants
        unread = cached.unread
        photos = cached.photos
        last = cached.last
        standing = cached.standing
        isPending = false
    }
}

/// A conversation to be shown: the messages in their order, those that are
/// still to be sent at the end.
public struct ConversationView: Hashable, Sendable, Identifiable {
    public var summary: ConversationSummary
    public var messages: [Message]

    public var id: ConversationID { summary.id }

    public init(summary: ConversationSummary, messages: [Message]) {
        self.summary = summary
        self.messages = messages
    }

    public struct Message: Hashable, Sendable, Identifiable {
        public var id: MessageID
        public var author: Participant
        /// Whether this account has sent it, or is to.
        public var isOwn: Bool
        /// Milliseconds since 1970-01-01 UTC, of the server's clock; of this
        /// device's while the message is to be sent.
        public var sentMilliseconds: Int64
        public var text: String?
        public var items: [Item]
        /// Of the whole message, and by `place` of single photos.
        public var likes: [Liking]
        /// Photos that were chosen and could not be shared: the note of a
        /// message.
        public var leftOut: Int
        public var delivery: Delivery

        public init(
            id: MessageID, author: Participant, isOwn: Bool, sentMilliseconds: Int64,
            text: String?, items: [Item], likes: [Liking], leftOut: Int, delivery: Delivery
        ) {
            self.id = id
            self.author = author
            self.isOwn = isOwn
            self.sentMilliseconds = sentMilliseconds
            self.text = text
            self.items = items
            self.likes = likes
            self.leftOut = leftOut
            self.delivery = delivery
        }
    }

    public struct Item: Hashable, Sendable {
        /// Its place in the message.
        public var place: Int
        /// By which thumbnails and originals are found; nil of an own photo
        /// that is not hashed yet.
        public var content: ContentHash?
        /// The photo of the own library with the same bytes.
        public var luid: LUID?
        public var name: String
        public var kind: PhotoKind
        public var size: PixelSize?
        public var durationMilliseconds: Int?
        public var taken: CaptureTime?
        public var thumbHash: ThumbHash?
        public var isGone: Bool
        /// Whether its bytes are still to be uploaded for the message.
        public var isPending: Bool

        public init(_ item: SharedItem, luid: LUID?) {
            place = item.place
            content = item.content
            self.luid = luid
            name = item.name
            kind = item.kind
            size = item.size
            durationMilliseconds = item.durationMilliseconds
            taken = item.taken
            thumbHash = item.thumbHash
            isGone = item.isGone
            isPending = false
        }

        public init(_ photo: OwnPhoto, place: Int) {
            self.place = place
            content = photo.content
            luid = photo.luid
            name = ""
            kind = photo.kind
            size = photo.size
            durationMilliseconds = photo.durationMilliseconds
            thumbHash = photo.thumbHash
            isGone = false
            isPending = !photo.isOnServer
        }
    }

    public enum Delivery: Hashable, Sendable {
        /// The server has it.
        case sent
        /// To be sent when all its photos are uploaded.
        case pending(uploaded: Int, of: Int)
        /// It will not be sent, for this reason in plain words.
        case failed(reason: String)
    }
}
