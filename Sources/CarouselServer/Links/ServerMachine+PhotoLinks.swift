import DropboxAPI
import Photos

extension ServerMachine {
    /// `carousel/links/create`: of photos that are there with those contents.
    /// - Parameters:
    ///   - id: the unguessable part of the address, drawn anew for each call.
    ///   - passwordHash: of the password in the settings.
    /// - Returns: a refusal that is to be committed: its client has ended the
    ///   share, and a request of it that was delayed must not make it.
    public mutating func createPhotoLink(
        _ argument: CreatePhotoLinkArgument, id: String, passwordHash: String?, base: String,
        by caller: Caller
    ) throws(ServerError) -> Result<CreatePhotoLinkResult, CreatePhotoLinkError> {
        guard try !isCalledOff(argument.operation, of: caller.account) else {
            return .failure(.nothingLeft)
        }
        if let expires = argument.settings.expires, expires <= caller.now {
            throw .refused(CreatePhotoLinkError.invalidSettings)
        }
        var photos: [ContentHash] = []
        var leftOut: [DropboxAPI.FileID] = []
        for photo in argument.photos {
            guard NodeNumber(photo.id, in: caller.account) != nil,
                try metadata.hasPhoto(with: photo.contentHash, of: caller.account)
            else {
                leftOut.append(photo.id)
                continue
            }
            if !photos.contains(photo.contentHash) { photos.append(photo.contentHash) }
        }
        guard !photos.isEmpty else {
            try callOff(argument.operation, try begin(caller))
            return .failure(.nothingLeft)
        }
        let link = StoredPhotoLink(
            id: id, title: argument.title, passwordHash: passwordHash,
            expires: argument.settings.expires,
            allowsDownload: argument.settings.allowDownload ?? true, created: caller.now,
            photos: photos)
        try metadata.put(link, of: caller.account)
        return .success(
            CreatePhotoLinkResult(
                link: link.photoLink(at: base), leftOut: leftOut,
                mark: try view(of: caller.account).mark()))
    }

    /// `carousel/links/revoke`: of one's own links only.
    public mutating func revokePhotoLink(
        _ id: String, by caller: Caller
    ) throws(ServerError) -> MarkResult {
        guard let (owner, _) = try metadata.photoLink(id), owner == caller.account else {
            throw .refused(RevokeLinkError.notFound)
        }
        try metadata.removePhotoLink(id, of: caller.account)
        return MarkResult(mark: try view(of: caller.account).mark())
    }
}

/// A photo as visitors of a link see it.
struct LinkedPhotoView: Hashable, Sendable {
    /// Its place in the link, from 1; kept when others are deleted.
    var number: Int
    var hash: ContentHash
    var name: String
    /// Bytes.
    var size: Int64
    var facts: PhotoFactsState
}

extension AccountView {
    /// `carousel/links/list`, newest first.
    public func photoLinks(
        _ argument: ListPhotoLinksArgument, base: String, now: Timestamp
    ) throws(ServerError) -> ListPhotoLinksResult {
        var after: String?
        if let cursor = argument.cursor {
            guard let (owner, _) = try metadata.photoLink(cursor), owner == account else {
                throw .refused(ListLinksError.reset)
            }
            after = cursor
        }
        let limit = 200
        let links = try metadata.photoLinks(of: account, after: after, limit: limit + 1)
        let shown = links.prefix(limit)
        return ListPhotoLinksResult(
            links: shown.filter { !$0.isExpired(at: now) }.map { $0.photoLink(at: base) },
            hasMore: links.count > limit, cursor: links.count > limit ? shown.last?.id : nil)
    }

    /// What a link shows now: what its owner has deleted is seen no more.
    func photos(of link: StoredPhotoLink) throws(ServerError) -> [LinkedPhotoView] {
        var photos: [LinkedPhotoView] = []
        for (index, hash) in link.photos.enumerated() {
            guard let node = try metadata.photos(with: hash, of: account).first,
                let entry = try metadata.entry(node, of: account), let content = entry.content,
                let kind = PhotoNames.kind(of: entry.path.name)
            else { continue }
            photos.append(
                LinkedPhotoView(
                    number: index + 1, hash: hash, name: entry.path.name, size: content.size,
                    facts: try facts(of: content, at: entry.path, node: node, kind: kind)))
        }
        return photos
    }
}
