import Glibc
public import Photos

/// Computes content hashes, one after another, with buffers it keeps
/// (512 KiB). One for each thread.
public struct ContentHasher: ~Copyable {
    private var digest = BlockDigest()
    private let buffer: UnsafeMutableRawBufferPointer

    public init() {
        // Within a core's own cache; larger reads were no faster.
        buffer = .allocate(byteCount: 512 * 1024, alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    /// The content hash of a file's bytes, read once, in pieces.
    ///
    /// Throws `changedMeanwhile` when the file was written, replaced or taken
    /// away under its path while it was read, and `cancelled` when the task
    /// is.
    public mutating func hash(of path: FilePath) throws(MediaError) -> HashedFile {
        let file = try OpenFile(path)
        // Advice only: where it is not taken, reading is merely slower.
        _ = posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        var total: Int64 = 0
        do throws(MediaError) {
            while true {
                if Task.isCancelled { throw .cancelled }
                let count = try file.read(into: buffer)
                if count == 0 { break }
                total += Int64(count)
                update(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
            }
        } catch {
            digest.reset()
            throw error
        }
        let hash = finish()
        guard try file.currentStamp() == file.stamp, total == file.stamp.size,
            try FileStamp(of: path).identity == file.stamp.identity
        else { throw .changedMeanwhile(path) }
        return HashedFile(hash: hash, stamp: file.stamp)
    }

    /// A digest of a file's first bytes, and what the file was meanwhile.
    public mutating func beginning(
        of path: FilePath
    ) throws(MediaError) -> (beginning: FileBeginning, stamp: FileStamp) {
        let file = try OpenFile(path)
        let bytes = try file.readUpTo(FileBeginning.byteCount)
        bytes.withUnsafeBytes { update($0) }
        let digest = finish().bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard try file.currentStamp() == file.stamp else { throw .changedMeanwhile(path) }
        return (FileBeginning(digest: digest), file.stamp)
    }

    /// Takes in bytes that are not read from a file here: those of an upload,
    /// as they are sent.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        digest.update(bytes)
    }

    /// The hash of all bytes since the last one.
    public mutating func finish() -> ContentHash {
        digest.finish()
    }
}

/// A file's hash and the state of the file that has it.
public struct HashedFile: Hashable, Sendable {
    public var hash: ContentHash
    public var stamp: FileStamp

    public init(hash: ContentHash, stamp: FileStamp) {
        self.hash = hash
        self.stamp = stamp
    }
}
