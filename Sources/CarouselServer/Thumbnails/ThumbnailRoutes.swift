import DropboxAPI
import HTTPServer
import Photos

/// Thumbnails of the photo plane.
struct ThumbnailRoutes: Sendable {
    let store: FileStore
    let shelf: ThumbnailShelf
    /// Nil where photos are not read.
    let maker: PhotoMaker?
    private let ready = ReadyPhotos()

    init(store: FileStore, shelf: ThumbnailShelf, maker: PhotoMaker?) {
        self.store = store
        self.shelf = shelf
        self.maker = maker
    }

    /// Puts the routes on the router.
    func add(to router: inout WireRouter) {
        router.rpcDownload(Routes.thumbnails) { [self] argument, call throws(ServerError) in
            try await batch(argument, call)
        }
        router.get("carousel/thumbs/{content_hash}/{size}", .user(.contentRead)) {
            [self] call throws(ServerError) in
            try await single(call)
        }
    }

    private func batch(
        _ argument: ThumbnailsArgument, _ call: WireCall
    ) async throws(ServerError) -> HTTPResponse {
        let hashes = argument.contentHashes
        var made = 0
        let body: ResponseBody
        if let size = PackedSize(argument.size) {
            let found = shelf.packed.table.withLock { $0.find(hashes, size) }
            let standings = try standings(of: hashes, found, for: call.account)
            let batch = ThumbnailBatch(found, standings: standings)
            try await store.readAgain(batch.lost.map { hashes[$0] })
            made = batch.made
            if let whole = batch.body {
                body = whole
            } else {
                (body, made) = try await oneByOne(hashes, argument.size, standings)
            }
        } else {
            let standings = try standings(of: hashes, for: call.account)
            (body, made) = try await oneByOne(hashes, argument.size, standings)
        }
        var response = HTTPResponse(
            headers: ["Content-Type": "application/octet-stream"], body: body)
        response.headers.add("Dropbox-API-Result", ThumbnailsResult(made: made).headerText)
        return response
    }

    /// The body of a batch, each thumbnail by itself, and how many there are.
    private func oneByOne(
        _ hashes: [ContentHash], _ size: WireThumbnailSize, _ standings: [PhotoStanding]
    ) async throws(ServerError) -> (ResponseBody, Int) {
        var body: [UInt8] = []
        var made = 0
        for (hash, standing) in zip(hashes, standings) {
            let thumbnail = try await thumbnail(of: hash, size, standing)
            if case .jpeg = thumbnail { made += 1 }
            ThumbnailBatchCoding.append(thumbnail, to: &body)
        }
        return (.bytes(body), made)
    }

    private func single(_ call: WireCall) async throws(ServerError) -> HTTPResponse {
        let parameters = call.request.parameters
        guard let hash = ContentHash(hexadecimal: parameters["content_hash"]),
            let size = WireThumbnailSize(rawValue: parameters["size"])
        else { throw .badRequest("no content hash, or no size s75, s256 or s2048") }
        let standing = try standings(of: [hash], for: call.account)[0]
        guard standing == .ready else { return Self.missing(standing) }
        let tag = EntityTag(hash.hexadecimal + "-" + size.rawValue)
        if let known = call.request.headers["If-None-Match"], known.contains(tag.quoted) {
            var response = HTTPResponse(.notModified)
            Self.addCaching(tag, to: &response)
            return response
        }
        guard case .jpeg(let jpeg) = try await thumbnail(of: hash, size, standing) else {
            return Self.missing(.pending)
        }
        var response = HTTPResponse.bytes(jpeg, contentType: "image/jpeg")
        Self.addCaching(tag, to: &response)
        return response
    }

    private static func addCaching(_ tag: EntityTag, to response: inout HTTPResponse) {
        response.headers.add("ETag", tag.quoted)
        response.headers.add("Cache-Control", "private, max-age=31536000, immutable")
        response.headers.add("X-Content-Type-Options", "nosniff")
    }

    private static func missing(_ standing: PhotoStanding) -> HTTPResponse {
        var response = HTTPResponse.text("\(standing.rawValue)\n", status: .notFound)
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    private func thumbnail(
        of hash: ContentHash, _ size: WireThumbnailSize, _ standing: PhotoStanding
    ) async throws(ServerError) -> BatchedThumbnail {
        guard standing == .ready else { return standing.thumbnail }
        guard size == .s2048 else {
            if let jpeg = try shelf.jpeg(of: hash, size) { return .jpeg(jpeg) }
            try await store.readAgain([hash])
            return .pending
        }
        if let kept = try shelf.jpeg(of: hash, size) { return .jpeg(kept) }
        guard let maker else { return .pending }
        switch try await maker.picture(of: hash) {
        case .success(let bytes): return .jpeg(bytes)
        case .failure: return .failed
        }
    }

    /// How far photos of some contents are that an account has or is shown in
    /// a conversation. Of others there is nothing to see, whoever has them.
    private func standings(
        of hashes: [ContentHash], for account: AccountNumber
    ) throws(ServerError) -> [PhotoStanding] {
        try store.view(of: account) { view throws(ServerError) in
            try view.standings(of: hashes)
        }
    }

    /// The same, of those that were looked for in the packs: the database is
    /// asked for those alone that nobody asked for before.
    private func standings(
        of hashes: [ContentHash], _ found: FoundThumbnails, for account: AccountNumber
    ) throws(ServerError) -> [PhotoStanding] {
        try store.view(of: account) { view throws(ServerError) in
            let state = try view.state()
            let now = ReadyPhotos.State(
                epoch: state.epoch, sequence: state.photoSequence, generation: found.generation)
            let unknown = ready.unknown(among: found.numbers, of: account, at: now)
            var standings = Array(repeating: PhotoStanding.ready, count: hashes.count)
            guard !unknown.isEmpty else { return standings }
            let looked = try view.standings(of: unknown.map { hashes[$0] })
            for (index, standing) in zip(unknown, looked) { standings[index] = standing }
            ready.note(
                unknown.filter { standings[$0] == .ready }.map { found.numbers[$0] },
                of: account, at: now)
            return standings
        }
    }
}

extension FileStore {
    /// Has the thumbnails of some contents made again: they should be there
    /// and are not.
    func readAgain(_ hashes: [ContentHash]) async throws(ServerError) {
        guard !hashes.isEmpty else { return }
        try await commits.perform { machine throws(ServerError) in
            for hash in hashes { try machine.metadata.addUnread(hash) }
        }
        photosCame.set()
    }
}
