import Photos

/// All that a library knows of one photo.
public struct PhotoDetails: Hashable, Sendable {
    public let luid: LUID
    /// The files with the photo's bytes, first seen first.
    public let paths: [FilePath]
    public let metadata: PhotoMetadata
    /// Nil until the file has been hashed.
    public let contentHash: ContentHash?
    /// Bytes of the file.
    public let byteSize: Int64

    public init(
        luid: LUID, paths: [FilePath], metadata: PhotoMetadata, contentHash: ContentHash?,
        byteSize: Int64
    ) {
        self.luid = luid
        self.paths = paths
        self.metadata = metadata
        self.contentHash = contentHash
        self.byteSize = byteSize
    }
}

/// A file or folder that was seen and is not shown in full.
public struct Problem: Hashable, Sendable {
    public let path: FilePath
    public let reason: ProblemReason
    /// The cause in words, for a person.
    public let detail: String

    public init(path: FilePath, reason: ProblemReason, detail: String) {
        self.path = path
        self.reason = reason
        self.detail = detail
    }
}

/// A folder whose photos are in the library.
public struct Root: Hashable, Sendable {
    public let path: FilePath
    /// Whether the folder could be walked last time.
    public let isAvailable: Bool

    public init(path: FilePath, isAvailable: Bool) {
        self.path = path
        self.isAvailable = isAvailable
    }
}
