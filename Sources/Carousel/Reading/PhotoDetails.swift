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
    /// The other photos of the item that this one stands for.
    public let parts: [PhotoPart]
    /// Files beside the photo that say something about it or its edits.
    public let sidecars: [FilePath]

    public init(
        luid: LUID, paths: [FilePath], metadata: PhotoMetadata, contentHash: ContentHash?,
        byteSize: Int64, parts: [PhotoPart] = [], sidecars: [FilePath] = []
    ) {
        self.luid = luid
        self.paths = paths
        self.metadata = metadata
        self.contentHash = contentHash
        self.byteSize = byteSize
        self.parts = parts
        self.sidecars = sidecars
    }

    /// What moves when the photo is shown: a film beside it, or one within
    /// its file.
    public var motion: Motion? {
        if let film = parts.first(where: { $0.role == .motion }) { return .file(film.luid) }
        return metadata.traits.motion.map(Motion.embedded)
    }

    /// The moving part of a Live Photo or motion photo.
    public enum Motion: Hashable, Sendable {
        case file(LUID)
        case embedded(MotionPart)
    }
}

/// A photo that is a part of another one's item: it has no cell of its own.
public struct PhotoPart: Hashable, Sendable {
    public let luid: LUID
    public let role: ItemRole
    /// The files with its bytes, first seen first.
    public let paths: [FilePath]

    public init(luid: LUID, role: ItemRole, paths: [FilePath]) {
        self.luid = luid
        self.role = role
        self.paths = paths
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
