/// Why no link was made.
public enum CreateLinkError: WireFailure {
    case path(LookupError)
    case emailNotVerified
    /// A link with the same settings exists: this one, where it is told.
    case alreadyExists(SharedLink?)
    case settings(LinkSettingsError)
    case accessDenied
    case other

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "path": self = .path(try union.fields.required("path"))
        case "email_not_verified": self = .emailNotVerified
        case "shared_link_already_exists":
            let existing: AnyJSON? = try union.fields.optional("shared_link_already_exists")
            let place = place.field("shared_link_already_exists")
            let metadata = existing?.json["metadata"]
            self = .alreadyExists(
                metadata == nil ? nil : try SharedLink(json: metadata ?? .null, at: place))
        case "settings_error": self = .settings(try union.fields.required("settings_error"))
        case "access_denied": self = .accessDenied
        case "other": self = .other
        default: self = try union.unknown(.other)
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(summary[0]) { writer in
            switch self {
            case .path(let error): writer.field("path", error)
            case .settings(let error): writer.field("settings_error", error)
            case .alreadyExists(let link?):
                writer.field("shared_link_already_exists") { writer in
                    writer.tagged("metadata") { $0.field("metadata", link) }
                }
            default: break
            }
        }
    }

    public var summary: [String] {
        switch self {
        case .path(let error): ["path"] + error.summary
        case .emailNotVerified: ["email_not_verified"]
        case .alreadyExists: ["shared_link_already_exists"]
        case .settings(let error): ["settings_error"] + error.summary
        case .accessDenied: ["access_denied"]
        case .other: ["other"]
        }
    }
}

/// What is wrong with the settings of a link.
public enum LinkSettingsError: String, PlainUnion, WireFailure {
    case invalidSettings = "invalid_settings"
    case notAuthorized = "not_authorized"
    case other
    public static let unknownMember: LinkSettingsError? = .other
}

/// Why links cannot be listed.
public enum ListLinksError: NestedFailure {
    case path(LookupError)
    case reset
    case other

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [("path", { .path($0) })]
    static let plain: [(String, Self)] = [("reset", .reset)]
    static let unknown = ListLinksError.other
    var member: (tag: String, content: (any WireFailure)?) {
        if case .path(let error) = self { return ("path", error) }
        return plainMember()
    }
}

/// Why a link was not revoked.
public enum RevokeLinkError: String, PlainUnion, WireFailure {
    case notFound = "shared_link_not_found"
    case accessDenied = "shared_link_access_denied"
    case malformed = "shared_link_malformed"
    case unsupportedLinkType = "unsupported_link_type"
    case other
    public static let unknownMember: RevokeLinkError? = .other
}
