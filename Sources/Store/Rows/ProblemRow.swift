import Photos

/// A file or folder that was seen and is not shown in full.
public struct ProblemRow: Hashable, Sendable {
    public var path: FilePath
    public var root: RootID
    public var reason: ProblemReason
    /// The cause in words, for a person.
    public var detail: String
    /// The file as it was tried, so that it is tried again only when it has
    /// changed; nil where there is no file to compare (folders, links).
    public var stamp: FileStamp?

    public init(
        path: FilePath, root: RootID, reason: ProblemReason, detail: String, stamp: FileStamp?
    ) {
        self.path = path
        self.root = root
        self.reason = reason
        self.detail = detail
        self.stamp = stamp
    }
}
