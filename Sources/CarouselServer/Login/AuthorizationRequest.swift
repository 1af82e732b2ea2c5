import DropboxAPI

/// What an app asks a user for at `/oauth2/authorize` (RFC 6749, 7636).
struct AuthorizationRequest: Hashable {
    var app: String
    var redirect: String?
    var state: String?
    var challenge: String?
    var method: String?
    var scopes: Scopes
    var isOffline: Bool

    init(
        _ field: (String) -> String?, registered: (String) throws(ServerError) -> RegisteredApp?
    ) throws(ServerError) {
        func problem(_ words: String) -> ServerError { .badRequest(words) }
        guard let app = field("client_id"), !app.isEmpty, app.utf8.count <= 100 else {
            throw problem("The app did not say who it is (client_id).")
        }
        guard field("response_type") == "code" else {
            throw problem("The app asks in a way that this server does not know (response_type).")
        }
        self.app = app
        let known = try registered(app)
        redirect = field("redirect_uri")
        if let redirect, !Self.mayRedirect(to: redirect, known) {
            throw problem("The app wants to send you to an address that is not registered for it.")
        }
        challenge = field("code_challenge")
        method = challenge == nil ? nil : field("code_challenge_method") ?? "plain"
        if let challenge {
            guard (43...128).contains(challenge.utf8.count), ["S256", "plain"].contains(method)
            else { throw problem("The app's proof key makes no sense (code_challenge).") }
        } else if known?.hasSecret != true {
            throw problem(
                "This app is not registered here, so it has to use a proof key "
                    + "(PKCE, code_challenge).")
        }
        guard let scopes = Scopes(field("scope") ?? Scopes.all.text) else {
            throw problem("The app asks for a permission that this server does not know.")
        }
        self.scopes = scopes.members.isEmpty ? .all : scopes
        state = field("state")
        isOffline = field("token_access_type") == "offline"
    }

    /// A registered app goes to its own addresses, any other only to a
    /// program on the user's own machine.
    private static func mayRedirect(to address: String, _ known: RegisteredApp?) -> Bool {
        if known?.redirects.contains(address) == true { return true }
        guard let rest = address.drop(prefix: "http://") else { return false }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.contains("@") else { return false }
        let isPort = { (text: Substring) in
            text.isEmpty || (text.first == ":" && UInt16(text.dropFirst()) != nil)
        }
        return ["localhost", "127.0.0.1", "[::1]"].contains { host in
            authority.hasPrefix(host) && isPort(authority.dropFirst(host.count))
        }
    }

    /// The fields again, for the form that comes back with the password.
    var fields: [(String, String)] {
        var fields = [
            ("client_id", app), ("response_type", "code"), ("scope", scopes.text),
            ("token_access_type", isOffline ? "offline" : "online"),
        ]
        if let redirect { fields.append(("redirect_uri", redirect)) }
        if let state { fields.append(("state", state)) }
        if let challenge { fields.append(("code_challenge", challenge)) }
        if let method { fields.append(("code_challenge_method", method)) }
        return fields
    }
}

extension String {
    fileprivate func drop(prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
