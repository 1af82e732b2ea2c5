/// What `files/get_metadata` is asked for.
public struct GetMetadataArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument
    public var includeDeleted: Bool
    public var includeMediaInfo: Bool

    public init(
        path: PathArgument, includeDeleted: Bool = false, includeMediaInfo: Bool = false
    ) {
        self.path = path
        self.includeDeleted = includeDeleted
        self.includeMediaInfo = includeMediaInfo
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        path = try fields.path("path", .read)
        includeDeleted = try fields.optional("include_deleted", default: false)
        includeMediaInfo = try fields.optional("include_media_info", default: false)
        _ = try fields.optional("include_has_explicit_shared_members", as: Bool.self)
        _ = try fields.optional("include_property_groups", as: TemplateFilter.self)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("path", path)
            if includeMediaInfo { writer.field("include_media_info", true) }
            writer.field("include_deleted", includeDeleted)
        }
    }
}

/// What `files/download` shall send.
public struct DownloadArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument
    /// The older way to name a revision; `rev:…` as the path is the newer.
    public var revision: Revision?

    public init(path: PathArgument, revision: Revision? = nil) {
        self.path = path
        self.revision = revision
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        path = try fields.path("path", .read)
        revision = try fields.optional("rev")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("path", path)
            writer.field("rev", revision)
        }
    }
}

/// An argument that is a path alone.
public struct ReadPathArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument

    public init(path: PathArgument) {
        self.path = path
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        path = try fields.path("path", .read)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("path", path) }
    }
}

/// A link that gives a file's bytes to whoever has it, for four hours.
public struct TemporaryLink: Hashable, Sendable, WireEncodable, WireDecodable {
    public var metadata: FileMetadata
    public var link: String

    public init(metadata: FileMetadata, link: String) {
        self.metadata = metadata
        self.link = link
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        metadata = try fields.required("metadata")
        link = try fields.required("link")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("metadata", metadata)
            writer.field("link", link)
        }
    }
}

/// A result that is one entry under `metadata`.
public struct MetadataResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var metadata: Metadata

    public init(metadata: Metadata) {
        self.metadata = metadata
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        metadata = try fields.required("metadata")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("metadata", metadata) }
    }
}
