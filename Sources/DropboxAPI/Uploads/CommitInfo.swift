import Photos

/// What to do where a file stands already.
public enum WriteMode: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Leave it: other bytes are a conflict.
    case add
    /// Replace it.
    case overwrite
    /// Replace it if it is still at that revision.
    case update(Revision)

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "add": self = .add
        case "overwrite": self = .overwrite
        case "update": self = .update(try union.fields.required("update"))
        default: throw union.unknownTag
        }
        try union.fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .add: writer.tagged("add")
        case .overwrite: writer.tagged("overwrite")
        case .update(let revision): writer.tagged("update") { $0.field("update", revision) }
        }
    }
}

/// Where uploaded bytes go, and how.
public struct CommitInfo: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument
    public var mode: WriteMode
    /// Store beside what is in the way, under another name. Take the path
    /// from the answer.
    public var autorename: Bool
    public var clientModified: Timestamp?
    /// Whether to spare the user a notification.
    public var mute: Bool
    /// A conflict also where the same bytes stand, or where the file to
    /// update was deleted.
    public var strictConflict: Bool
    /// On `carousel-server`: store it also when the content was deleted. Sent
    /// to no other.
    public var isWish: Bool

    public init(
        path: PathArgument, mode: WriteMode = .add, autorename: Bool = false,
        clientModified: Timestamp? = nil, mute: Bool = false, strictConflict: Bool = false,
        isWish: Bool = false
    ) {
        self.path = path
        self.mode = mode
        self.autorename = autorename
        self.clientModified = clientModified
        self.mute = mute
        self.strictConflict = strictConflict
        self.isWish = isWish
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        try self.init(&fields)
        try fields.finish()
    }

    init(_ fields: inout WireFields) throws(WireError) {
        path = try fields.path("path", .writeOrID)
        mode = try fields.optional("mode", default: .add)
        autorename = try fields.optional("autorename", default: false)
        clientModified = try fields.optional("client_modified")
        mute = try fields.optional("mute", default: false)
        strictConflict = try fields.optional("strict_conflict", default: false)
        isWish = try fields.optional("wish", default: false)
        let groups: [AnyJSON] = try fields.optional("property_groups", default: [])
        guard groups.isEmpty else {
            throw WireError(
                place: fields.place.field("property_groups"),
                reason: .invalid("property groups are not supported by this server"))
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writeFields(to: &$0) }
    }

    /// The fields without the braces: for messages that have more.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("path", path)
        writer.field("mode", mode)
        writer.field("autorename", autorename)
        writer.field("client_modified", clientModified)
        writer.field("mute", mute)
        writer.field("strict_conflict", strictConflict)
        if isWish { writer.field("wish", true) }
    }
}

/// The argument of `files/upload`.
public struct UploadArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var commit: CommitInfo
    /// Of the bytes of this call; others are refused.
    public var contentHash: ContentHash?

    public init(commit: CommitInfo, contentHash: ContentHash? = nil) {
        self.commit = commit
        self.contentHash = contentHash
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        commit = try CommitInfo(&fields)
        contentHash = try fields.optional("content_hash")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            commit.writeFields(to: &writer)
            writer.field("content_hash", contentHash)
        }
    }
}
