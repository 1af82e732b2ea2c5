import DropboxAPI
import Photos

@testable import CarouselServer

/// Blobs as a set of hashes, by the rules of the seam.
struct BlobDouble: BlobStore {
    private(set) var hashes: Set<ContentHash> = []
    private(set) var discarded: [SessionID] = []

    mutating func publish(_ staged: StagedContent) {
        hashes.insert(staged.hash)
    }

    mutating func publish(
        session: SessionID, of account: AccountNumber, length: Int64, blocks: [ContentHash]
    ) -> ContentHash {
        let hash = Self.hash(of: blocks)
        hashes.insert(hash)
        return hash
    }

    func holds(_ hash: ContentHash) -> Bool { hashes.contains(hash) }

    mutating func discard(session: SessionID, of account: AccountNumber) {
        discarded.append(session)
    }

    /// A hash of blocks that tells them apart, without any cryptography.
    static func hash(of blocks: [ContentHash]) -> ContentHash {
        var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: blocks.count), count: 32)
        for (index, block) in blocks.enumerated() {
            for (position, byte) in block.bytes.enumerated() {
                bytes[position] = bytes[position] &* 31 &+ byte &+ UInt8(truncatingIfNeeded: index)
            }
        }
        // There are 32 bytes.
        return ContentHash(bytes: bytes)!
    }
}
