import DropboxAPI

/// A token as it is kept: by the hash of its text, which is given once and
/// kept nowhere.
struct Token: Hashable, Sendable {
    /// What a token is for.
    enum Kind: Int64 {
        case access = 0
        case refresh = 1
    }

    var hash: [UInt8]
    var family: [UInt8]
    var account: AccountNumber
    var kind: Kind
    var app: String
    var scopes: Scopes
    /// Whether its refresh needs no secret of the app: given by PKCE, or by
    /// hand.
    var isPublic: Bool
    var created: Timestamp
    /// Nil for one that ends only by being revoked.
    var expires: Timestamp?

    /// Seconds an access token of an app lives: four hours.
    static let accessLifetime: Int64 = 14_400

    /// A text of 256 random bits.
    static func text(_ kind: Kind, _ surroundings: Surroundings) -> String {
        (kind == .access ? "sl." : "rt.") + Base64URL.encode(surroundings.randomBytes(32))
    }

    /// What is kept of a token's text.
    static func hash(of text: String) -> [UInt8] { SHA256Digest.hash(Array(text.utf8)).bytes }
}

/// Tokens as given to an app.
public struct IssuedTokens: Hashable, Sendable {
    public var access: String
    /// Seconds; nil for one that does not end.
    public var expiresIn: Int64?
    public var refresh: String?
    public var scopes: Scopes
    public var user: User
}

/// An app that was registered by hand.
public struct RegisteredApp: Hashable, Sendable {
    public let key: String
    public let hasSecret: Bool
    /// Addresses it may be sent back to.
    public let redirects: [String]
}

/// A permission on its way to the app.
struct AuthorizationCode: Hashable, Sendable {
    var account: AccountNumber
    var app: String
    var redirect: String?
    /// Of the proof key (RFC 7636); nil without one.
    var challenge: String?
    /// `S256` or `plain`.
    var method: String?
    var scopes: Scopes
    var isOffline: Bool
    var expires: Timestamp

    /// Seconds a code is good for: ten minutes.
    static let lifetime: Int64 = 600
}
