/// A person's name in the forms that clients show.
public struct AccountName: Hashable, Sendable, WireEncodable, WireDecodable {
    public var given: String
    public var surname: String
    public var familiar: String
    public var display: String
    public var abbreviated: String

    /// The parts of a name as it is written in full.
    public init(display: String) {
        self.display = display
        let words = display.split(separator: " ")
        given = words.first.map(String.init) ?? display
        surname = words.dropFirst().joined(separator: " ")
        familiar = given
        abbreviated = words.prefix(2).compactMap(\.first).map { String($0).uppercased() }.joined()
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        given = try fields.required("given_name")
        surname = try fields.required("surname")
        familiar = try fields.required("familiar_name")
        display = try fields.required("display_name")
        abbreviated = try fields.required("abbreviated_name")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("given_name", given)
            writer.field("surname", surname)
            writer.field("familiar_name", familiar)
            writer.field("display_name", display)
            writer.field("abbreviated_name", abbreviated)
        }
    }
}

/// Kinds of accounts. Ours are `pro`: what that allows (links with a
/// password or an expiry) is allowed here.
public enum AccountType: String, PlainUnion, Hashable {
    case basic
    case pro
    case business
    case other

    public static let unknownMember: AccountType? = .other
}

/// The namespaces of an account that is in no team.
public struct RootInfo: Hashable, Sendable, WireEncodable, WireDecodable {
    public var rootNamespaceID: String
    public var homeNamespaceID: String

    public init(namespaceID: String) {
        rootNamespaceID = namespaceID
        homeNamespaceID = namespaceID
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        fields.ignore(".tag")
        rootNamespaceID = try fields.required("root_namespace_id")
        homeNamespaceID = try fields.required("home_namespace_id")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged("user") { writer in
            writer.field("root_namespace_id", rootNamespaceID)
            writer.field("home_namespace_id", homeNamespaceID)
        }
    }
}

/// The account that a token belongs to.
public struct FullAccount: Hashable, Sendable, WireEncodable, WireDecodable {
    public var id: AccountIdentifier
    public var name: AccountName
    public var email: String
    public var rootInfo: RootInfo
    public var type: AccountType
    public var locale: String

    public init(
        id: AccountIdentifier, name: AccountName, email: String, rootInfo: RootInfo,
        type: AccountType = .pro, locale: String = "en"
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.rootInfo = rootInfo
        self.type = type
        self.locale = locale
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        id = try fields.required("account_id")
        name = try fields.required("name")
        email = try fields.required("email")
        rootInfo = try fields.required("root_info")
        type = try fields.required("account_type")
        locale = try fields.required("locale")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("account_id", id)
            writer.field("name", name)
            writer.field("email", email)
            writer.field("email_verified", true)
            writer.field("disabled", false)
            writer.field("locale", locale)
            writer.field("referral_link", "")
            writer.field("is_paired", false)
            writer.field("account_type", type)
            writer.field("root_info", rootInfo)
        }
    }
}

/// What one user may know of another account; here only of their own.
public struct BasicAccount: Hashable, Sendable, WireEncodable, WireDecodable {
    public var id: AccountIdentifier
    public var name: AccountName
    public var email: String

    public init(id: AccountIdentifier, name: AccountName, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        id = try fields.required("account_id")
        name = try fields.required("name")
        email = try fields.required("email")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("account_id", id)
            writer.field("name", name)
            writer.field("email", email)
            writer.field("email_verified", true)
            writer.field("disabled", false)
            writer.field("is_teammate", true)
        }
    }
}
