/// The argument of `sharing/get_shared_link_metadata` and of
/// `sharing/get_shared_link_file`: anybody's link.
public struct SharedLinkArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var url: String
    /// Of something within a linked folder, from there: `/a.jpg`. Nil for what
    /// is linked itself.
    public var path: String?
    public var password: String?

    public init(url: String, path: String? = nil, password: String? = nil) {
        self.url = url
        self.path = path
        self.password = password
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        url = try fields.required("url")
        path = try fields.optional("path")
        password = try fields.optional("link_password")
        if let path, !path.isEmpty, !path.hasPrefix("/") {
            throw WireError(
                place: place.field("path"), reason: .invalid("does not begin with '/'"))
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("url", url)
            writer.field("path", path)
            writer.field("link_password", password)
        }
    }
}

/// Why a link cannot be followed.
public enum SharedLinkError: String, PlainUnion, WireFailure {
    case notFound = "shared_link_not_found"
    case accessDenied = "shared_link_access_denied"
    case unsupportedLinkType = "unsupported_link_type"
    case other
    public static let unknownMember: SharedLinkError? = .other
}

/// Why the file of a link was not given.
public enum SharedLinkFileError: String, PlainUnion, WireFailure {
    case notFound = "shared_link_not_found"
    case accessDenied = "shared_link_access_denied"
    case unsupportedLinkType = "unsupported_link_type"
    case isDirectory = "shared_link_is_directory"
    case other
    public static let unknownMember: SharedLinkFileError? = .other
}
