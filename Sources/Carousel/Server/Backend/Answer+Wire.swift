import DropboxAPI
import Photos
import Sync

/// What the answers of `carousel-server` mean to the machine: the same for the
/// drivers and for the simulation.
extension Answer {
    /// What became of photos.
    package init(_ results: PhotoResults) {
        let missing = results.results.filter { $0.outcome != .done }
        self = .done(
            Effect(
                epoch: UInt64(results.mark.epoch), sequence: results.mark.sequence,
                notFound: missing.map { ServerPhotoID($0.id.text) }))
    }

    /// - Parameter hashes: the contents that were asked for.
    package init(_ result: HaveResult, to hashes: [ContentHash]) {
        let missing = Set(result.missing)
        // Bytes that were replaced are as unwanted there as deleted ones.
        let unwanted = Set(result.deleted).union(result.superseded)
        let found = hashes.map { hash -> Have in
            missing.contains(hash) ? .missing : unwanted.contains(hash) ? .deleted : .present
        }
        self = .have(found, epoch: UInt64(result.mark.epoch), sequence: result.mark.sequence)
    }

    /// A share that was carried out.
    package init(_ result: CreatePhotoLinkResult) {
        self = .done(
            Effect(epoch: UInt64(result.mark.epoch), sequence: result.mark.sequence))
    }

    /// Where an upload landed. An answer that does not tell is none.
    package init(landed result: Marked<FileMetadata>) {
        guard let mark = result.mark, let hash = result.value.contentHash else {
            self = .failed(retryAfterMilliseconds: nil)
            return
        }
        self = .done(
            Effect(
                epoch: UInt64(mark.epoch), sequence: mark.sequence,
                landed: ServerPhoto(
                    id: ServerPhotoID(result.value.id.text), hash: hash, size: result.value.size,
                    revision: result.value.revision.text, hidden: false, favourite: false,
                    // The feed will tell; until then it is behind all others.
                    order: .max)))
    }

    /// An upload that was refused for good.
    /// - Throws: where it may succeed later.
    package init(refusing error: WriteError) throws(ServerProblem) {
        self =
            switch error {
            case .deleted: .refused(.contentDeleted, reason: "it was deleted")
            case .cancelled: .refused(.cancelled, reason: "it was deleted meanwhile")
            case .conflict: .refused(.other, reason: "no name is free for it")
            case .insufficientSpace: throw .noRoom
            case .tooManyWriteOperations: throw .busy(retryAfterMilliseconds: nil)
            default: .refused(.other, reason: error.summary.joined(separator: "/"))
            }
    }
}

extension Page {
    package init(_ result: ListPhotosResult) {
        var entries: [Entry] = []
        entries.reserveCapacity(result.entries.count)
        for change in result.entries {
            switch change {
            case .deleted(let id): entries.append(.deleted(ServerPhotoID(id.text)))
            case .present(let entry): entries.append(.photo(ServerPhoto(entry)))
            }
        }
        entries += result.unreadableEntries.map { .unreadable("\($0)") }
        self.init(
            entries: entries, cursor: result.cursor.text, hasMore: result.hasMore,
            epoch: UInt64(result.mark.epoch), sequence: result.mark.sequence)
    }
}

extension ServerPhoto {
    package init(_ entry: PhotoEntry) {
        self.init(
            id: ServerPhotoID(entry.id.text), hash: entry.contentHash, size: entry.size,
            revision: entry.revision.text, hidden: entry.hidden, favourite: entry.favourite,
            order: entry.order)
    }
}
