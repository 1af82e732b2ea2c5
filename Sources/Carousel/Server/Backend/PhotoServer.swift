import DropboxAPI
import HTTPTransport
import Photos
import Sync

/// `carousel-server`: files over the public service's routes, photos over
/// its own.
struct PhotoServer: SyncBackend {
    /// Seconds of a long poll.
    private static let pollSeconds = 480
    /// What the server may take longer than asked.
    private static let pollGrace = 90

    let client: WireClient
    let capabilities: BackendCapabilities
    private let pageLimit: Int
    private let hasConversations: Bool

    /// Asks a server what it can do. `noPhotoPlane` when it keeps files only.
    static func meet(_ client: WireClient) async throws(ServerProblem) -> PhotoServer {
        let found: Capabilities
        do throws(CallFailure<NoFailure>) {
            found = try await client.call(Routes.capabilities, Nothing())
        } catch .problem(.refused) {
            throw .noPhotoPlane
        } catch {
            throw error.problem
        }
        guard Set(["photos", "have", "flags", "delete", "restore"]).isSubset(of: found.features)
        else { throw .noPhotoPlane }
        return PhotoServer(
            client: client, limits: found.limits,
            hasConversations: found.features.contains("conversations"))
    }

    init(client: WireClient, limits: PhotoLimits, hasConversations: Bool) {
        self.client = client
        self.hasConversations = hasConversations
        pageLimit = min(limits.listPage, 10_000)
        capabilities = BackendCapabilities(
            keepsFlags: true, knowsContents: true, hasPhotoFacts: true,
            thumbnailBatch: min(limits.thumbnailBatch, 500), haveBatch: limits.haveBatch)
    }

    var conversations: (any ConversationBackend)? { hasConversations ? self : nil }

    func page(after cursor: String?) async throws(ServerProblem) -> ServerPage? {
        let result: ListPhotosResult
        do throws(CallFailure<ListPhotosError>) {
            if let cursor {
                guard let cursor = ListCursor(cursor) else { return nil }
                result = try await client.call(
                    Routes.listPhotosContinue, CursorMessage(cursor: cursor))
            } else {
                result = try await client.call(
                    Routes.listPhotos, ListPhotosArgument(limit: pageLimit))
            }
        } catch .route(.reset) {
            return nil
        } catch {
            throw error.problem
        }
        return ServerPage(result)
    }

    func waitForChanges(after cursor: String) async throws(ServerProblem) -> Answer {
        guard let cursor = ListCursor(cursor) else { return .reset }
        do throws(CallFailure<LongpollError>) {
            let limits = TimeLimits(silence: .seconds(Self.pollSeconds + Self.pollGrace))
            let result = try await client.call(
                Routes.longpoll,
                LongpollArgument(cursor: cursor, timeout: Self.pollSeconds), limits: limits)
            return .woken(
                changes: result.changes,
                backoffMilliseconds: result.backoff.map { Int64($0) * 1000 })
        } catch .route(.reset) {
            return .reset
        } catch {
            throw error.problem
        }
    }

    func answer(_ request: Request) async throws(ServerProblem) -> Answer {
        switch request {
        case .have(let hashes): return try await have(hashes)
        case .setFlag(let id, let flag, let value, let photos):
            guard let argument = SetFlagsArgument(id, flag, value, photos) else {
                return Self.strangeID
            }
            return try await change(Routes.setFlags, argument)
        case .delete(let id, let deletion):
            return try await change(Routes.deletePhotos, DeletePhotosArgument(id, deletion))
        case .restore(let id, let restoration):
            return try await change(Routes.restorePhotos, RestorePhotosArgument(id, restoration))
        case .share(let id, let photos): return try await share(photos, as: id)
        case .read, .longPoll, .upload:
            preconditionFailure("the feed and uploads have calls of their own: \(request)")
        }
    }

    func thumbnails(
        of contents: [ContentHash], _ size: ThumbnailSize
    ) async throws(ServerProblem) -> [ServerThumbnail] {
        guard !contents.isEmpty else { return [] }
        let argument = ThumbnailsArgument(
            contentHashes: contents, size: size == .s75 ? .s75 : .s256)
        let bytes: [UInt8]
        do throws(CallFailure<NoFailure>) {
            bytes = try await client.fetch(Routes.thumbnails, argument, upTo: Self.batchBytes).bytes
        } catch {
            throw error.problem
        }
        guard let found = ThumbnailBatchCoding.thumbnails(in: bytes, count: contents.count) else {
            throw .unreadable("thumbnails that are cut short")
        }
        return found.map { thumbnail in
            switch thumbnail {
            case .jpeg(let bytes): .jpeg(bytes)
            case .pending: .pending
            case .failed, .notFound: .none
            }
        }
    }

    /// Bytes of one answer with thumbnails at most.
    private static let batchBytes = 64 << 20

    func download(
        _ photo: ServerPhoto, from offset: Int64, into sink: ([UInt8]) async throws -> Void
    ) async throws(ServerProblem) {
        do throws(CallFailure<DownloadError>) {
            try await client.download(
                Routes.download, DownloadArgument(path: PathArgument("rev:" + photo.revision)),
                from: offset, into: sink)
        } catch {
            throw error.problem
        }
    }

    // MARK: Answers

    private func have(_ hashes: [ContentHash]) async throws(ServerProblem) -> Answer {
        let result: HaveResult
        do throws(CallFailure<NoFailure>) {
            result = try await client.call(Routes.have, HaveArgument(contentHashes: hashes))
        } catch {
            throw error.problem
        }
        return Answer(result, to: hashes)
    }

    private func change<Argument>(
        _ route: Route<Argument, PhotoResults, NoFailure>, _ argument: Argument
    ) async throws(ServerProblem) -> Answer {
        do throws(CallFailure<NoFailure>) {
            return Answer(try await client.call(route, argument))
        } catch {
            throw error.problem
        }
    }

    private func share(
        _ photos: [Share.SharedPhoto], as id: OperationID
    ) async throws(ServerProblem) -> Answer {
        do throws(CallFailure<CreatePhotoLinkError>) {
            return Answer(
                try await client.call(Routes.createPhotoLink, CreatePhotoLinkArgument(id, photos)))
        } catch {
            throw error.problem
        }
    }

    private static let strangeID = Answer.refused(.other, reason: "an id is of another server")
}

extension ServerPage {
    fileprivate init(_ result: ListPhotosResult) {
        page = Page(result)
        contents = []
        contents.reserveCapacity(result.entries.count)
        for case .present(let entry) in result.entries { contents.append(ServerFacts(entry)) }
    }
}

extension ServerFacts {
    fileprivate init(_ entry: PhotoEntry) {
        photo = ServerPhotoID(entry.id.text)
        hash = entry.contentHash
        path = entry.pathDisplay
        switch entry.facts {
        case .pending(let kind):
            // Until the server has looked at it, what the uploader said.
            metadata = PhotoMetadata(
                kind: kind,
                taken: CaptureTime(milliseconds: entry.clientModified.seconds * 1000),
                dateSource: .fileModified, zone: .utc)
            isPending = true
        case .ready(let facts), .failed(let facts, _):
            metadata = facts.metadata
            thumbHash = facts.thumbHash
            isPending = false
        }
    }
}
