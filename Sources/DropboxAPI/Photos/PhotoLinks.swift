import Photos

/// A photo as a link names it: the content is what is shown, whatever the
/// file becomes later.
public struct LinkedPhoto: Hashable, Sendable, WireEncodable, WireDecodable {
    public var id: FileID
    public var contentHash: ContentHash

    public init(id: FileID, contentHash: ContentHash) {
        self.id = id
        self.contentHash = contentHash
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        id = try fields.required("id")
        contentHash = try fields.required("content_hash")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", id)
            writer.field("content_hash", contentHash)
        }
    }
}

/// The argument of `carousel/links/create`.
public struct CreatePhotoLinkArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var operation: OperationID
    /// 1 to 1000, in the order of the page.
    public var photos: [LinkedPhoto]
    /// Above the photos; at most 200 characters.
    public var title: String?
    public var settings: LinkSettings

    public init(
        operation: OperationID, photos: [LinkedPhoto], title: String? = nil,
        settings: LinkSettings = LinkSettings()
    ) {
        self.operation = operation
        self.photos = photos
        self.title = title
        self.settings = settings
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        photos = try fields.list("photos", count: 1...PhotoLimits().changeBatch)
        title = try fields.optional("title")
        settings = try fields.optional("settings", default: LinkSettings())
        if let title, title.count > 200 {
            throw WireError(
                place: place.field("title"), reason: .invalid("has more than 200 characters"))
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("photos", photos)
            writer.field("title", title)
            if !settings.isPlain { writer.field("settings", settings) }
        }
    }
}

/// A link to one or several photos.
public struct PhotoLink: Hashable, Sendable, WireEncodable, WireDecodable {
    public var url: String
    public var title: String?
    /// Photos that it shows.
    public var count: Int
    public var created: Timestamp
    public var expires: Timestamp?
    public var requiresPassword: Bool
    public var allowsDownload: Bool

    public init(
        url: String, title: String? = nil, count: Int, created: Timestamp,
        expires: Timestamp? = nil, requiresPassword: Bool = false, allowsDownload: Bool = true
    ) {
        self.url = url
        self.title = title
        self.count = count
        self.created = created
        self.expires = expires
        self.requiresPassword = requiresPassword
        self.allowsDownload = allowsDownload
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        url = try fields.required("url")
        title = try fields.optional("title")
        count = try fields.required("count")
        created = try fields.required("created")
        expires = try fields.optional("expires")
        requiresPassword = try fields.required("require_password")
        allowsDownload = try fields.required("allow_download")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("url", url)
            writer.field("title", title)
            writer.field("count", count)
            writer.field("created", created)
            writer.field("expires", expires)
            writer.field("require_password", requiresPassword)
            writer.field("allow_download", allowsDownload)
        }
    }
}

/// The result of `carousel/links/create`.
public struct CreatePhotoLinkResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var link: PhotoLink
    /// Photos that the account has no more, or with another content: the link
    /// is made without them.
    public var leftOut: [FileID]
    public var mark: FeedMark

    public init(link: PhotoLink, leftOut: [FileID], mark: FeedMark) {
        self.link = link
        self.leftOut = leftOut
        self.mark = mark
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        link = try fields.required("link")
        leftOut = try fields.required("left_out")
        mark = try FeedMark(&fields)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("link", link)
            writer.field("left_out", leftOut)
            mark.writeFields(to: &writer)
        }
    }
}

/// Why no link to photos was made.
public enum CreatePhotoLinkError: String, PlainUnion, WireFailure {
    /// None of the photos is there.
    case nothingLeft = "nothing_left"
    case invalidSettings = "invalid_settings"
    case other
    public static let unknownMember: CreatePhotoLinkError? = .other
}

/// The argument of `carousel/links/list`.
public struct ListPhotoLinksArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// That of the page before.
    public var cursor: String?

    public init(cursor: String? = nil) {
        self.cursor = cursor
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(orNone: json, at: place)
        cursor = try fields.optional("cursor")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("cursor", cursor) }
    }
}

/// The result of `carousel/links/list`, newest first.
public struct ListPhotoLinksResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var links: [PhotoLink]
    public var hasMore: Bool
    public var cursor: String?

    public init(links: [PhotoLink], hasMore: Bool, cursor: String? = nil) {
        self.links = links
        self.hasMore = hasMore
        self.cursor = cursor
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        links = try fields.required("links")
        hasMore = try fields.required("has_more")
        cursor = try fields.optional("cursor")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("links", links)
            writer.field("has_more", hasMore)
            writer.field("cursor", cursor)
        }
    }
}

/// The argument of `carousel/links/revoke`.
public struct RevokePhotoLinkArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var operation: OperationID
    public var url: String

    public init(operation: OperationID, url: String) {
        self.operation = operation
        self.url = url
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        url = try fields.required("url")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("url", url)
        }
    }
}

/// Where in an account's history an answer stands, and nothing else.
public struct MarkResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var mark: FeedMark

    public init(mark: FeedMark) {
        self.mark = mark
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        mark = try FeedMark(&fields)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { mark.writeFields(to: &$0) }
    }
}
