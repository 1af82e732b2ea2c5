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
        // Of others there is nothing to see, whoever else has them.
        let standings = try standings(of: hashes, for: call.account)
        var body: [UInt8] = []
        body.reserveCapacity(hashes.count * (argument.size == .s75 ? 3 << 10 : 20 << 10))
        var made = 0
        var lost: [ContentHash] = []
        if argument.size == .s2048 {
            for (hash, standing) in zip(hashes, standings) {
                let thumbnail = try await picture(hash, standing)
                if case .jpeg = thumbnail { made += 1 }
                ThumbnailBatchCoding.append(thumbnail, to: &body)
            }
        } else {
            try shelf.read(hashes, argument.size) { index, jpeg in
                guard standings[index] == .ready else {
                    ThumbnailBatchCoding.append(standings[index].thumbnail, to: &body)
                    return
                }
                guard let jpeg else {
                    lost.append(hashes[index])
                    ThumbnailBatchCoding.append(.pending, to: &body)
                    return
                }
                made += 1
                ThumbnailBatchCoding.append(jpeg, to: &body)
            }
        }
        try await makeAgain(lost)
        var response = HTTPResponse.bytes(body, contentType: "application/octet-stream")
        response.headers.add("Dropbox-API-Result", ThumbnailsResult(made: made).headerText)
        return response
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
        var jpeg = try shelf.jpeg(of: hash, size)
        if jpeg == nil, size == .s2048, case .jpeg(let made) = try await picture(hash, standing) {
            jpeg = made
        }
        guard let jpeg else {
            try await makeAgain([hash])
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

    private func picture(
        _ hash: ContentHash, _ standing: PhotoStanding
    ) async throws(ServerError) -> BatchedThumbnail {
        guard standing == .ready, let maker else { return standing.thumbnail }
        switch try await maker.picture(of: hash) {
        case .success(let bytes): return .jpeg(bytes)
        case .failure: return .failed
        }
    }

    private func standings(
        of hashes: [ContentHash], for account: AccountNumber
    ) throws(ServerError) -> [PhotoStanding] {
        try store.view(of: account) { view throws(ServerError) in
            let state = try view.state()
            let now = ReadyPhotos.State(epoch: state.epoch, sequence: state.photoSequence)
            let unknown = ready.unknown(among: hashes, of: account, at: now)
            var standings = Array(repeating: PhotoStanding.ready, count: hashes.count)
            let looked = try view.metadata.standings(of: unknown.map { hashes[$0] }, account)
            for (index, standing) in zip(unknown, looked) { standings[index] = standing }
            ready.note(
                unknown.filter { standings[$0] == .ready }.map { hashes[$0] }, of: account,
                at: now)
            return standings
        }
    }

    /// Has thumbnails made that were there once: their file was lost.
    private func makeAgain(_ hashes: [ContentHash]) async throws(ServerError) {
        guard !hashes.isEmpty else { return }
        try await store.commits.perform { machine throws(ServerError) in
            for hash in hashes { try machine.metadata.addUnread(hash) }
        }
        store.photosCame.set()
    }
}

extension PhotoStanding {
    /// What a batch has in a thumbnail's stead.
    fileprivate var thumbnail: BatchedThumbnail {
        switch self {
        case .ready, .pending: .pending
        case .failed: .failed
        case .notFound: .notFound
        }
    }
}
