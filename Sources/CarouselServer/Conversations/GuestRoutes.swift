import DropboxAPI
import HTTPServer
import Photos

/// What guests of a conversation see: a page of its messages, pictures,
/// originals.
struct GuestRoutes: Sendable {
    let store: FileStore
    let shelf: ThumbnailShelf
    /// Nil where photos are not read.
    let maker: PhotoMaker?
    let misses: MissLimiter

    /// Puts the routes on the router.
    func add(to router: inout Router) {
        let options = RouteOptions(bodyLimit: 0, execution: .concurrent)
        for pattern in ["/c/{id}", "/c/{id}/{place}", "/c/{id}/{place}/{what}"] {
            router.on(.get, pattern, options) { [self] request in
                if let wait = misses.wait(for: request) { return MissLimiter.answer(wait) }
                do throws(ServerError) {
                    return try await show(request)
                } catch {
                    return WireAnswer.refusal(error, route: "c")
                }
            }
        }
    }

    private func show(_ request: HTTPRequest) async throws(ServerError) -> HTTPResponse {
        let link = request.parameters["id"]
        let parts = Array(request.target.segments.dropFirst(2).filter { !$0.isEmpty })
        let found = try store.readers.read { metadata throws(ServerError) -> Found? in
            guard let (id, guest) = try metadata.guest(link) else { return nil }
            return try self.look(id, guest, parts, metadata)
        }
        guard let found else {
            misses.noteMiss(request)
            return GalleryPage.missing
        }
        switch found {
        case .nothing: return GalleryPage.missing
        case .page(let page): return page
        case .photo(let photo, let facts):
            return try await part(parts[1], of: photo, facts, request)
        }
    }

    /// What an address leads to.
    private enum Found: Sendable {
        case nothing
        case page(HTTPResponse)
        case photo(SharedPhoto, PhotoFactsState?)
    }

    private func look(
        _ id: ConversationID, _ guest: StoredGuest, _ parts: [String],
        _ metadata: SQLiteMetadata
    ) throws(ServerError) -> Found {
        guard let conversation = try metadata.conversation(id) else { return .nothing }
        // No account's: a guest asks for nothing that an account owns.
        let view = AccountView(metadata, account: conversation.maker, rules: store.rules)
        guard let first = parts.first else {
            return try page(conversation, guest, before: .max, view)
        }
        if first.hasPrefix("before-"), parts.count == 1 {
            guard let before = Int64(first.dropFirst(7)) else { return .nothing }
            return try page(conversation, guest, before: before, view)
        }
        let numbers = first.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, numbers.count == 2, let posted = Int64(numbers[0]),
            let item = Int(numbers[1]),
            let photo = try metadata.sharedPhotos(of: id, posted: posted)
                .first(where: { $0.item == item })
        else { return .nothing }
        let (shown, facts) = try view.shown(photo)
        return shown.isGone ? .nothing : .photo(shown, facts)
    }

    private func page(
        _ conversation: StoredConversation, _ guest: StoredGuest, before posted: Int64,
        _ view: AccountView<SQLiteMetadata>
    ) throws(ServerError) -> Found {
        let last = posted == .max ? posted : posted - 1
        let found = try view.metadata.lastMessages(
            of: conversation.id, upTo: last, limit: GuestPage.messages + 1)
        var messages: [ConversationMessage] = []
        var items = 0
        for message in found.prefix(GuestPage.messages) {
            guard messages.isEmpty || items + message.photos <= GuestPage.photos else { break }
            items += message.photos
            messages.append(try view.shown(message, of: conversation.id, upTo: .max))
        }
        let names = try view.metadata.members(of: conversation.id)
            .filter { $0.state == .member }.map(\.name)
        return .page(
            GuestPage(
                title: conversation.title, link: guest.link, guest: guest.name, members: names,
                messages: messages.reversed(), hasEarlier: messages.count < found.count
            ).answer)
    }

    private func part(
        _ what: String, of photo: SharedPhoto, _ facts: PhotoFactsState?, _ request: HTTPRequest
    ) async throws(ServerError) -> HTTPResponse {
        if what == "original" {
            return try FileAnswer(store: store).answer(
                photo.contentHash, size: photo.size, contentType: "application/octet-stream",
                headers: PhotoDownload.headers(photo.name), for: request)
        }
        guard let size = WireThumbnailSize(rawValue: what), case .ready = facts else {
            return GalleryPage.missing
        }
        var jpeg = try shelf.jpeg(of: photo.contentHash, size)
        if jpeg == nil, size == .s2048, let maker,
            case .success(let made) = try await maker.picture(of: photo.contentHash)
        {
            jpeg = made
        }
        guard let jpeg else {
            if size != .s2048 { try await store.readAgain([photo.contentHash]) }
            return GalleryPage.missing
        }
        return GalleryPage.picture(jpeg)
    }
}
