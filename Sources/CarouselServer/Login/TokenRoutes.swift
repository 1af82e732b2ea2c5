import DropboxAPI
import HTTPServer

/// `/oauth2/token`: codes and refresh tokens become access tokens.
struct TokenRoutes: Sendable {
    let book: AccountBook
    let surroundings: Surroundings
    let log: Log

    /// Puts the routes on the router.
    func add(to router: inout Router) {
        // Go's SDK still uses the older path.
        for path in ["/oauth2/token", "/1/oauth2/token"] {
            router.post(path, RouteOptions(bodyLimit: 64 << 10)) { [self] request in
                let bytes = try await request.body.collect(upTo: 64 << 10)
                guard let fields = FormFields(bytes) else {
                    return Self.problem("invalid_request", "the form could not be read")
                }
                do throws(ServerError) {
                    return try await exchange(fields, request)
                } catch {
                    log.note(error, route: "oauth2/token")
                    return WireAnswer.refusal(error, route: "oauth2/token")
                }
            }
        }
    }

    private func exchange(
        _ fields: FormFields, _ request: HTTPRequest
    ) async throws(ServerError) -> HTTPResponse {
        let basic = try basicCredentials(request)
        guard let app = basic?.key ?? fields["client_id"] else {
            return Self.problem("invalid_request", "No auth function available for given request")
        }
        let secret = basic?.secret ?? fields["client_secret"]
        if let secret, !secret.isEmpty, try !book.isSecret(secret, of: app) {
            return Self.problem("invalid_client", "Invalid client_id or client_secret")
        }
        let isProven = secret.map { !$0.isEmpty } ?? false
        let issued: Result<IssuedTokens, GrantProblem>
        switch fields["grant_type"] {
        case "authorization_code": issued = try await code(fields, app, isProven: isProven)
        case "refresh_token": issued = try await refresh(fields, app, isProven: isProven)
        case nil: return Self.problem("invalid_request", "missing grant_type")
        default: return Self.problem("unsupported_grant_type", "grant type is not supported")
        }
        switch issued {
        case .success(let tokens): return Self.answer(tokens)
        case .failure(.invalidGrant(let words)): return Self.problem("invalid_grant", words)
        case .failure(.invalidClient(let words)): return Self.problem("invalid_client", words)
        case .failure(.invalidScope(let words)): return Self.problem("invalid_scope", words)
        }
    }

    /// Key and secret of a `Basic` field. The standard has both escaped as in
    /// a form (RFC 6749, section 2.3.1), which some clients do and some do
    /// not.
    private func basicCredentials(
        _ request: HTTPRequest
    ) throws(ServerError) -> (key: String, secret: String)? {
        guard let field = request.headers["Authorization"], let raw = Gate.basic(field) else {
            return nil
        }
        if try book.isSecret(raw.secret, of: raw.key) { return raw }
        let key = FormFields.text(raw.key)
        let secret = FormFields.text(raw.secret)
        guard let key, let secret, try book.isSecret(secret, of: key) else { return raw }
        return (key, secret)
    }

    private func code(
        _ fields: FormFields, _ app: String, isProven: Bool
    ) async throws(ServerError) -> Result<IssuedTokens, GrantProblem> {
        guard let text = fields["code"] else {
            return .failure(.invalidGrant("missing code"))
        }
        let family = surroundings.randomBytes(16)
        let code: AuthorizationCode
        switch try await book.takeCode(text, family: family) {
        case .failure(let problem): return .failure(problem)
        case .success(let taken): code = taken
        }
        guard code.app == app else {
            return .failure(.invalidGrant("code was given to another app"))
        }
        guard code.redirect == fields["redirect_uri"] else {
            return .failure(.invalidGrant("redirect_uri mismatch"))
        }
        if let challenge = code.challenge {
            guard let verifier = fields["code_verifier"],
                Self.matches(verifier, challenge, code.method)
            else { return .failure(.invalidGrant("invalid code verifier")) }
        } else if !isProven {
            return .failure(.invalidClient("Invalid client_id or client_secret"))
        }
        guard let user = try book.user(of: code.account) else {
            return .failure(.invalidGrant("the user is gone"))
        }
        return .success(
            try await book.issue(
                to: user, app: app, scopes: code.scopes, isPublic: code.challenge != nil,
                lifetime: Token.accessLifetime, family: family, withRefresh: code.isOffline))
    }

    private func refresh(
        _ fields: FormFields, _ app: String, isProven: Bool
    ) async throws(ServerError) -> Result<IssuedTokens, GrantProblem> {
        guard let text = fields["refresh_token"],
            let (token, user) = try book.refreshToken(text), token.app == app
        else { return .failure(.invalidGrant("refresh token is invalid or revoked")) }
        guard isProven || token.isPublic else {
            return .failure(.invalidClient("Invalid client_id or client_secret"))
        }
        var scopes = token.scopes
        if let narrowed = fields["scope"], !narrowed.isEmpty {
            guard let wanted = Scopes(narrowed), wanted.members.isSubset(of: scopes.members) else {
                return .failure(.invalidScope("scope is more than was allowed"))
            }
            scopes = wanted
        }
        return .success(
            try await book.issue(
                to: user, app: app, scopes: scopes, isPublic: token.isPublic,
                lifetime: Token.accessLifetime, family: token.family, withRefresh: false))
    }

    /// Whether a verifier is the one of a challenge (RFC 7636, section 4.6).
    private static func matches(_ verifier: String, _ challenge: String, _ method: String?) -> Bool
    {
        let isSound = verifier.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "-._~".utf8.contains(byte)
        }
        guard (43...128).contains(verifier.utf8.count), isSound else { return false }
        guard method == "S256" else { return verifier == challenge }
        let hash = SHA256Digest.hash(Array(verifier.utf8))
        return Base64URL.encode(hash.bytes) == challenge
    }

    private static func answer(_ tokens: IssuedTokens) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("access_token", tokens.access)
            writer.field("token_type", "bearer")
            writer.field("expires_in", tokens.expiresIn)
            writer.field("refresh_token", tokens.refresh)
            writer.field("scope", tokens.scopes.text)
            writer.field("uid", String(tokens.user.account.rawValue))
            writer.field("account_id", tokens.user.account.identifier)
        }
        var response = HTTPResponse.bytes(writer.bytes, contentType: WireAnswer.json)
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    private static func problem(_ error: String, _ words: String) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("error", error)
            writer.field("error_description", words)
        }
        return .bytes(writer.bytes, contentType: WireAnswer.json, status: .badRequest)
    }
}
