import DropboxAPI
import HTTPServer

/// Who is let in: reads and checks what every call carries beside its
/// argument.
struct Gate: Sendable {
    let book: AccountBook
    let store: FileStore

    /// The permission that a call comes with, or the answer that it gets.
    func admit(
        _ request: HTTPRequest, to route: String, _ authentication: RouteAuthentication
    ) throws(ServerError) -> Result<Grant?, Answer> {
        switch authentication {
        case .none:
            return .success(nil)
        case .app:
            return try admitApp(request, route).map { nil }
        case .userOrApp(let scope):
            if let field = request.headers["Authorization"],
                Self.credentials(field, scheme: "basic") != nil
            {
                return try admitApp(request, route).map { nil }
            }
            return try admitUser(request, route, scope).map { $0 }
        case .anyUser:
            return try admitUser(request, route, nil).map { $0 }
        case .user(let scope):
            return try admitUser(request, route, scope).map { $0 }
        }
    }

    private func admitUser(
        _ request: HTTPRequest, _ route: String, _ scope: Scope?
    ) throws(ServerError) -> Result<Grant, Answer> {
        guard let field = request.headers["Authorization"] ?? request.target.query("authorization")
        else {
            return .failure(
                Answer(
                    WireAnswer.badRequest(
                        route,
                        "Must provide HTTP header \"Authorization\" or URL parameter "
                            + "\"authorization\".")))
        }
        guard let token = Self.credentials(field, scheme: "bearer") else {
            return .failure(
                Answer(
                    WireAnswer.badRequest(
                        route, "Invalid authorization value in HTTP header \"Authorization\".")))
        }
        switch try book.standing(ofBearer: token) {
        case .unknown: return .failure(Answer(WireAnswer.unauthorized(.invalidAccessToken)))
        case .expired: return .failure(Answer(WireAnswer.unauthorized(.expiredAccessToken)))
        case .valid(let grant):
            if let scope, !grant.scopes.contains(scope) {
                return .failure(Answer(WireAnswer.unauthorized(.missingScope(scope.rawValue))))
            }
            if let wrong = Self.wrongRoot(request, grant.user.account, route) {
                return .failure(wrong)
            }
            return .success(grant)
        }
    }

    private func admitApp(
        _ request: HTTPRequest, _ route: String
    ) throws(ServerError) -> Result<Void, Answer> {
        guard let field = request.headers["Authorization"],
            let (key, secret) = Self.basic(field)
        else {
            return .failure(
                Answer(
                    WireAnswer.badRequest(
                        route, "Invalid authorization value in HTTP header \"Authorization\".")))
        }
        guard try book.isSecret(secret, of: key) else {
            return .failure(Answer(WireAnswer.unauthorized(.invalidAccessToken)))
        }
        return .success(())
    }

    /// Only the account's own root is one.
    private static func wrongRoot(
        _ request: HTTPRequest, _ account: AccountNumber, _ route: String
    ) -> Answer? {
        guard let text = request.headers["Dropbox-API-Path-Root"] else { return nil }
        let root: PathRoot
        do throws(WireError) {
            root = try PathRoot(jsonBytes: Array(text.utf8), strictness: .strict)
        } catch {
            return Answer(
                WireAnswer.badRequest(route, "HTTP header \"Dropbox-API-Path-Root\": \(error)"))
        }
        let unprocessable = HTTPStatus(422)
        switch root {
        case .home: return nil
        case .root(let id):
            guard id != account.namespace else { return nil }
            let own = PathRootError.invalidRoot(RootInfo(namespaceID: account.namespace))
            return Answer(WireAnswer.failure(own, status: unprocessable))
        case .namespace(let id):
            guard id != account.namespace else { return nil }
            return Answer(
                WireAnswer.failure(PathRootError.noPermission, status: unprocessable))
        }
    }

    /// What stands behind the scheme of an `Authorization` field.
    static func credentials(_ field: String, scheme: String) -> String? {
        let blank = UInt8(ascii: " ")
        let start = field.utf8.drop { $0 == blank }
        let name = start.prefix { $0 != blank }
        let credentials = start[name.endIndex...].drop { $0 == blank }
        guard !credentials.isEmpty, Substring(name).lowercased() == scheme else { return nil }
        return String(Substring(credentials))
    }

    /// Key and secret of a `Basic` field (RFC 7617).
    static func basic(_ field: String) -> (key: String, secret: String)? {
        guard let text = credentials(field, scheme: "basic"),
            let bytes = Base64URL.decode(
                String(
                    text.prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })),
            let pair = String(validating: bytes, as: UTF8.self),
            let colon = pair.firstIndex(of: ":")
        else { return nil }
        return (String(pair[..<colon]), String(pair[pair.index(after: colon)...]))
    }
}

/// An answer that ends a call before its handler.
struct Answer: Error {
    let response: HTTPResponse

    init(_ response: HTTPResponse) {
        self.response = response
    }
}
