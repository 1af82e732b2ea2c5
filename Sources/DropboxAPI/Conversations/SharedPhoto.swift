import Photos

/// A photo of a message.
public struct SharedPhoto: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Its place in the message, from 0; kept when others are gone.
    public var item: Int
    public var contentHash: ContentHash
    public var name: String
    /// Bytes.
    public var size: Int64
    public var kind: PhotoKind
    /// Pixels.
    public var width: Int?
    public var height: Int?
    public var durationMilliseconds: Int?
    public var taken: CaptureTime?
    public var utcOffsetMinutes: Int?
    public var thumbHash: ThumbHash?
    /// Whether its owner has deleted it.
    public var isGone: Bool

    public init(
        item: Int, contentHash: ContentHash, name: String, size: Int64, kind: PhotoKind,
        isGone: Bool = false
    ) {
        self.item = item
        self.contentHash = contentHash
        self.name = name
        self.size = size
        self.kind = kind
        self.isGone = isGone
    }

    /// Takes what others may know of a photo: not where it was taken, nor
    /// with which camera.
    public mutating func add(_ facts: PhotoFacts) {
        width = facts.metadata.size?.width
        height = facts.metadata.size?.height
        durationMilliseconds = facts.metadata.durationMilliseconds.map { Int($0) }
        taken = facts.metadata.taken
        utcOffsetMinutes = facts.metadata.utcOffsetMinutes
        thumbHash = facts.thumbHash
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        item = try fields.required("item")
        contentHash = try fields.required("content_hash")
        name = try fields.required("name")
        size = try fields.required("size")
        kind = try fields.photoKind()
        width = try fields.optional("width")
        height = try fields.optional("height")
        durationMilliseconds = try fields.optional("duration_ms")
        taken = try fields.optional("taken_local")
        utcOffsetMinutes = try fields.offsetMinutes("utc_offset_minutes")
        let bytes: WireBytes? = try fields.optional("thumbhash")
        thumbHash = bytes.flatMap { ThumbHash(bytes: $0.bytes) }
        isGone = try fields.optional("gone", default: false)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("item", item)
            writer.field("content_hash", contentHash)
            writer.field("name", name)
            writer.field("size", size)
            writer.field("kind", kind.name)
            writer.field("width", width)
            writer.field("height", height)
            writer.field("duration_ms", durationMilliseconds)
            writer.field("taken_local", taken)
            if let minutes = utcOffsetMinutes {
                writer.field("utc_offset_minutes") { $0.integer(Int64(minutes)) }
            }
            writer.field("thumbhash", thumbHash.map { WireBytes($0.bytes) })
            if isGone { writer.field("gone", true) }
        }
    }
}

/// The argument of `carousel/conversations/download`.
public struct DownloadSharedArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var conversation: ConversationID
    public var message: MessageID
    public var item: Int

    public init(conversation: ConversationID, message: MessageID, item: Int) {
        self.conversation = conversation
        self.message = message
        self.item = item
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        conversation = try fields.required("conversation")
        message = try fields.required("message")
        item = try fields.required("item")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("conversation", conversation)
            writer.field("message", message)
            writer.field("item", item)
        }
    }
}

/// What `carousel/conversations/download` says of the bytes.
public struct SharedOriginal: Hashable, Sendable, WireEncodable, WireDecodable {
    public var name: String
    /// Bytes.
    public var size: Int64
    public var contentHash: ContentHash

    public init(name: String, size: Int64, contentHash: ContentHash) {
        self.name = name
        self.size = size
        self.contentHash = contentHash
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        name = try fields.required("name")
        size = try fields.required("size")
        contentHash = try fields.required("content_hash")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("name", name)
            writer.field("size", size)
            writer.field("content_hash", contentHash)
        }
    }
}
