import Photos

/// Hashes a stretch of a file block by block, as it passes by.
///
/// It starts anywhere: the bytes between the start of the first block and
/// the first byte are fed like the others, by whoever has them.
struct BlockHasher: ~Copyable {
    private let digest = SHA256Digest()
    private var blockIndex: Int64
    private var bytesInBlock = 0
    private(set) var blocks: [SessionBlock] = []

    /// - Parameter blockIndex: of the block that the first byte fed begins.
    init(blockIndex: Int64) {
        self.blockIndex = blockIndex
    }

    /// Takes the bytes that come next.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while !rest.isEmpty {
            let count = min(rest.count, ContentHash.blockSize - bytesInBlock)
            digest.update(UnsafeRawBufferPointer(rebasing: rest[..<count]))
            bytesInBlock += count
            if bytesInBlock == ContentHash.blockSize { closeBlock() }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Every block fed, the last one as far as it came.
    mutating func finish() -> [SessionBlock] {
        if bytesInBlock > 0 { closeBlock() }
        return blocks
    }

    private mutating func closeBlock() {
        blocks.append(
            SessionBlock(index: blockIndex, digest: digest.finish(), length: Int64(bytesInBlock)))
        blockIndex += 1
        bytesInBlock = 0
    }
}
