@testable import Carousel
import DropboxAPI
import HTTPServer
import HTTPTransport
import Synchronization
import Testing

/// Calls of the wire, against a server that answers what each test wants.
struct WireClientTests {
    /// What a server was asked for.
    private final class Count: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock { $0 } }

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    private func run(
        routes: (inout Router) -> Void, _ body: (WireClient) async throws -> Void
    ) async throws {
        var router = Router()
        routes(&router)
        let server = HTTPServer(
            ServerConfiguration(listeners: [.init(SocketAddress(.loopback, port: 0))]),
            router: router)
        try await server.start()
        var configuration = TransportConfiguration()
        configuration.proxy = .none
        let transport = try CurlTransport(configuration)
        let address = try ServerAddress("http://127.0.0.1:\(server.addresses[0].port)")
        let credentials = Credentials(
            transport: transport, address: address, refreshToken: "refresh")
        do {
            try await body(
                WireClient(transport: transport, address: address, credentials: credentials))
        } catch {
            await server.shutDown(within: .zero)
            throw error
        }
        await server.shutDown(within: .zero)
    }

    private static func json(_ text: String, _ status: HTTPStatus = .ok) -> HTTPResponse {
        .bytes(Array(text.utf8), contentType: "application/json", status: status)
    }

    /// Tokens are `token1`, `token2` …
    private func addTokens(to router: inout Router, _ count: Count) {
        router.post("/oauth2/token") { _ in
            Self.json(#"{"access_token":"token\#(count.next())","token_type":"bearer"}"#)
        }
    }

    @Test func oneRefreshServesAllWhoWait() async throws {
        let tokens = Count()
        try await run { router in
            addTokens(to: &router, tokens)
            router.post(Routes.checkUser.path) { request in
                // The first token is too old for everybody.
                request.headers["Authorization"] == "Bearer token2"
                    ? Self.json(#"{"result":"hello"}"#)
                    : Self.json(
                        #"{"error_summary":"x","error":{".tag":"expired_access_token"}}"#,
                        .unauthorized)
            }
        } _: { client in
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await client.call(Routes.checkUser, EchoArgument(query: "hello"))
                            .result
                    }
                }
                for try await result in group { #expect(result == "hello") }
            }
            #expect(tokens.value == 2)
        }
    }

    @Test func aTokenThatIsRevokedEndsTheCallAndIsNotAskedForTwice() async throws {
        let tokens = Count()
        try await run { router in
            router.post("/oauth2/token") { _ in
                _ = tokens.next()
                return Self.json(#"{"error":"invalid_grant"}"#, .badRequest)
            }
        } _: { client in
            await #expect {
                try await client.call(Routes.checkUser, EchoArgument(query: ""))
            } throws: { error in
                guard case CallFailure<NoFailure>.problem(.signedOut) = error else { return false }
                return true
            }
            #expect(tokens.value == 1)
        }
    }

    @Test(arguments: [
        (429, "too many", ServerProblem.busy(retryAfterMilliseconds: 7000)),
        (500, "", .failing(status: 500)), (503, "x", .failing(status: 503)),
        (400, "unknown field", .refused("unknown field")),
        (401, "{}", .signedOut),
    ])
    func eachStatusHasItsMeaning(_ status: Int, _ body: String, _ expected: ServerProblem)
        async throws
    {
        try await run { router in
            addTokens(to: &router, Count())
            router.post(Routes.checkUser.path) { _ in
                var response = Self.json(body, HTTPStatus(status))
                response.headers.add("Retry-After", "7")
                return response
            }
        } _: { client in
            do {
                _ = try await client.call(Routes.checkUser, EchoArgument(query: ""))
                Issue.record("it was taken for a success")
            } catch let failure as CallFailure<NoFailure> {
                #expect(failure.problem == expected)
            }
        }
    }

    @Test(arguments: ["", "null", "[]", "{\"result\":1}", "<html>", "{\"result\":\"x\""])
    func anAnswerThatIsNotOneIsSaidToBeUnreadable(_ body: String) async throws {
        try await run { router in
            addTokens(to: &router, Count())
            router.post(Routes.checkUser.path) { _ in Self.json(body) }
        } _: { client in
            do {
                _ = try await client.call(Routes.checkUser, EchoArgument(query: ""))
                Issue.record("it was understood")
            } catch let failure as CallFailure<NoFailure> {
                guard case .unreadable = failure.problem else {
                    Issue.record("\(failure)")
                    return
                }
            }
        }
    }

    @Test func aRoutesOwnReasonIsTold() async throws {
        try await run { router in
            addTokens(to: &router, Count())
            router.post(Routes.listPhotosContinue.path) { _ in
                Self.json(#"{"error_summary":"reset/..","error":{".tag":"reset"}}"#, .conflict)
            }
        } _: { client in
            let server = PhotoServer(
                client: client, limits: PhotoLimits(), hasConversations: true)
            let page = try await server.page(after: "anything")
            #expect(page.map(\.page.entries.count) == nil)
        }
    }

    @Test func aServerOfFilesAloneIsToldFromOneOfPhotos() async throws {
        try await run { router in
            addTokens(to: &router, Count())
            router.post(Routes.capabilities.path) { _ in
                .text("Unknown API function: \"carousel/capabilities\"", status: .badRequest)
            }
        } _: { client in
            await #expect(throws: ServerProblem.noPhotoPlane) {
                try await PhotoServer.meet(client)
            }
        }
    }

    @Test func addressesAreReadAndPasswordsAreNotSentInTheClear() throws {
        #expect(try ServerAddress("photos.example").url == "https://photos.example")
        #expect(
            try ServerAddress("https://Photos.example:8443/").url == "https://photos.example:8443")
        #expect(try ServerAddress("http://127.0.0.1:80").url == "http://127.0.0.1:80")
        #expect(try ServerAddress("http://[::1]:80").url == "http://[::1]:80")
        for text in [
            "", "http://photos.example", "ftp://photos.example", "https://a/b", "https://u:p@a",
            "https://a?b", "http://localhost.evil.example", "https://",
        ] {
            #expect(throws: ServerProblem.self, "\(text)") { try ServerAddress(text) }
        }
    }
}
