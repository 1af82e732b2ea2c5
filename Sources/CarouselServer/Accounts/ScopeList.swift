import DropboxAPI

/// Scopes as a person writes them.
public struct ScopeList: Hashable, Sendable {
    let scopes: Scopes

    /// Nil when a word is no scope; all scopes for no text.
    public init?(_ text: String?) {
        guard let text else {
            scopes = .all
            return
        }
        guard let scopes = Scopes(text) else { return nil }
        self.scopes = scopes
    }
}
