/// The argument of `sharing/modify_shared_link_settings`: what is not named
/// stays.
public struct ModifyLinkArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var url: String
    public var settings: LinkSettings
    public var removesExpiration: Bool

    public init(url: String, settings: LinkSettings, removesExpiration: Bool = false) {
        self.url = url
        self.settings = settings
        self.removesExpiration = removesExpiration
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        url = try fields.required("url")
        settings = try fields.required("settings")
        removesExpiration = try fields.optional("remove_expiration", default: false)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("url", url)
            writer.field("settings", settings)
            if removesExpiration { writer.field("remove_expiration", true) }
        }
    }
}

/// Why the settings of a link were not changed.
public enum ModifyLinkError: WireFailure {
    case link(SharedLinkError)
    case settings(LinkSettingsError)
    case emailNotVerified

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "settings_error": self = .settings(try union.fields.required("settings_error"))
        case "email_not_verified": self = .emailNotVerified
        default: self = .link(try SharedLinkError(json: json, at: place))
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .link(let error): error.write(to: &writer)
        case .settings(let error):
            writer.tagged("settings_error") { $0.field("settings_error", error) }
        case .emailNotVerified: writer.tagged("email_not_verified")
        }
    }

    public var summary: [String] {
        switch self {
        case .link(let error): error.summary
        case .settings(let error): ["settings_error"] + error.summary
        case .emailNotVerified: ["email_not_verified"]
        }
    }
}
