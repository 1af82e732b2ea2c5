import DropboxAPI
import Photos

/// The bytes of files, by their hash, within one transaction.
///
/// Whatever is published is durable before the transaction's rows are. A
/// folder on disk in the server, a double in the simulation.
public protocol BlobStore {
    /// Makes staged bytes findable under their hash.
    mutating func publish(_ staged: StagedContent) throws(ServerError)

    /// Makes the bytes of a session findable under their hash, which follows
    /// from those of the blocks.
    /// - Parameter length: bytes of the whole.
    mutating func publish(
        session: SessionID, of account: AccountNumber, length: Int64, blocks: [ContentHash]
    ) throws(ServerError) -> ContentHash

    /// Whether there are bytes of that hash.
    func holds(_ hash: ContentHash) throws(ServerError) -> Bool

    /// Has the bytes of a session removed once the transaction is committed.
    mutating func discard(session: SessionID, of account: AccountNumber)
}

/// Bytes that have arrived whole and are durable, but are nobody's yet.
public struct StagedContent: Hashable, Sendable {
    public let hash: ContentHash
    /// Bytes.
    public let size: Int64
    /// Names them in their store.
    public let number: UInt64

    public init(hash: ContentHash, size: Int64, number: UInt64) {
        self.hash = hash
        self.size = size
        self.number = number
    }
}
