import DropboxAPI
import HTTPServer

/// Every route of the server on one router.
struct RoutePlan: Sendable {
    let router: Router
    /// Paths that figures are kept for.
    let names: Set<String>

    init(
        store: FileStore, shelf: ThumbnailShelf, maker: PhotoMaker?, book: AccountBook, log: Log,
        settings: ServerSettings,
        metrics: Metrics, statistics: @escaping @Sendable () -> ServerStatistics
    ) throws(ServerError) {
        let surroundings = store.surroundings
        let links = LinkMaker(
            publicURL: settings.publicURL, key: try store.directory.linkKey(surroundings))
        let passwords = try PasswordDesk(surroundings)
        let names = RequestNames(surroundings)
        var wire = WireRouter(
            gate: Gate(book: book, store: store), names: names, log: log,
            surroundings: surroundings)
        let files = FileRoutes(store: store, faults: settings.faults, links: links)
        files.add(to: &wire)
        PhotoRoutes(store: store, faults: settings.faults).add(to: &wire)
        ThumbnailRoutes(store: store, shelf: shelf, maker: maker).add(to: &wire)
        FileThumbnailRoutes(store: store, maker: maker).add(to: &wire)
        AccountRoutes(store: store, book: book).add(to: &wire)
        let misses = MissLimiter(surroundings)
        let door = LinkDoor(store: store, book: book, passwords: passwords, misses: misses)
        SharingRoutes(store: store, links: links, passwords: passwords).add(to: &wire, files)
        LinkRoutes(store: store, links: links, passwords: passwords, door: door).add(to: &wire)
        PhotoLinkRoutes(store: store, links: links, passwords: passwords).add(to: &wire)
        ConversationRoutes(store: store, book: book, links: links).add(to: &wire)

        var router = wire.router
        AuthorizationRoutes(
            book: book, passwords: passwords, surroundings: surroundings, log: log
        ).add(to: &router)
        TokenRoutes(book: book, surroundings: surroundings, log: log).add(to: &router)
        VisitorRoutes(store: store, book: book, links: links, door: door).add(to: &router)
        GalleryRoutes(
            store: store, book: book, links: links, passwords: passwords, shelf: shelf,
            maker: maker, misses: misses
        ).add(to: &router)
        GuestRoutes(store: store, shelf: shelf, maker: maker, misses: misses).add(to: &router)
        OperatorRoutes(store: store, metrics: metrics, log: log, statistics: statistics)
            .add(to: &router)
        LongpollRoute(store: store, faults: settings.faults, log: log, names: names)
            .add(to: &router)
        Self.addFallbacks(names, to: &router)
        let plain = router.failureResponse
        router.failureResponse = { failure, path in
            var response = plain(failure, path)
            names.name(&response)
            return response
        }
        if !settings.faults.isEmpty { router.wrap(settings.faults.middleware) }
        router.failure = { error, request in
            log.write(
                .error, "handler_failed",
                [("path", .text(request.target.rawPath)), ("reason", .text("\(error)"))])
            return RequestFailure(.internalServerError, "Something went wrong on the server.")
        }
        self.router = router
        self.names = wire.names.union([
            Routes.longpoll.path, "/oauth2/token", "/1/oauth2/token", "/oauth2/authorize",
            "/health", "/metrics",
        ])
    }

    private static func addFallbacks(_ names: RequestNames, to router: inout Router) {
        router.get("/") { _ in
            Page.answer(
                "carousel-server", "<p>This server is for apps. There is nothing to see.</p>")
        }
        for method in [HTTPMethod.post, .get] {
            router.on(method, "/2/{route...}") { request in
                let name = request.target.segments.dropFirst().joined(separator: "/")
                var response = HTTPResponse.text(
                    "Unknown API function: \"\(name)\"", status: .badRequest)
                names.name(&response)
                return response
            }
        }
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
