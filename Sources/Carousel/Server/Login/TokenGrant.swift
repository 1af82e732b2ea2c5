import DropboxAPI
import Foundation
import HTTPTransport

/// Gets tokens (RFC 6749): by name and password on the server's own page, as
/// a browser would, and later by the refresh token.
struct TokenGrant: Sendable {
    static let clientID = "carousel"
    /// Where a browser would be sent; nobody listens there, the code is read
    /// from the address.
    private static let redirect = "http://localhost/"
    private static let limits = TimeLimits(silence: .seconds(30))

    let transport: any HTTPTransporting
    let address: ServerAddress

    struct Tokens: Hashable, Sendable {
        var access: String
        var refresh: String?
        var account: String?
    }

    /// Logs in. `wrongPassword` when the server does not know the pair.
    func logIn(user: String, password: String) async throws(ServerProblem) -> Tokens {
        var random = SystemRandomNumberGenerator()
        let verifier = Self.verifier(using: &random)
        let (head, body) = try await post(
            "/oauth2/authorize",
            [
                ("client_id", Self.clientID), ("response_type", "code"),
                ("redirect_uri", Self.redirect), ("token_access_type", "offline"),
                // Over one connection to the server itself, nobody sees the
                // code who does not see the password.
                ("code_challenge", verifier), ("code_challenge_method", "plain"),
                ("login", user), ("password", password), ("decision", "allow"),
            ])
        switch head.status {
        case 302: break
        case 403: throw .wrongPassword
        case 429:
            let seconds = head["Retry-After"].flatMap { Int64($0) }
            throw .busy(retryAfterMilliseconds: seconds.map { $0 * 1000 })
        case 500...: throw .failing(status: head.status)
        default:
            throw .unreadable(
                "it has no page to log in: status \(head.status), \(body.count) bytes")
        }
        guard let location = head["Location"], location.hasPrefix(Self.redirect),
            let items = URLComponents(string: location)?.queryItems,
            let code = items.first(where: { $0.name == "code" })?.value
        else { throw .unreadable("it gave no code") }
        let tokens = try await token([
            ("grant_type", "authorization_code"), ("code", code),
            ("client_id", Self.clientID), ("code_verifier", verifier),
            ("redirect_uri", Self.redirect),
        ])
        guard tokens.refresh != nil, tokens.account != nil else {
            throw .unreadable("it gave no lasting token")
        }
        return tokens
    }

    /// A new access token. `signedOut` when the server takes the refresh
    /// token no more.
    func refresh(_ token: String) async throws(ServerProblem) -> Tokens {
        try await self.token([
            ("grant_type", "refresh_token"), ("refresh_token", token),
            ("client_id", Self.clientID),
        ])
    }

    private func token(_ fields: [(String, String)]) async throws(ServerProblem) -> Tokens {
        let (head, body) = try await post("/oauth2/token", fields)
        guard head.status == 200 else {
            if head.status == 400, Self.text("error", in: body) == "invalid_grant" {
                throw .signedOut
            }
            if head.status == 429 { throw .busy(retryAfterMilliseconds: nil) }
            if head.status >= 500 { throw .failing(status: head.status) }
            throw .refused(Self.text("error_description", in: body) ?? "status \(head.status)")
        }
        guard let access = Self.text("access_token", in: body) else {
            throw .unreadable("it has no token")
        }
        return Tokens(
            access: access, refresh: Self.text("refresh_token", in: body),
            account: Self.text("account_id", in: body))
    }

    private func post(
        _ path: String, _ fields: [(String, String)]
    ) async throws(ServerProblem) -> (head: ResponseHead, body: [UInt8]) {
        let form = fields.map { $0.0 + "=" + Self.escaped($0.1) }.joined(separator: "&")
        let request = OutgoingRequest(
            .post, address.url + path,
            fields: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
            body: .bytes(Array(form.utf8)), limits: Self.limits)
        do throws(TransportError) {
            return try await transport.send(request, upTo: 1 << 20)
        } catch {
            throw ServerProblem(error)
        }
    }

    private static func text(_ name: String, in body: [UInt8]) -> String? {
        guard let json = try? JSONParser.parse(body, limits: .argument),
            case .string(let text)? = json[name]
        else { return nil }
        return text
    }

    private static func verifier(using random: inout some RandomNumberGenerator) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return String((0..<64).map { _ in letters[Int.random(in: 0..<64, using: &random)] })
    }

    /// As values of a form are spelt.
    private static func escaped(_ text: String) -> String {
        let unreserved = "-._~".utf8
        return text.utf8.map { byte in
            let isPlain =
                unreserved.contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            if isPlain, byte < 0x80 { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }
}
