internal import CCrypto
public import Photos

/// Computes content hashes, one after another, with buffers it keeps. One for
/// each thread.
public struct ContentHasher: ~Copyable {
    public init() {}

    /// The content hash of a file's bytes, read once, in pieces.
    ///
    /// Checks for cancellation at each block.
    public mutating func hash(of path: FilePath) throws(MediaError) -> HashedFile {
        fatalError("not written yet")
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
