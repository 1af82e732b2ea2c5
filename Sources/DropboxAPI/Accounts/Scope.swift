/// What a token allows.
public enum Scope: String, CaseIterable, Hashable, Sendable {
    case accountRead = "account_info.read"
    case metadataRead = "files.metadata.read"
    case metadataWrite = "files.metadata.write"
    case contentRead = "files.content.read"
    case contentWrite = "files.content.write"
    case sharingRead = "sharing.read"
    case sharingWrite = "sharing.write"
}

/// A set of scopes, spelt as the wire has them: words between blanks.
public struct Scopes: Hashable, Sendable {
    public let members: Set<Scope>

    public static let all = Scopes(Set(Scope.allCases))

    public init(_ members: Set<Scope>) {
        self.members = members
    }

    /// Nil when a word is no scope.
    public init?(_ text: String) {
        var members: Set<Scope> = []
        for word in text.split(separator: " ") {
            guard let scope = Scope(rawValue: String(word)) else { return nil }
            members.insert(scope)
        }
        self.members = members
    }

    /// Whether it allows that.
    public func contains(_ scope: Scope) -> Bool { members.contains(scope) }

    /// In the order of the declaration, so that equal sets have one spelling.
    public var text: String {
        Scope.allCases.filter(members.contains).map(\.rawValue).joined(separator: " ")
    }
}
