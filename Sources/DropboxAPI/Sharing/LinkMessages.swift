/// What a shared link allows.
public struct LinkSettings: Hashable, Sendable, WireEncodable, WireDecodable {
    public var password: String?
    /// Whether a link that has a password is to have none.
    public var removesPassword: Bool
    public var expires: Timestamp?
    public var allowDownload: Bool?

    public init(
        password: String? = nil, removesPassword: Bool = false, expires: Timestamp? = nil,
        allowDownload: Bool? = nil
    ) {
        self.password = password
        self.removesPassword = removesPassword
        self.expires = expires
        self.allowDownload = allowDownload
    }

    /// Whether nothing is asked for beyond a link as such.
    public var isPlain: Bool { self == LinkSettings() }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        let requiresPassword: Bool? = try fields.optional("require_password")
        password = try fields.optional("link_password")
        expires = try fields.optional("expires")
        allowDownload = try fields.optional("allow_download")
        // Whoever has the link may look: the one audience there is here.
        // Others are asked for by these and are answered in the metadata.
        _ = try fields.optional("audience", as: LinkAudience.self)
        _ = try fields.optional("access", as: LinkAccess.self)
        let visibility: LinkVisibility? = try fields.optional("requested_visibility")
        guard requiresPassword != true || password?.isEmpty == false else {
            throw WireError(
                place: place.field("link_password"),
                reason: .invalid("is required when require_password is true"))
        }
        if requiresPassword == false { password = nil }
        removesPassword =
            password == nil && (requiresPassword == false || visibility == .public)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            if let password {
                writer.field("require_password", true)
                writer.field("link_password", password)
            } else if removesPassword {
                writer.field("require_password", false)
            }
            writer.field("expires", expires)
            writer.field("allow_download", allowDownload)
        }
    }
}

/// Who may follow a link.
public enum LinkAudience: String, PlainUnion, Hashable {
    case `public`, team, members, password
    case noOne = "no_one"
    case other
    public static let unknownMember: LinkAudience? = .other
}

/// What a link gives.
public enum LinkAccess: String, PlainUnion, Hashable {
    case viewer, editor, max, `default`, other
    public static let unknownMember: LinkAccess? = .other
}

/// The older form of an audience.
public enum LinkVisibility: String, PlainUnion, Hashable {
    case `public`
    case teamOnly = "team_only"
    case password, other
    public static let unknownMember: LinkVisibility? = .other
}

/// The argument of `sharing/create_shared_link_with_settings`.
public struct CreateLinkArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument
    public var settings: LinkSettings

    public init(path: PathArgument, settings: LinkSettings = LinkSettings()) {
        self.path = path
        self.settings = settings
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        path = try fields.path("path", .read)
        settings = try fields.optional("settings", default: LinkSettings())
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("path", path)
            if !settings.isPlain { writer.field("settings", settings) }
        }
    }
}

/// The argument of `sharing/list_shared_links`.
public struct ListLinksArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument?
    public var cursor: String?
    /// Whether links to the folders above the path are left out.
    public var directOnly: Bool

    public init(path: PathArgument? = nil, cursor: String? = nil, directOnly: Bool = false) {
        self.path = path
        self.cursor = cursor
        self.directOnly = directOnly
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(orNone: json, at: place)
        path = try fields.optionalPath("path", .read)
        cursor = try fields.optional("cursor")
        directOnly = try fields.optional("direct_only", default: false)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("path", path)
            writer.field("cursor", cursor)
            if directOnly { writer.field("direct_only", true) }
        }
    }
}

/// An argument that is a link's address alone.
public struct LinkArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var url: String

    public init(url: String) {
        self.url = url
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        url = try fields.required("url")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("url", url) }
    }
}

/// The result of `sharing/list_shared_links`.
public struct ListLinksResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var links: [SharedLink]
    public var hasMore: Bool
    public var cursor: String?

    public init(links: [SharedLink], hasMore: Bool, cursor: String? = nil) {
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
