import DropboxAPI

/// A person with an account.
public struct User: Hashable, Sendable {
    public let account: AccountNumber
    /// What they type to log in; lower case.
    public let login: String
    public let displayName: String
    /// Bytes their files may have.
    public let quota: Int64
    public let created: Timestamp

    /// The login as people type it: without regard to case and blanks around
    /// it. Nil for texts that cannot be one.
    public static func login(_ text: String) -> String? {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        let isSound = text.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
        }
        guard !text.isEmpty, text.utf8.count <= 200, isSound else { return nil }
        return text.lowercased()
    }

    /// What the wire calls their e-mail address.
    public var email: String { login.contains("@") ? login : login + "@localhost" }

    var fullAccount: FullAccount {
        FullAccount(
            id: account.identifier, name: AccountName(display: displayName), email: email,
            rootInfo: RootInfo(namespaceID: account.namespace))
    }

    var basicAccount: BasicAccount {
        BasicAccount(
            id: account.identifier, name: AccountName(display: displayName), email: email)
    }
}

/// What a valid token allows.
struct Grant: Hashable, Sendable {
    var user: User
    var scopes: Scopes
    /// All tokens that came from one permission.
    var family: [UInt8]
    var app: String
}
