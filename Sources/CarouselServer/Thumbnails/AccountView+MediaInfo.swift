import DecoderProtocol
import DropboxAPI
import Photos

extension AccountView {
    /// A file with what is known of its picture, where it is a photo.
    func withMediaInfo(_ file: FileMetadata) throws(ServerError) -> FileMetadata {
        guard let hash = file.contentHash, let kind = PhotoNames.kind(of: file.name),
            let node = NodeNumber(file.id, in: account),
            let display = file.pathDisplay, let path = RemotePath(display),
            let revision = RevisionNumber(file.revision)
        else { return file }
        let content = Content(
            revision: revision, hash: hash, size: file.size, clientModified: file.clientModified,
            serverModified: file.serverModified)
        var file = file
        switch try facts(of: content, at: path, node: node, kind: kind) {
        case .pending: file.mediaInfo = .pending
        case .ready(let facts), .failed(let facts, _):
            let metadata = facts.metadata
            file.mediaInfo = .metadata(
                MediaMetadata(
                    kind: metadata.kind, dimensions: metadata.size, location: metadata.location,
                    timeTaken: metadata.taken.map { time in
                        Timestamp(
                            seconds: time.dayNumber * 86_400 + Int64(time.millisecondOfDay / 1000))
                    }, durationMilliseconds: metadata.durationMilliseconds))
        }
        return file
    }

    /// The same of any entry.
    func withMediaInfo(
        _ entry: DropboxAPI.Metadata
    ) throws(ServerError) -> DropboxAPI.Metadata {
        guard case .file(let file) = entry else { return entry }
        return .file(try withMediaInfo(file))
    }

    /// A photo's width and height, as seen; nil when they are not known.
    func pixels(of hash: ContentHash) throws(ServerError) -> PixelSize? {
        guard let stored = try metadata.facts(of: hash),
            case .facts(let facts)? = try? DecoderReply(message: stored.message)
        else { return nil }
        return facts.size
    }
}
