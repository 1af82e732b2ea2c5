import DropboxAPI
import Photos

/// The blobs as one transaction sees them: names are given at once, made
/// durable before the rows are committed, and files fall away only after.
struct BlobTransaction: BlobStore {
    let folder: BlobFolder
    /// Whether names have to be made durable.
    private var hasNames = false
    private(set) var discarded: [String] = []

    init(_ folder: BlobFolder) {
        self.folder = folder
    }

    /// Replaces what is there by the same bytes: a blob that a disk has
    /// damaged is mended by its next upload.
    mutating func publish(_ staged: StagedContent) throws(ServerError) {
        hasNames = true
        do throws(ServerError) {
            try FileSystem.rename(folder.staged(staged.number), to: folder.recent(staged.hash))
        } catch {
            // A transaction that failed as a whole is tried again change by
            // change; the name was given the first time.
            guard holds(staged.hash) else { throw error }
        }
    }

    /// A blob of that hash that is there already stays: it may be of others.
    /// - Throws: `SessionFinishError.lookupFailed(.notFound)` when the bytes
    ///   are no longer there.
    mutating func publish(
        session: SessionID, of account: AccountNumber, length: Int64, blocks: [ContentHash]
    ) throws(ServerError) -> ContentHash {
        let hash = ContentHash.ofBlocks(blocks)
        let file: DurableFile
        do throws(ServerError) {
            file = try folder.openSession(session, of: account, length: length)
        } catch {
            guard let failure = error.failure as? SessionError else { throw error }
            throw .refused(SessionFinishError.lookupFailed(failure))
        }
        hasNames = true
        if let present = folder.path(of: hash),
            try FileSystem.size(of: present) == length
        {
            return hash
        }
        // Bytes of a call that broke off may lie behind the last good one.
        try file.setLength(length)
        try file.sync()
        try FileSystem.link(
            file.path, to: folder.recent(hash), between: folder.staged(folder.nextNumber()))
        return hash
    }

    func holds(_ hash: ContentHash) -> Bool { folder.path(of: hash) != nil }

    mutating func discard(session: SessionID, of account: AccountNumber) {
        discarded.append(folder.session(session, of: account))
    }

    /// Makes every name given so far durable: before the commit.
    mutating func sync() throws(ServerError) {
        guard hasNames else { return }
        try FileSystem.syncFolder(folder.folder(BlobFolder.recent))
        hasNames = false
    }

    /// Removes what the committed rows have no use for: after the commit.
    mutating func removeDiscarded() {
        for path in discarded {
            // What stays is cleared away at the next start.
            try? FileSystem.remove(path)
        }
        discarded = []
    }

    /// Keeps files whose discarding was rolled back.
    mutating func forgetDiscarded(since count: Int) {
        discarded.removeSubrange(count...)
    }
}
