/// What `files/list_folder` lists.
public struct ListFolderArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument
    public var recursive: Bool
    public var includeDeleted: Bool
    /// Asks for `media_info` in every entry. The real service stopped giving
    /// it there in 2019; servers of the photo plane do.
    public var includeMediaInfo: Bool
    public var includeRestorableInfo: Bool
    /// Entries of a page, approximately; nil leaves it to the server.
    public var limit: Int?

    public static let limits = 1...2000

    public init(
        path: PathArgument, recursive: Bool = false, includeDeleted: Bool = false,
        includeMediaInfo: Bool = false, includeRestorableInfo: Bool = false, limit: Int? = nil
    ) {
        self.path = path
        self.recursive = recursive
        self.includeDeleted = includeDeleted
        self.includeMediaInfo = includeMediaInfo
        self.includeRestorableInfo = includeRestorableInfo
        self.limit = limit
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        path = try fields.path("path", .folder)
        recursive = try fields.optional("recursive", default: false)
        includeDeleted = try fields.optional("include_deleted", default: false)
        includeMediaInfo = try fields.optional("include_media_info", default: false)
        includeRestorableInfo = try fields.optional("include_restorable_info", default: false)
        limit =
            fields.contains("limit")
            ? try fields.number("limit", in: Self.limits, default: 0)
            : try fields.optional("limit")
        // Nothing here is mounted, undownloadable or carries properties, so
        // these change nothing; they must be well formed all the same.
        _ = try fields.optional("include_mounted_folders", as: Bool.self)
        _ = try fields.optional("include_non_downloadable_files", as: Bool.self)
        _ = try fields.optional("include_has_explicit_shared_members", as: Bool.self)
        _ = try fields.optional("include_property_groups", as: TemplateFilter.self)
        guard !fields.contains("shared_link") else {
            throw WireError(
                place: place.field("shared_link"),
                reason: .invalid("listing by a shared link is not supported by this server"))
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("path", path)
            writer.field("recursive", recursive)
            writer.field("include_deleted", includeDeleted)
            if includeMediaInfo { writer.field("include_media_info", true) }
            if includeRestorableInfo { writer.field("include_restorable_info", true) }
            writer.field("limit", limit)
        }
    }
}

/// Which property groups an answer shall carry. No server here has any, so
/// the ids are read and not kept.
public struct TemplateFilter: Hashable, Sendable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        guard union.tag == "filter_some" else { throw union.unknownTag }
        let _: [String] = try union.fields.required("filter_some")
        try union.fields.finish()
    }
}
