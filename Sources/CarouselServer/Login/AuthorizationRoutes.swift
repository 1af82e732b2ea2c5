import DropboxAPI
import HTTPServer

/// `/oauth2/authorize`: the page on which a user lets an app in.
struct AuthorizationRoutes: Sendable {
    let book: AccountBook
    let passwords: PasswordDesk
    let surroundings: Surroundings
    let log: Log

    /// Puts the routes on the router.
    func add(to router: inout Router) {
        router.get("/oauth2/authorize") { [self] request in
            do throws(ServerError) {
                return AuthorizationPages.form(
                    try AuthorizationRequest(request.target.query, registered: book.app))
            } catch {
                return problem(error)
            }
        }
        router.post("/oauth2/authorize", RouteOptions(bodyLimit: 64 << 10)) { [self] request in
            let bytes = try await request.body.collect(upTo: 64 << 10)
            guard let fields = FormFields(bytes) else {
                return AuthorizationPages.problem("The form could not be read.")
            }
            do throws(ServerError) {
                return try await decide(fields, request)
            } catch {
                return problem(error)
            }
        }
    }

    private func problem(_ error: ServerError) -> HTTPResponse {
        if case .badRequest(let words) = error { return AuthorizationPages.problem(words) }
        log.note(error, route: "oauth2/authorize")
        return Page.answer(
            "Something went wrong", "<p>The server could not do this now. Try again later.</p>",
            status: .internalServerError)
    }

    private func decide(
        _ fields: FormFields, _ request: HTTPRequest
    ) async throws(ServerError) -> HTTPResponse {
        let wanted = try AuthorizationRequest({ fields[$0] }, registered: book.app)
        guard fields["decision"] == "allow" else {
            return redirect(wanted, [("error", "access_denied")])
                ?? AuthorizationPages.refused()
        }
        let login = fields["login"] ?? ""
        let password = fields["password"] ?? ""
        let outcome = try await passwords.check(
            name: "login " + (User.login(login) ?? ""), address: "\(request.client.network)"
        ) { () throws(ServerError) in try book.user(named: login, password: password) }
        switch outcome {
        case .wrong:
            log.write(.warning, "login_failed", [("client", .text("\(request.client)"))])
            return AuthorizationPages.form(
                wanted, problem: "Name or password is wrong.", status: .forbidden)
        case .wait(let seconds):
            var response = AuthorizationPages.form(
                wanted, problem: "Too many wrong passwords. Try again in \(seconds) seconds.",
                status: .tooManyRequests)
            response.headers.add("Retry-After", "\(seconds)")
            return response
        case .right(let user):
            let code = try await book.issueCode(
                AuthorizationCode(
                    account: user.account, app: wanted.app, redirect: wanted.redirect,
                    challenge: wanted.challenge, method: wanted.method, scopes: wanted.scopes,
                    isOffline: wanted.isOffline,
                    expires: surroundings.now().advanced(bySeconds: AuthorizationCode.lifetime)))
            return redirect(wanted, [("code", code)]) ?? AuthorizationPages.code(code)
        }
    }

    /// Sends the user back to the app; nil when it gave no address.
    private func redirect(
        _ request: AuthorizationRequest, _ fields: [(String, String)]
    ) -> HTTPResponse? {
        guard let address = request.redirect else { return nil }
        var fields = fields
        if let state = request.state { fields.append(("state", state)) }
        let query = fields.map { $0.0 + "=" + LinkMaker.escaped($0.1) }.joined(separator: "&")
        let bare = address.prefix { $0 != "#" }
        let location = bare + (bare.contains("?") ? "&" : "?") + query
        return HTTPResponse(
            .found, headers: ["Location": String(location), "Cache-Control": "no-store"])
    }
}
