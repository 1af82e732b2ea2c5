import Photos

/// The rows that a settlement needs of some byte sizes.
public struct StandingRows: Hashable, Sendable {
    /// The sizes asked for.
    public var sizes: [SizeStanding]
    /// Of these sizes, all files that are not settled, and those shown unhashed
    /// that may have the bytes of one of them; and all files of the photos
    /// that an edited one of them belongs to. By id.
    public var files: [FileStanding]
    /// The owner of each content that a file has, and the content of each
    /// photo that a file has. By LUID.
    public var owners: [ContentOwner]
}
