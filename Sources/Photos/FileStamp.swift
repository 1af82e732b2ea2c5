/// The one thing on a disk that a path leads to, links followed.
public struct FileIdentity: Hashable, Sendable {
    public let device: UInt64
    public let inode: UInt64

    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// What `stat` says of a file without reading it. Equal stamps: the file has
/// not changed since.
///
/// The time of the status change is a part of it because a program that sets
/// the modification time back cannot set this one.
public struct FileStamp: Hashable, Sendable {
    public let identity: FileIdentity
    public let size: Int64
    /// Nanoseconds since 1970-01-01 UTC, held at the ends of the scale.
    public let modifiedNanoseconds: Int64
    /// Likewise; set by the system at each change of bytes, name or rights.
    public let statusChangedNanoseconds: Int64

    public init(
        identity: FileIdentity, size: Int64, modifiedNanoseconds: Int64,
        statusChangedNanoseconds: Int64
    ) {
        self.identity = identity
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.statusChangedNanoseconds = statusChangedNanoseconds
    }
}
