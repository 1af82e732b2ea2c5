import DropboxAPI
import Photos

/// The bytes of one call on their way into a file: written and hashed as
/// they come, durable when `finish` returns.
struct ArrivingBytes: ~Copyable {
    /// Bytes after which the disk is told to start writing.
    private static let stride: Int64 = 8 << 20

    private let file: DurableFile
    /// Where the file's name has to be made durable too.
    private let named: BlobFolder?
    /// What goes by the page cache at first, where somebody may look at it soon.
    private var cachedBytes: Int64
    private let threads: WriteBehind?
    private var writer: DirectWriter?
    private var isDirectRefused = false
    private let claim: SpaceClaim
    private let offset: Int64
    /// Blocks that are in the file already: hashed like the others, to be
    /// compared, and not written.
    private let stored: Set<Int64>
    private var hasher: BlockHasher
    private let ownHasher: OwnHasher
    private var count: Int64 = 0
    private var started: Int64 = 0

    private init(
        _ file: DurableFile, _ folder: BlobFolder, _ claim: SpaceClaim, isNamed: Bool = false,
        offset: Int64,
        stored: Set<Int64> = [], hasher: consuming BlockHasher, ownHasher: OwnHasher
    ) {
        self.file = file
        named = isNamed ? folder : nil
        self.claim = claim
        cachedBytes = folder.cachedBytes
        threads = folder.writeBehind
        self.offset = offset
        self.stored = stored
        self.hasher = hasher
        self.ownHasher = ownHasher
    }

    /// Into a new file.
    static func staged(
        _ number: UInt64, in folder: BlobFolder
    ) throws(ServerError) -> ArrivingBytes {
        let claim = try SpaceClaim(on: folder.space)
        let file = try DurableFile(creating: folder.staged(number), truncating: true)
        return ArrivingBytes(
            file, folder, claim, offset: 0, hasher: BlockHasher(blockIndex: 0),
            ownHasher: OwnHasher())
    }

    /// Into a session's file, from an offset on.
    /// - Parameters:
    ///   - length: bytes that the session has; `offset` of a sequential one.
    ///   - stored: blocks that the file has already, which stay as they are.
    ///   - hashesCall: whether `finish` tells the hash of the call's own bytes
    ///     although they begin within a block.
    static func session(
        _ session: SessionID, of account: AccountNumber, at offset: Int64,
        length: Int64? = nil, stored: Set<Int64> = [], hashesCall: Bool, in folder: BlobFolder
    ) throws(ServerError) -> ArrivingBytes {
        let claim = try SpaceClaim(on: folder.space)
        let length = length ?? offset
        let file = try folder.openSession(session, of: account, length: length)
        let block = Int64(ContentHash.blockSize)
        let before = Int(offset % block)
        let begun = before > 0 ? try file.read(before, at: offset - Int64(before)) : []
        guard begun.count == before else { throw .refused(SessionError.notFound) }
        var hasher = BlockHasher(blockIndex: offset / block)
        begun.withUnsafeBytes { hasher.update($0) }
        return ArrivingBytes(
            file, folder, claim, isNamed: length == 0, offset: offset, stored: stored,
            hasher: hasher,
            ownHasher: OwnHasher(active: hashesCall && before > 0))
    }

    /// So many bytes are to come: of a long run none is worth the page cache.
    mutating func expect(_ length: Int64) {
        if length > cachedBytes { cachedBytes = 0 }
    }

    /// Takes the bytes that come next.
    /// - Throws: `diskFull`, among others.
    mutating func append(_ bytes: [UInt8]) throws(ServerError) {
        try claim.take(Int64(bytes.count))
        try write(bytes)
        bytes.withUnsafeBytes { bytes in
            hasher.update(bytes)
            ownHasher.update(bytes)
        }
        count += Int64(bytes.count)
        guard count - started >= Self.stride else { return }
        file.startWriting(from: offset + started, count: count - started)
        started = count
    }

    private mutating func write(_ bytes: [UInt8]) throws(ServerError) {
        let position = offset + count
        guard stored.isEmpty else { return try writeBesideStored(bytes, at: position) }
        guard count >= cachedBytes, !isDirectRefused, let threads else {
            return try file.write(bytes, at: position)
        }
        var bytes = bytes[...]
        if writer == nil {
            // Up to the next block of the disk by the ordinary way.
            let block = Int64(DirectWriter.alignment)
            let before = Int((block - position % block) % block)
            try file.write(Array(bytes.prefix(before)), at: position)
            guard bytes.count >= before else { return }
            bytes = bytes.dropFirst(before)
            writer = DirectWriter(path: file.path, at: position + Int64(before), threads)
            isDirectRefused = writer == nil
        }
        guard let writer else {
            return try file.write(Array(bytes), at: offset + count + Int64(bytes.startIndex))
        }
        let isWritten = try bytes.withUnsafeBufferPointer { bytes throws(ServerError) in
            try writer.append(UnsafeRawBufferPointer(bytes))
        }
        guard !isWritten else { return }
        try writeRest()
        isDirectRefused = true
    }

    /// Writes what belongs to blocks that are not stored yet.
    private func writeBesideStored(
        _ bytes: [UInt8], at position: Int64
    ) throws(ServerError) {
        let block = Int64(ContentHash.blockSize)
        var position = position
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int(block - position % block))
            if !stored.contains(position / block) {
                try file.write(Array(piece), at: position)
            }
            rest = rest[piece.endIndex...]
            position += Int64(piece.count)
        }
    }

    /// Writes what the direct writer still holds, by the ordinary way.
    private mutating func writeRest() throws(ServerError) {
        guard let rest = try writer?.finish() else { return }
        try file.write(rest.bytes, at: rest.offset)
        writer = nil
    }

    /// Makes the bytes durable.
    /// - Returns: what was written, and the content hash of the call's own
    ///   bytes where it is known.
    consuming func finish() throws(ServerError) -> (AppendedBytes, ContentHash?) {
        try writeRest()
        try file.sync()
        if count > 0 { try named?.syncSessions() }
        let blocks = hasher.finish()
        let bytes = AppendedBytes(offset: offset, count: count, blocks: blocks)
        if offset % Int64(ContentHash.blockSize) == 0 {
            return (bytes, .ofBlocks(blocks.map(\.digest)))
        }
        return (bytes, ownHasher.finish())
    }
}

/// The content hash of a call's bytes alone, where they need one of their
/// own.
private final class OwnHasher {
    private var hasher: BlockHasher?

    init(active: Bool = false) {
        hasher = active ? BlockHasher(blockIndex: 0) : nil
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        hasher?.update(bytes)
    }

    func finish() -> ContentHash? {
        guard hasher != nil else { return nil }
        return (hasher?.finish()).map { .ofBlocks($0.map(\.digest)) }
    }
}
