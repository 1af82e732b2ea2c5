public import Photos

/// A sidecar as it was seen and read.
public struct SidecarRow: Hashable, Sendable {
    public var root: RootID
    public var path: FilePath
    public var stamp: FileStamp
    public var kind: SidecarKind
    /// Empty of one that is not read, or makes no sense.
    public var metadata: SidecarMetadata

    public init(
        root: RootID, path: FilePath, stamp: FileStamp, kind: SidecarKind,
        metadata: SidecarMetadata
    ) {
        self.root = root
        self.path = path
        self.stamp = stamp
        self.kind = kind
        self.metadata = metadata
    }
}

/// The id of a stored sidecar.
public struct SidecarID: Hashable, Comparable, Sendable {
    let rawValue: Int64

    public static func < (a: SidecarID, b: SidecarID) -> Bool {
        a.rawValue < b.rawValue
    }
}

/// A stored sidecar.
public struct StoredSidecar: Hashable, Sendable {
    public var id: SidecarID
    public var row: SidecarRow
}
