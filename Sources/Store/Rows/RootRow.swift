import Photos

/// A folder whose photos are in the library.
public struct RootRow: Hashable, Sendable {
    public var id: RootID
    public var path: FilePath
    /// When it was added: milliseconds since 1970-01-01 UTC.
    public var addedMilliseconds: Int64
    /// Complete walks so far: 0 until the first one has ended.
    public var walk: Int64
    /// False while the folder cannot be reached: not mounted, unreadable or
    /// suddenly empty. Its photos stay, marked as unavailable.
    public var isAvailable: Bool

    public init(
        id: RootID, path: FilePath, addedMilliseconds: Int64, walk: Int64, isAvailable: Bool
    ) {
        self.id = id
        self.path = path
        self.addedMilliseconds = addedMilliseconds
        self.walk = walk
        self.isAvailable = isAvailable
    }
}
