import DropboxAPI
import HTTPServer

/// What people without an account see: shared links and temporary ones.
struct VisitorRoutes: Sendable {
    private let store: FileStore
    private let book: AccountBook
    private let links: LinkMaker
    private let door: LinkDoor

    init(store: FileStore, book: AccountBook, links: LinkMaker, door: LinkDoor) {
        self.store = store
        self.book = book
        self.links = links
        self.door = door
    }

    /// Puts the routes on the router.
    func add(to router: inout Router) {
        router.get("/tl/{claim}/{name}") { [self] request in
            try await answering("tl") { () async throws(ServerError) in
                try temporary(request)
            }
        }
        router.get("/s/{id}/{path...}") { [self] request in
            try await answering("s") { () async throws(ServerError) in try await shared(request) }
        }
    }

    private func answering(
        _ route: String, _ body: () async throws(ServerError) -> HTTPResponse
    ) async throws -> HTTPResponse {
        do throws(ServerError) {
            return try await body()
        } catch {
            return WireAnswer.refusal(error, route: route)
        }
    }

    private func temporary(_ request: HTTPRequest) throws(ServerError) -> HTTPResponse {
        guard let claim = links.claim(request.parameters["claim"]) else {
            return .text("There is no such link.\n", status: .notFound)
        }
        guard claim.expires > store.surroundings.now(),
            try book.user(of: claim.account) != nil
        else { return .text("This link has expired.\n", status: HTTPStatus(410)) }
        let stored = try store.view(of: claim.account) { view throws(ServerError) in
            try view.metadata.revision(RevisionNumber(claim.revision), of: claim.account)
                .map { revision throws(ServerError) in try view.metadata(of: revision) }
        }
        guard let stored else {
            return .text("This link has expired.\n", status: HTTPStatus(410))
        }
        return try FileAnswer(store: store).answer(
            stored, contentType: "application/octet-stream",
            headers: Self.headers(attaching: stored.name), for: request)
    }

    private func shared(_ request: HTTPRequest) async throws(ServerError) -> HTTPResponse {
        let (account, link): (AccountNumber, StoredLink)
        switch try door.find(request.parameters["id"], for: request) {
        case .open(let owner, let found): (account, link) = (owner, found)
        case .missing: return Self.missing
        case .wait(let seconds): return MissLimiter.answer(seconds)
        }
        if let refused = try await refusal(link, request) { return refused }
        // The first part is the linked entry's own name: it may be anything.
        let names = Array(request.target.segments.dropFirst(3).filter { !$0.isEmpty })
        return try store.view(of: account) { view throws(ServerError) in
            guard let entry = try view.linked(link, names) else { return Self.missing }
            guard let file = entry.fileMetadata(in: account) else {
                return Self.folder(
                    entry, try view.entriesShown(in: entry), at: request.target.rawPath)
            }
            guard link.allowsDownload else {
                return Page.answer(
                    file.name, "<p>Whoever shared this does not allow downloading it.</p>",
                    status: .forbidden)
            }
            return try FileAnswer(store: store).answer(
                file, contentType: "application/octet-stream",
                headers: Self.headers(attaching: file.name), for: request)
        }
    }

    /// The answer of a link whose password did not come; nil when it needs
    /// none or the right one came.
    private func refusal(
        _ link: StoredLink, _ request: HTTPRequest
    ) async throws(ServerError) -> HTTPResponse? {
        guard let hash = link.passwordHash else { return nil }
        guard let field = request.headers["Authorization"],
            let (_, password) = Gate.basic(field)
        else { return Self.passwordWanted }
        switch try await door.check(password, of: link, hash, for: request) {
        case .right: return nil
        case .wrong: return Self.passwordWanted
        case .wait(let seconds):
            var response = HTTPResponse.text(
                "Too many wrong passwords. Try again later.\n", status: .tooManyRequests)
            response.headers.add("Retry-After", "\(seconds)")
            return response
        }
    }

    private static func folder(
        _ folder: Entry, _ entries: [Entry], at path: String
    ) -> HTTPResponse {
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        let items = entries.map { entry in
            let name = entry.path.name + (entry.isFolder ? "/" : "")
            let address = base + "/" + LinkMaker.escaped(entry.path.name)
            return "<li><a href=\"\(Page.escaped(address))\">\(Page.escaped(name))</a></li>"
        }
        return Page.answer(
            folder.path.name,
            items.isEmpty
                ? "<p>This folder is empty.</p>" : "<ul>\(items.joined(separator: "\n"))</ul>")
    }

    /// A stranger's file is saved, never shown as a page of this server.
    private static func headers(attaching name: String) -> ResponseHeaders {
        [
            "Content-Disposition": "attachment; filename*=UTF-8''" + LinkMaker.escaped(name),
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "X-Content-Type-Options": "nosniff",
        ]
    }

    private static var missing: HTTPResponse {
        Page.answer(
            "Nothing here", "<p>This link was taken back, has expired, or never was.</p>",
            status: .notFound)
    }

    private static var passwordWanted: HTTPResponse {
        var response = Page.answer(
            "Password", "<p>This link has a password.</p>", status: .unauthorized)
        response.headers.add("WWW-Authenticate", "Basic realm=\"shared link\", charset=\"UTF-8\"")
        return response
    }
}
