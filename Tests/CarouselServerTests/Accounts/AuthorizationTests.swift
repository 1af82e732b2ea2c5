import Foundation
import Testing

@testable import CarouselServer

/// The code flow with a proof key, refreshing, and whoever tries to cheat.
@Suite struct AuthorizationTests {
    private static let verifier = String(repeating: "v", count: 43)
    private static var challenge: String {
        Base64URL.encode(SHA256Digest.hash(Array(verifier.utf8)).bytes)
    }

    private static func form(_ fields: [(String, String)]) -> [UInt8] {
        Array(
            fields.map { $0 + "=" + LinkMaker.escaped($1) }.joined(separator: "&").utf8)
    }

    private static func post(
        _ server: ServerFixture, _ path: String, _ fields: [(String, String)],
        _ headers: [(String, String)] = []
    ) throws -> RawAnswer {
        try RawClient(port: server.port).call(
            "POST", path,
            [("Content-Type", "application/x-www-form-urlencoded")] + headers, form(fields))
    }

    private static let wanted = [
        ("client_id", "app"), ("response_type", "code"), ("token_access_type", "offline"),
        ("code_challenge", challenge), ("code_challenge_method", "S256"),
    ]

    /// Plays the user; gives the code.
    private static func code(_ server: ServerFixture) throws -> String {
        let page = try post(
            server, "/oauth2/authorize",
            wanted + [("login", "ada"), ("password", "correct horse"), ("decision", "allow")])
        let parts = page.text.components(separatedBy: "<code>")
        return try #require(parts.last?.components(separatedBy: "</code>").first)
    }

    private static func exchange(
        _ server: ServerFixture, _ code: String, verifier: String = verifier,
        _ more: [(String, String)] = []
    ) throws -> RawAnswer {
        try post(
            server, "/oauth2/token",
            [
                ("grant_type", "authorization_code"), ("code", code), ("client_id", "app"),
                ("code_verifier", verifier),
            ] + more)
    }

    @Test func aCodeGivesTokensOnce() async throws {
        try await ServerFixture.run { server in
            let code = try Self.code(server)
            let answer = try Self.exchange(server, code)
            #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
            let token = try #require(answer.object["access_token"] as? String)
            #expect(answer.object["expires_in"] as? Int == 14_400)
            #expect((answer.object["account_id"] as? String)?.count == 40)
            #expect(try server.rpc("check/user", "{}", token: token).status == 200)
            // Whoever has read the code on its way ends what it gave.
            let again = try Self.exchange(server, code)
            #expect(again.status == 400 && again.object["error"] as? String == "invalid_grant")
            #expect(try server.rpc("check/user", "{}", token: token).status == 401)
        }
    }

    @Test func aCodeIsGoodForItsOwnerOnlyAndNotForLong() async throws {
        try await ServerFixture.run { server in
            let wrong = String(repeating: "w", count: 43)
            let stolen = try Self.exchange(server, try Self.code(server), verifier: wrong)
            #expect(stolen.object["error"] as? String == "invalid_grant")
            let other = try Self.exchange(
                server, try Self.code(server), [("redirect_uri", "http://localhost/x")])
            #expect(other.object["error"] as? String == "invalid_grant")
            let late = try Self.code(server)
            server.pass(seconds: 601)
            #expect(try Self.exchange(server, late).object["error"] as? String == "invalid_grant")
            #expect(try Self.exchange(server, "nonsense").status == 400)
        }
    }

    @Test func refreshingNarrowsAndNeverWidens() async throws {
        try await ServerFixture.run { server in
            let answer = try Self.exchange(server, try Self.code(server))
            let refresh = try #require(answer.object["refresh_token"] as? String)
            func refreshed(_ more: [(String, String)]) throws -> RawAnswer {
                try Self.post(
                    server, "/1/oauth2/token",
                    [("grant_type", "refresh_token"), ("refresh_token", refresh)] + more)
            }
            let narrow = try refreshed([("client_id", "app"), ("scope", "files.metadata.read")])
            let token = try #require(narrow.object["access_token"] as? String)
            #expect(narrow.object["refresh_token"] == nil)
            #expect(
                try server.rpc("files/list_folder", #"{"path":""}"#, token: token).status == 200)
            #expect(try server.rpc("check/user", "{}", token: token).status == 401)
            let foreign = try refreshed([("client_id", "other")])
            #expect(foreign.object["error"] as? String == "invalid_grant")
            let secret = try refreshed([("client_id", "app"), ("client_secret", "guess")])
            #expect(secret.object["error"] as? String == "invalid_client")
            let wide = try refreshed([("client_id", "app"), ("scope", "everything")])
            #expect(wide.object["error"] as? String == "invalid_scope")
            // An access token is no refresh token, nor the other way round.
            #expect(try server.rpc("check/user", "{}", token: refresh).status == 401)
        }
    }

    @Test func anAppWithASecretHasToShowIt() async throws {
        try await ServerFixture.run { server in
            try server.book.addApp(
                key: "app", secret: "s3 cr+t", redirects: ["https://a.example/b"])
            let wanted = Self.wanted.filter { !$0.0.hasPrefix("code_challenge") }
            let page = try Self.post(
                server, "/oauth2/authorize",
                wanted + [
                    ("redirect_uri", "https://a.example/b"), ("state", "x&y=z"),
                    ("login", "ada"), ("password", "correct horse"), ("decision", "allow"),
                ])
            #expect(page.status == 302)
            let location = try #require(page["Location"])
            #expect(location.hasPrefix("https://a.example/b?code="))
            #expect(location.hasSuffix("&state=x%26y%3Dz"))
            let code = try #require(
                location.components(separatedBy: "code=").last?.components(separatedBy: "&").first)
            let fields = [
                ("grant_type", "authorization_code"), ("code", code),
                ("redirect_uri", "https://a.example/b"),
            ]
            let without = try Self.post(server, "/oauth2/token", fields + [("client_id", "app")])
            #expect(without.object["error"] as? String == "invalid_client")
            for secret in ["app:s3 cr+t", "app:s3%20cr%2Bt", "app:s3+cr%2Bt"] {
                let basic = Data(secret.utf8).base64EncodedString()
                let answer = try Self.post(
                    server, "/oauth2/token",
                    [("grant_type", "refresh_token"), ("refresh_token", "x")],
                    [("Authorization", "Basic " + basic)])
                #expect(answer.object["error"] as? String == "invalid_grant", "\(secret)")
            }
        }
    }

