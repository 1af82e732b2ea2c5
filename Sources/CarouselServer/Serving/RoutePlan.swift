import DropboxAPI
import HTTPServer
import Synchronization

/// Every route of the server on one router.
struct RoutePlan: Sendable {
    let router: Router
    /// Paths that figures are kept for.
    let names: Set<String>

    init(
        store: FileStore, book: AccountBook, log: Log, settings: ServerSettings,
        metrics: Metrics, statistics: @escaping @Sendable () -> ServerStatistics
    ) throws(ServerError) {
        let surroundings = store.surroundings
        let links = LinkMaker(
            publicURL: settings.publicURL, key: try store.directory.linkKey(surroundings))
        let passwords = try PasswordDesk(surroundings)
        var wire = WireRouter(
            gate: Gate(book: book, store: store), log: log, surroundings: surroundings)
        let files = FileRoutes(store: store, faults: settings.faults, links: links)
        files.add(to: &wire)
        AccountRoutes(store: store, book: book).add(to: &wire)
        SharingRoutes(store: store, links: links, passwords: passwords).add(to: &wire, files)

        var router = wire.router
        AuthorizationRoutes(
            book: book, passwords: passwords, surroundings: surroundings, log: log
        ).add(to: &router)
        TokenRoutes(book: book, surroundings: surroundings, log: log).add(to: &router)
        VisitorRoutes(store: store, book: book, links: links, passwords: passwords)
            .add(to: &router)
        OperatorRoutes(store: store, metrics: metrics, statistics: statistics).add(to: &router)
        Self.addFallbacks(to: &router)
        let names = RequestNames(surroundings)
        Self.addRequestNames(names, to: &router)
        if !settings.faults.isEmpty { router.wrap(settings.faults.middleware) }
        router.failure = { error, request in
            log.write(
                .error, "handler_failed",
                [("path", .text(request.target.rawPath)), ("reason", .text("\(error)"))])
            return RequestFailure(.internalServerError, "Something went wrong on the server.")
        }
        self.router = router
        self.names = wire.names.union([
            "/oauth2/token", "/1/oauth2/token", "/oauth2/authorize", "/health", "/metrics",
        ])
    }

    private static func addFallbacks(to router: inout Router) {
        router.get("/") { _ in
            Page.answer(
                "carousel-server", "<p>This server is for apps. There is nothing to see.</p>")
        }
        for method in [HTTPMethod.post, .get] {
            router.on(method, "/2/{route...}") { request in
                .text(
                    "Unknown API function: \"\(request.target.segments.dropFirst().joined(separator: "/"))\"",
                    status: .badRequest)
            }
        }
    }

    /// Every answer has a name that people can ask about.
    private static func addRequestNames(_ names: RequestNames, to router: inout Router) {
        router.wrap { request, handler in
            var response = try await handler(request)
            response.headers.add("X-Dropbox-Request-Id", names.next())
            return response
        }
        let plain = router.failureResponse
        router.failureResponse = { failure, path in
            var response = plain(failure, path)
            response.headers.add("X-Dropbox-Request-Id", names.next())
            return response
        }
    }
}

/// Names of requests: a part drawn at the start and a count.
private final class RequestNames: Sendable {
    private let start: String
    private let count = Atomic<UInt64>(0)

    init(_ surroundings: Surroundings) {
        let digits = String(surroundings.randomNumber(), radix: 16)
        start = String(repeating: "0", count: 16 - digits.count) + digits
    }

    func next() -> String {
        let digits = String(count.add(1, ordering: .relaxed).newValue, radix: 16)
        return start + String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension DataDirectory {
    /// The key that temporary links are signed with, made at the first start.
    func linkKey(_ surroundings: Surroundings) throws(ServerError) -> [UInt8] {
        let file = "\(path)/link.key"
        if let text = try FileSystem.text(of: file),
            let key = Base64URL.decode(text.split(separator: "\n").first.map(String.init) ?? ""),
            key.count == 32
        {
            return key
        }
        let key = surroundings.randomBytes(32)
        try FileSystem.write(Base64URL.encode(key) + "\n", to: file)
        return key
    }
}
