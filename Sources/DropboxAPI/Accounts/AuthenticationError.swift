/// What a 401 says.
public enum AuthenticationError: WireFailure {
    case invalidAccessToken
    case expiredAccessToken
    case missingScope(String)
    case userSuspended
    case routeAccessDenied
    case other

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "invalid_access_token": self = .invalidAccessToken
        case "expired_access_token": self = .expiredAccessToken
        case "missing_scope": self = .missingScope(try union.fields.required("required_scope"))
        case "user_suspended": self = .userSuspended
        case "route_access_denied": self = .routeAccessDenied
        case "other": self = .other
        default: self = try union.unknown(.other)
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(summary[0]) { writer in
            if case .missingScope(let scope) = self { writer.field("required_scope", scope) }
        }
    }

    public var summary: [String] {
        switch self {
        case .invalidAccessToken: ["invalid_access_token"]
        case .expiredAccessToken: ["expired_access_token"]
        case .missingScope: ["missing_scope"]
        case .userSuspended: ["user_suspended"]
        case .routeAccessDenied: ["route_access_denied"]
        case .other: ["other"]
        }
    }
}

/// What a 422 says: the header `Dropbox-API-Path-Root` names no root of the
/// account.
public enum PathRootError: WireFailure {
    /// The root has changed; this is the present one.
    case invalidRoot(RootInfo)
    case noPermission
    case other

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "invalid_root": self = .invalidRoot(try union.fields.required("invalid_root"))
        case "no_permission": self = .noPermission
        case "other": self = .other
        default: self = try union.unknown(.other)
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(summary[0]) { writer in
            if case .invalidRoot(let root) = self { writer.field("invalid_root", root) }
        }
    }

    public var summary: [String] {
        switch self {
        case .invalidRoot: ["invalid_root"]
        case .noPermission: ["no_permission"]
        case .other: ["other"]
        }
    }
}

/// The header `Dropbox-API-Path-Root`.
public enum PathRoot: Hashable, Sendable, WireEncodable, WireDecodable {
    case home
    case root(String)
    case namespace(String)

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "home": self = .home
        case "root": self = .root(try union.fields.required("root"))
        case "namespace_id": self = .namespace(try union.fields.required("namespace_id"))
        default: throw union.unknownTag
        }
        try union.fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .home: writer.tagged("home")
        case .root(let id): writer.tagged("root") { $0.field("root", id) }
        case .namespace(let id): writer.tagged("namespace_id") { $0.field("namespace_id", id) }
        }
    }
}

/// What a 429 says.
public struct RateLimitError: Hashable, Sendable, WireEncodable, WireDecodable, Error {
    /// What there was too much of.
    public enum Reason: String, PlainUnion, Hashable {
        case tooManyRequests = "too_many_requests"
        case tooManyWriteOperations = "too_many_write_operations"
        case other
        public static let unknownMember: Reason? = .other
    }

    public var reason: Reason
    /// Seconds, as `Retry-After` says too.
    public var retryAfter: Int

    public init(reason: Reason, retryAfter: Int) {
        self.reason = reason
        self.retryAfter = retryAfter
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        reason = try fields.required("reason")
        retryAfter = try fields.optional("retry_after", default: 1)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("reason", reason)
            writer.field("retry_after", retryAfter)
        }
    }
}
