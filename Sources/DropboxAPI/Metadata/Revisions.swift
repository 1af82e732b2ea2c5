/// Whose revisions are listed.
public enum RevisionsMode: String, PlainUnion, Hashable {
    /// Everything that stood at the path.
    case path
    /// Everything that the file at the path was, wherever it lay.
    case id
    case other

    public static let unknownMember: RevisionsMode? = .other
}

/// What `files/list_revisions` lists.
public struct ListRevisionsArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument
    public var mode: RevisionsMode
    /// 1 to 100.
    public var limit: Int
    /// Only those made before this one.
    public var before: Revision?
    public var includeRestorableInfo: Bool

    public init(
        path: PathArgument, mode: RevisionsMode = .path, limit: Int = 10, before: Revision? = nil,
        includeRestorableInfo: Bool = false
    ) {
        self.path = path
        self.mode = mode
        self.limit = limit
        self.before = before
        self.includeRestorableInfo = includeRestorableInfo
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        path = try fields.path("path", .read)
        mode = try fields.optional("mode", default: .path)
        limit = try fields.number("limit", in: 1...100, default: 10)
        before = try fields.optional("before_rev")
        includeRestorableInfo = try fields.optional("include_restorable_info", default: false)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("path", path)
            writer.field("mode", mode)
            writer.field("limit", limit)
            writer.field("before_rev", before)
            if includeRestorableInfo { writer.field("include_restorable_info", true) }
        }
    }
}

/// Revisions, newest first.
public struct ListRevisionsResult: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Whether the newest is not there any more.
    public var isDeleted: Bool
    /// When it was deleted.
    public var serverDeleted: Timestamp?
    public var entries: [FileMetadata]
    public var hasMore: Bool

    public init(
        isDeleted: Bool, serverDeleted: Timestamp?, entries: [FileMetadata], hasMore: Bool
    ) {
        self.isDeleted = isDeleted
        self.serverDeleted = serverDeleted
        self.entries = entries
        self.hasMore = hasMore
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        isDeleted = try fields.required("is_deleted")
        serverDeleted = try fields.optional("server_deleted")
        entries = try fields.required("entries")
        hasMore = try fields.optional("has_more", default: false)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("is_deleted", isDeleted)
            writer.field("server_deleted", serverDeleted)
            writer.field("entries", entries)
            writer.field("has_more", hasMore)
        }
    }
}

/// Which revision `files/restore` brings back, and where.
public struct RestoreArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument
    public var revision: Revision

    public init(path: PathArgument, revision: Revision) {
        self.path = path
        self.revision = revision
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        path = try fields.path("path", .write)
        revision = try fields.required("rev")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("path", path)
            writer.field("rev", revision)
        }
    }
}
