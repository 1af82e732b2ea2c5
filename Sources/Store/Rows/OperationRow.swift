public import Photos

/// One act of the user's, with a part for each photo that it changed.
public struct OperationRow: Hashable, Sendable {
    public var id: OperationID
    public var action: PhotoAction
    /// Milliseconds since 1970-01-01 UTC.
    public var madeMilliseconds: Int64
    /// By the order in which the photos were named.
    public var parts: [OperationPartRow]
}

/// What became of an act for one photo.
public struct OperationPartRow: Hashable, Sendable {
    public enum State: Int64, Hashable, Sendable {
        /// A flag: seen here, and to be sent once a server has the photo. A
        /// delete or restore: files are still to be moved.
        case waiting = 0
        /// The server may have heard of it.
        case sent = 1
        /// The server has done it; its effect is yet to be read.
        case answered = 2
        case done = 3
        case undone = 4
        /// A later act made it void.
        case void = 5
        case failed = 6
    }

    public var id: Int64
    public var luid: LUID
    public var action: PhotoAction
    public var state: State
    /// Why a file could not be moved: always when failed; when done, of a
    /// further file of the photo.
    public var failure: TrashProblem?
    public var failedPath: FilePath?
}

/// A file that the user's delete moves to the trash, or a restore brings
/// back.
public struct TrashedFileRow: Hashable, Sendable {
    public enum State: Int64, Hashable, Sendable {
        /// Still in its folder, or nobody knows where after a crash.
        case leaving = 0
        case inTrash = 1
        case returning = 2
    }

    public var file: FileID
    public var luid: LUID
    public var state: State
    /// Where it was in the user's folder.
    public var path: FilePath
    /// The root that the folder lies in.
    public var rootPath: FilePath
    /// Its place in the trash, from before it is moved there.
    public var trashPath: FilePath?
    /// As it was when last looked at, and its bytes.
    public var stamp: FileStamp
    public var hash: HashState
}

/// A photo that the user has deleted.
public struct DeletedPhotoRow: Hashable, Sendable {
    /// With its files, under the paths they had in the user's folders.
    public var photo: PhotoRow
    /// When; milliseconds since 1970-01-01 UTC.
    public var deletedMilliseconds: Int64?
    /// Files of it that were moved to the trash or are about to be.
    public var trashed: Set<FileID>
}
