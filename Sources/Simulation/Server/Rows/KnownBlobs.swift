import CarouselServer
import DropboxAPI
import Photos

/// The bytes of the real server's files: which there are. Nothing has bytes
/// here, and no upload of a world comes in blocks; should one, its hash is
/// that of its last.
struct KnownBlobs: BlobStore, Sendable {
    /// Asked by content, never walked.
    private var hashes: Set<ContentHash> = []

    mutating func publish(_ staged: StagedContent) {
        hashes.insert(staged.hash)
    }

    mutating func publish(
        session: SessionID, of account: AccountNumber, length: Int64, blocks: [ContentHash]
    ) throws(ServerError) -> ContentHash {
        guard let hash = blocks.last else { throw .damaged("a session without bytes") }
        hashes.insert(hash)
        return hash
    }

    func holds(_ hash: ContentHash) -> Bool { hashes.contains(hash) }

    /// The bytes of a session lie nowhere.
    func discard(session: SessionID, of account: AccountNumber) {}
}
