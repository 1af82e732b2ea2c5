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
    public let isHidden: Bool
    public let isFavourite: Bool
    /// Whether one of its files can be reached.
    public let isAvailable: Bool
    /// The other photos of the item that this one stands for.
    public internal(set) var parts: [PhotoPart]
    /// Files beside the photo that say something about it or its edits.
    public internal(set) var sidecars: [FilePath]
    /// Whether a file of it lies on this disk.
    public internal(set) var isLocal = true
    /// The server's photos of it; none in a library that is not linked.
    public internal(set) var serverCopies = 0
    /// Whether it is to be uploaded, or an act on it is to be sent.
    public internal(set) var isPending = false

    public init(
        luid: LUID, paths: [FilePath], metadata: PhotoMetadata, contentHash: ContentHash?,
        byteSize: Int64, isHidden: Bool = false, isFavourite: Bool = false,
        isAvailable: Bool = true, parts: [PhotoPart] = [], sidecars: [FilePath] = []
    ) {
        self.isHidden = isHidden
        self.isFavourite = isFavourite
        self.isAvailable = isAvailable
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
    public let settings: FolderSettings

    public init(path: FilePath, isAvailable: Bool, settings: FolderSettings = FolderSettings()) {
        self.path = path
        self.isAvailable = isAvailable
        self.settings = settings
    }
}

/// What of a folder is to be in the library. What is not is left out of the
/// library and stays where it is.
public struct FolderSettings: Hashable, Sendable, Codable {
    /// Also files and folders whose names begin with a dot.
    public var includesHidden: Bool
    /// Shell patterns of what is left out, by their bytes. One without a `/`
    /// is held against names, one with a `/` against the path below the
    /// folder; one that ends in `/` means folders only.
    public var excludes: [[UInt8]]
    /// Whether its photos are uploaded once the library is linked with a
    /// server, or only shown.
    public var uploads: Bool

    public init(includesHidden: Bool = false, excludes: [[UInt8]] = [], uploads: Bool = true) {
        self.includesHidden = includesHidden
        self.excludes = excludes
        self.uploads = uploads
    }
}
