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
    public var settings: RootSettings

    public init(
        id: RootID, path: FilePath, addedMilliseconds: Int64, walk: Int64, isAvailable: Bool,
        settings: RootSettings = RootSettings()
    ) {
        self.settings = settings
        self.id = id
        self.path = path
        self.addedMilliseconds = addedMilliseconds
        self.walk = walk
        self.isAvailable = isAvailable
    }
}

/// What of a folder is to be in the library.
public struct RootSettings: Hashable, Sendable {
    /// Also what begins with a dot.
    public var includesHidden: Bool
    /// Shell patterns of what is left out, as the user wrote them; none has a
    /// line feed.
    public var excludes: [[UInt8]]
    /// Whether its photos are uploaded, or only shown.
    public var uploads: Bool

    public init(includesHidden: Bool = false, excludes: [[UInt8]] = [], uploads: Bool = true) {
        self.includesHidden = includesHidden
        self.excludes = excludes
        self.uploads = uploads
    }
}
