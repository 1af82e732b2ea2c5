public import Photos

/// What a walk as a whole has to say.
public struct WalkReport: Hashable, Sendable {
    /// Of the root; nil when there was no folder to open. Another one than
    /// last time: something else is mounted there now.
    public var root: FileIdentity?
    public var folders = 0
    /// Numbers of the drives on which folders were listed.
    public var devices: Set<UInt64> = []
    public var files = 0
    public var problems = 0
    /// Left out by name or by a pattern, hidden, or of another kind than a
    /// file, a folder or a link.
    public var skipped = 0
    /// The walk went to its end; it may have met problems on the way.
    public var reachedEnd = false
    /// At and below these the walk cannot tell what is there.
    public var unseen: [FilePath] = []

    public init() {}

    /// Whether a file that this walk did not find is proven to be gone from
    /// under the root.
    public var sawEverything: Bool { root != nil && reachedEnd && unseen.isEmpty }

    /// Whether a known file that this walk did not find is proven to be gone
    /// from its path.
    /// - Complexity: O(number of unseen paths).
    public func proves(absenceOf path: FilePath) -> Bool {
        root != nil && reachedEnd && !unseen.contains { path.isWithin($0) }
    }
}
