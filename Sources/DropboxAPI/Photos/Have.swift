import Photos

/// The argument of `carousel/photos/have`.
public struct HaveArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// At most 1000.
    public var contentHashes: [ContentHash]

    public init(contentHashes: [ContentHash]) {
        self.contentHashes = contentHashes
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        contentHashes = try fields.list("content_hashes", count: 0...PhotoLimits().haveBatch)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("content_hashes", contentHashes) }
    }
}

/// What an account has of the contents asked for. What is in none of the
/// lists is there.
public struct HaveResult: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Never seen: to be uploaded.
    public var missing: [ContentHash]
    /// Deleted by the user: not to be uploaded, unless by the user's wish.
    public var deleted: [ContentHash]
    /// Replaced by a newer content of the same file: not to be uploaded.
    public var superseded: [ContentHash]
    public var mark: FeedMark

    public init(
        missing: [ContentHash], deleted: [ContentHash], superseded: [ContentHash], mark: FeedMark
    ) {
        self.missing = missing
        self.deleted = deleted
        self.superseded = superseded
        self.mark = mark
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        missing = try fields.required("missing")
        deleted = try fields.required("deleted")
        superseded = try fields.optional("superseded", default: [])
        mark = try FeedMark(&fields)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("missing", missing)
            writer.field("deleted", deleted)
            writer.field("superseded", superseded)
            mark.writeFields(to: &writer)
        }
    }
}