    @Test(arguments: [
        [("client_id", "")], [("response_type", "token")], [("code_challenge", "short")],
        [("code_challenge", "")], [("redirect_uri", "https://evil.example/")],
        [("redirect_uri", "http://localhost.evil.example/")],
        [("redirect_uri", "http://localhost:80@evil.example/")],
        [("redirect_uri", "javascript:alert(1)")], [("scope", "all the things")],
        [("code_challenge_method", "none")],
    ])
    func aPageThatWouldBeUnsafeIsNotShown(change: [(String, String)]) async throws {
        try await ServerFixture.run { server in
            let fields =
                Self.wanted.filter { field in field.0 != change[0].0 }
                + change.filter { !$0.1.isEmpty }
            let query = String(decoding: Self.form(fields), as: UTF8.self)
            let page = try RawClient(port: server.port).call("GET", "/oauth2/authorize?" + query)
            #expect(page.status == 400)
            #expect(page["Location"] == nil)
            let post = try Self.post(
                server, "/oauth2/authorize",
                fields + [("login", "ada"), ("password", "correct horse"), ("decision", "allow")])
            #expect(post.status == 400 && post["Location"] == nil)
        }
    }

    @Test func thePageShowsStrangersTextAsText() async throws {
        try await ServerFixture.run { server in
            let query =
                "client_id=%3Cscript%3Ealert(1)%3C/script%3E&response_type=code"
                + "&code_challenge=\(Self.challenge)&code_challenge_method=S256"
                + "&state=%22%3E%3Cimg%20src%3Dx%3E"
            let page = try RawClient(port: server.port).call("GET", "/oauth2/authorize?" + query)
            #expect(page.status == 200)
            #expect(!page.text.contains("<script>") && !page.text.contains("<img"))
            let policy = try #require(page["Content-Security-Policy"])
            #expect(
                policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        }
    }

    private static func login(
        _ server: ServerFixture, _ name: String, _ password: String
    ) throws -> Int {
        try post(
            server, "/oauth2/authorize",
            wanted + [("login", name), ("password", password), ("decision", "allow")]
        ).status
    }

    @Test func guessingIsSlowedDownForThatNameAlone() async throws {
        try await ServerFixture.run { server async throws in
            for _ in 0..<10 { #expect(try Self.login(server, "ada", "wrong password") == 403) }
            #expect(try Self.login(server, "Ada ", "correct horse") == 429)
            #expect(try Self.login(server, "bob", "correct horse") == 200)
            server.pass(seconds: 901)
            #expect(try Self.login(server, "ada", "correct horse") == 200)
        }
    }

    /// One loop for all, and another process in the middle of a change.
    @Test func nobodyWaitsForTheTokenOfAnother() async throws {
        try await ServerFixture.run { settings, _ in
            settings.eventLoops = 1
        } _: { server in
            let scopes = try #require(ScopeList(nil))
            let tokens = try server.book.issueToken(
                for: "bob", app: "app", scopes: scopes, lifetime: nil, withRefresh: true)
            let refresh = try #require(tokens.refresh)
            let bob = try RawClient(port: server.port)
            #expect(try bob.call("GET", "/health").status == 200)
            let directory = try DataDirectory.open(at: server.data)
            let other = try directory.openAccounts(forWriting: true)
            try other.begin(.writing)
            let body = Self.form([
                ("grant_type", "refresh_token"), ("refresh_token", refresh), ("client_id", "app"),
            ])
            let head =
                "POST /oauth2/token HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(body.count)\r\n\r\n"
            try bob.send(Array(head.utf8) + body)
            for _ in 0..<20 {
                #expect(try server.rpc("check/user", #"{"query":"ada"}"#).status == 200)
            }
            other.rollback()
            // A loop that had waited would have given up before anybody else
            // was answered.
            #expect(try bob.answer().status == 200)
        }
    }

    @Test func refusingGivesTheAppNothing() async throws {
        try await ServerFixture.run { server in
            let page = try Self.post(
                server, "/oauth2/authorize",
                Self.wanted + [
                    ("redirect_uri", "http://127.0.0.1:5000/back"), ("decision", "deny"),
                ])
            #expect(page.status == 302)
            #expect(page["Location"] == "http://127.0.0.1:5000/back?error=access_denied")
        }
    }
}
