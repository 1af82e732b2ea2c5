import Photos

/// A file that the library knows.
public struct FileRow: Hashable, Sendable {
    public var id: FileID
    public var root: RootID
    public var path: FilePath
    /// As of when its metadata were read.
    public var stamp: FileStamp
    public var metadata: PhotoMetadata
    public var hash: HashState
    public var luid: LUID?
    public var edit: FileEdit?
    /// Not found by the last complete walk.
    public var isMissing: Bool
    /// Nothing keeps it from being opened: not missing, root available.
    public var isReachable: Bool
}

/// A file that was seen for the first time and whose metadata were read.
public struct NewFile: Hashable, Sendable {
    public var root: RootID
    public var path: FilePath
    public var stamp: FileStamp
    public var metadata: PhotoMetadata

    public init(root: RootID, path: FilePath, stamp: FileStamp, metadata: PhotoMetadata) {
        self.root = root
        self.path = path
        self.stamp = stamp
        self.metadata = metadata
    }
}

/// A file with work to do: where it is and what it was when last looked at.
public struct FileToRead: Hashable, Sendable {
    public var id: FileID
    public var path: FilePath
    public var stamp: FileStamp

    public init(id: FileID, path: FilePath, stamp: FileStamp) {
        self.id = id
        self.path = path
        self.stamp = stamp
    }
}

/// A photo whose thumbnails are to be made, from this file.
public struct PhotoToDraw: Hashable, Sendable {
    let key: TimelineKey
    public var file: FileToRead

    public var luid: LUID { key.luid }
}
