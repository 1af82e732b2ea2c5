import Photos

/// A file of an account.
public struct FileMetadata: Hashable, Sendable {
    public var name: String
    public var id: FileID
    /// What the uploader said; for showing only.
    public var clientModified: Timestamp
    /// When this content was committed.
    public var serverModified: Timestamp
    public var revision: Revision
    /// Bytes.
    public var size: Int64
    public var pathLower: String?
    public var pathDisplay: String?
    public var contentHash: ContentHash?
    public var isDownloadable: Bool
    /// Said only where it was asked for.
    public var isRestorable: Bool?
    /// Where it was asked for, of photos and films.
    public var mediaInfo: MediaInfo?

    public init(
        name: String, id: FileID, clientModified: Timestamp, serverModified: Timestamp,
        revision: Revision, size: Int64, pathLower: String?, pathDisplay: String?,
        contentHash: ContentHash?, isDownloadable: Bool = true, isRestorable: Bool? = nil,
        mediaInfo: MediaInfo? = nil
    ) {
        self.name = name
        self.id = id
        self.clientModified = clientModified
        self.serverModified = serverModified
        self.revision = revision
        self.size = size
        self.pathLower = pathLower
        self.pathDisplay = pathDisplay
        self.contentHash = contentHash
        self.isDownloadable = isDownloadable
        self.isRestorable = isRestorable
        self.mediaInfo = mediaInfo
    }
}

extension FileMetadata: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        fields.ignore(".tag")
        name = try fields.required("name")
        id = try fields.required("id")
        clientModified = try fields.required("client_modified")
        serverModified = try fields.required("server_modified")
        revision = try fields.required("rev")
        size = try fields.required("size")
        pathLower = try fields.optional("path_lower")
        pathDisplay = try fields.optional("path_display")
        contentHash = try fields.optional("content_hash")
        isDownloadable = try fields.optional("is_downloadable", default: true)
        isRestorable = try fields.optional("is_restorable")
        mediaInfo = try fields.optional("media_info")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writeFields(to: &$0) }
    }

    /// The fields without the braces: where a union holds them flat.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("name", name)
        writer.field("path_lower", pathLower)
        writer.field("path_display", pathDisplay)
        writer.field("id", id)
        writer.field("client_modified", clientModified)
        writer.field("server_modified", serverModified)
        writer.field("rev", revision)
        writer.field("size", size)
        writer.field("is_downloadable", isDownloadable)
        writer.field("content_hash", contentHash)
        writer.field("is_restorable", isRestorable)
        writer.field("media_info", mediaInfo)
    }
}
