/// What a server of the photo plane can do: the result of
/// `carousel/capabilities`. A service that does not know the route answers
/// 400, and is a plain one.
public struct Capabilities: Hashable, Sendable {
    /// Of the photo plane as a whole.
    public var version: Int
    /// Names of what is there; a client passes over those it does not know.
    public var features: [String]
    public var limits: PhotoLimits

    public init(version: Int, features: [String], limits: PhotoLimits) {
        self.version = version
        self.features = features
        self.limits = limits
    }

    /// What this source code speaks.
    public static let current = Capabilities(
        version: 1,
        features: [
            "photos", "have", "flags", "delete", "restore", "thumbs", "links", "op_id", "wish",
            "media_info", "conversations",
        ],
        limits: PhotoLimits())
}

/// How much one call of the photo plane takes.
public struct PhotoLimits: Hashable, Sendable {
    /// Thumbnails of one `thumbs/batch`.
    public var thumbnailBatch = 500
    /// Entries of one page of `photos/list`.
    public var listPage = 10_000
    /// Hashes of one `photos/have`.
    public var haveBatch = 1000
    /// Ids, and hashes, of one change.
    public var changeBatch = 1000

    public init() {}
}

extension Capabilities: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        version = try fields.required("version")
        features = try fields.required("features")
        limits = try fields.required("limits")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("version", version)
            writer.field("features", features)
            writer.field("limits", limits)
        }
    }
}

extension PhotoLimits: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        thumbnailBatch = try fields.required("thumb_batch")
        listPage = try fields.required("list_page")
        haveBatch = try fields.required("have_batch")
        changeBatch = try fields.required("change_batch")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("thumb_batch", thumbnailBatch)
            writer.field("list_page", listPage)
            writer.field("have_batch", haveBatch)
            writer.field("change_batch", changeBatch)
        }
    }
}
