import DropboxAPI
import HTTPServer
import Photos

/// What people with a link to photos see: pages, pictures, downloads.
struct GalleryRoutes: Sendable {
    let store: FileStore
    let book: AccountBook
    let links: LinkMaker
    let passwords: PasswordDesk
    let shelf: ThumbnailShelf
    /// Nil where photos are not read.
    let maker: PhotoMaker?
    let misses: MissLimiter

    private static let cookie = "carousel_link"
    private static let formLimit: Int64 = 4096

    /// Puts the routes on the router.
    func add(to router: inout Router) {
        let options = RouteOptions(bodyLimit: Self.formLimit, execution: .concurrent)
        router.post("/p/{id}", options) { [self] request in
            try await answering { () async throws(ServerError) in
                guard let link = try admit(request) else { return GalleryPage.missing }
                return try await enter(link, request)
            }
        }
        for pattern in ["/p/{id}", "/p/{id}/{photo}", "/p/{id}/{photo}/{what}"] {
            router.on(.get, pattern, options) { [self] request in
                if let wait = misses.wait(for: request) { return MissLimiter.answer(wait) }
                return try await answering { () async throws(ServerError) in
                    try await show(request)
                }
            }
        }
    }

    /// A link whose owner still is.
    private struct Visit {
        var account: AccountNumber
        var link: StoredPhotoLink
    }

    private func answering(
        _ body: () async throws(ServerError) -> HTTPResponse
    ) async throws -> HTTPResponse {
        do throws(ServerError) {
            return try await body()
        } catch {
            return WireAnswer.refusal(error, route: "p")
        }
    }

    /// The link that a request names; nil when there is none for visitors.
    private func admit(_ request: HTTPRequest) throws(ServerError) -> Visit? {
        let found = try store.readers.read { metadata throws(ServerError) in
            try metadata.photoLink(request.parameters["id"])
        }
        guard let (account, link) = found, !link.isExpired(at: store.surroundings.now()),
            try book.user(of: account) != nil
        else {
            misses.noteMiss(request)
            return nil
        }
        return Visit(account: account, link: link)
    }

    private func show(_ request: HTTPRequest) async throws(ServerError) -> HTTPResponse {
        guard let visit = try admit(request) else { return GalleryPage.missing }
        guard isOpen(visit.link, to: request) else {
            return GalleryPage.password(visit.link, wasWrong: false)
        }
        let photos = try store.view(of: visit.account) { view throws(ServerError) in
            try view.photos(of: visit.link)
        }
        let parts = request.target.segments.dropFirst(2).filter { !$0.isEmpty }
        guard let first = parts.first else {
            return photos.count == 1
                ? GalleryPage.photo(visit.link, photos, at: 0)
                : GalleryPage.gallery(visit.link, photos)
        }
        if first == "all.zip", parts.count == 1 {
            return visit.link.allowsDownload && !photos.isEmpty
                ? try PhotoDownload(store: store).archive(of: photos, visit.link)
                : GalleryPage.missing
        }
        guard let index = photos.firstIndex(where: { String($0.number) == first }) else {
            return GalleryPage.missing
        }
        guard parts.count == 2, let what = parts.last else {
            return GalleryPage.photo(visit.link, photos, at: index)
        }
        return try await part(what, of: photos[index], visit.link, request)
    }

    private func part(
        _ what: String, of photo: LinkedPhotoView, _ link: StoredPhotoLink,
        _ request: HTTPRequest
    ) async throws(ServerError) -> HTTPResponse {
        if what == "original" {
            return link.allowsDownload
                ? try PhotoDownload(store: store).original(of: photo, request)
                : GalleryPage.missing
        }
        guard let size = WireThumbnailSize(rawValue: what), case .ready = photo.facts else {
            return GalleryPage.missing
        }
        var jpeg = try shelf.jpeg(of: photo.hash, size)
        if jpeg == nil, size == .s2048, let maker,
            case .success(let made) = try await maker.picture(of: photo.hash)
        {
            jpeg = made
        }
        guard let jpeg else {
            if size != .s2048 { try await store.readAgain([photo.hash]) }
            return GalleryPage.missing
        }
        return GalleryPage.picture(jpeg)
    }

    /// Whether a request shows that it came through the link's password.
    private func isOpen(_ link: StoredPhotoLink, to request: HTTPRequest) -> Bool {
        guard let hash = link.passwordHash else { return true }
        let pass = links.pass(through: link.id, hash)
        return request.headers.values(of: "Cookie").contains { field in
            field.split(separator: ";").contains { pair in
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(Self.cookie + "=") else { return false }
                return LinkMaker.isEqual(String(pair.dropFirst(Self.cookie.count + 1)), pass)
            }
        }
    }

    /// The password form was sent.
    private func enter(
        _ visit: Visit, _ request: HTTPRequest
    ) async throws(ServerError) -> HTTPResponse {
        let link = visit.link
        guard let hash = link.passwordHash else { return Self.redirect(to: link) }
        let body: [UInt8]
        do {
            body = try await request.body.collect(upTo: Int(Self.formLimit))
        } catch {
            throw .badRequest("the form did not arrive whole")
        }
        guard let password = FormFields(body)?["password"] else {
            return GalleryPage.password(link, wasWrong: true)
        }
        let outcome = try await passwords.check(
            name: "photo link " + link.id, address: "\(request.client.network)"
        ) { () throws(ServerError) -> Bool? in
            try Password.verify(password, hash) ? true : nil
        }
        switch outcome {
        case .right:
            var response = Self.redirect(to: link)
            let pass = links.pass(through: link.id, hash)
            response.headers.add(
                "Set-Cookie",
                "\(Self.cookie)=\(pass); Path=/p/\(link.id); HttpOnly; SameSite=Lax"
                    + (request.isSecure ? "; Secure" : ""))
            return response
        case .wrong: return GalleryPage.password(link, wasWrong: true)
        case .wait(let seconds):
            var response = HTTPResponse.text(
                "Too many wrong passwords. Try again later.\n", status: .tooManyRequests)
            response.headers.add("Retry-After", "\(seconds)")
            return response
        }
    }

    private static func redirect(to link: StoredPhotoLink) -> HTTPResponse {
        HTTPResponse(
            HTTPStatus(303), headers: ["Location": "/p/" + link.id, "Cache-Control": "no-store"])
    }
}
