import DecoderProtocol
import DropboxAPI
import Media
import Photos

extension AccountState {
    /// What an answer says it reached.
    var mark: FeedMark { FeedMark(epoch: epoch, sequence: photoSequence.rawValue) }
}

extension AccountView {
    /// What an answer says it reached.
    func mark() throws(ServerError) -> FeedMark { try state().mark }

    /// A file as the photo feed shows it; nil for one that is no photo.
    func photo(_ entry: Entry) throws(ServerError) -> PhotoEntry? {
        guard let content = entry.content, let kind = PhotoNames.kind(of: entry.path.name) else {
            return nil
        }
        let flags = try metadata.flags(of: content.hash, of: account) ?? PhotoFlags()
        return PhotoEntry(
            id: entry.node.fileID(in: account), order: entry.node.rawValue,
            pathLower: entry.path.key, pathDisplay: entry.path.display,
            revision: content.revision.revision, contentHash: content.hash, size: content.size,
            clientModified: content.clientModified, hidden: flags.hidden,
            favourite: flags.favourite,
            facts: try facts(of: content, at: entry.path, node: entry.node, kind: kind))
    }

    /// What is known of a content under a name, with what the file's sidecars
    /// say.
    func facts(
        of content: Content, at path: RemotePath, node: NodeNumber, kind: PhotoKind
    ) throws(ServerError) -> PhotoFactsState {
        guard let stored = try metadata.facts(of: content.hash) else { return .pending(kind) }
        // What is absurd is judged by the time of the commit, so that the same
        // files always give the same feed.
        let today = CaptureTime(milliseconds: content.serverModified.seconds * 1000)
        let own = stored.metadata(at: path, kind: kind, today: today)
        let sidecars = try metadata.sidecarFacts(of: node, of: account)
        let facts = PhotoFacts(
            sidecars.isEmpty
                ? own : own.applying(sidecars.map { $0.metadata(today: today) }, today: today),
            thumbHash: stored.thumbHash.isEmpty ? nil : stored.thumbHash)
        return stored.problem.map { .failed(facts, $0) } ?? .ready(facts)
    }

    /// `carousel/photos/have`.
    public func have(_ argument: HaveArgument) throws(ServerError) -> HaveResult {
        var result = HaveResult(missing: [], deleted: [], superseded: [], mark: try mark())
        for hash in argument.contentHashes
        where try !metadata.hasPhoto(with: hash, of: account) {
            switch try metadata.end(of: hash, of: account) {
            case .deleted: result.deleted.append(hash)
            case .superseded: result.superseded.append(hash)
            case nil: result.missing.append(hash)
            }
        }
        return result
    }
}

extension StoredFacts {
    /// What the content, under that name, says of itself.
    func metadata(at path: RemotePath, kind: PhotoKind, today: CaptureTime) -> PhotoMetadata {
        // One that cannot be read is of another version: it is read anew.
        guard case .facts(let facts) = try? DecoderReply(message: message) else {
            return PhotoMetadata(kind: kind)
        }
        return MetadataMapping.metadata(
            of: facts, fileName: Array(path.name.utf8)[...], fileModified: nil, today: today)
    }
}
